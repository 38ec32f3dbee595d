//! A level whose costs outgrow the narrow records while its states multiply.

use crate::case::{Case, Truth};
use crate::room::walled;

/// One box goes down a corridor so long that costs need wider records, while another one multiplies
/// the states.
pub(crate) fn two_corridors() -> Case {
    let (columns, rows) = (1_100, 12);
    let mut floor = vec![vec![' ']; rows];
    floor[0] = vec![' '; columns];
    floor[0][..2].copy_from_slice(&['@', '$']);
    floor[0][columns - 1] = '.';
    floor[1][0] = '$';
    floor[rows - 1][0] = '.';
    let pushes = u32::try_from(columns - 2 + rows - 2).expect("a small level");
    let truth = Truth::Solvable { least: pushes, most: pushes };
    Case::new("two corridors".to_owned(), &walled(&floor), truth)
}
