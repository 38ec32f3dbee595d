//! The files of pinned truth: optima of the levels of this repository, and counts of their pushes.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use crate::{
    Grid, Least, all_states, boards_in, least_moves, least_moves_then_pushes, least_pushes,
    least_pushes_on_live_squares, least_pushes_then_moves, perft,
};

/// The most push states that a pinned level may have.
pub const PUSH_STATE_CAP: usize = 300_000;

/// The most pairs of boxes and player square that a pinned level may have.
pub const MOVE_STATE_CAP: usize = 3_000_000;

/// No pinned row of [`perft_files`] counts more sequences than this, so that a generator that
/// walks every one of them stays quick.
const PERFT_SEQUENCE_CAP: u64 = 1_000_000;

/// Where a level has few sequences the rows end here.
const PERFT_DEPTH_CAP: usize = 16;

/// The levels whose pushes are counted: name of the file of counts, file of levels, level number.
const PERFT_LEVELS: [(&str, &str, usize); 16] = [
    ("source-1", "levels/sources.xsb", 1),
    ("source-2", "levels/sources.xsb", 2),
    ("source-3", "levels/sources.xsb", 3),
    ("source-4", "levels/sources.xsb", 4),
    ("corral", "levels/micro/corral.xsb", 1),
    ("goal-order", "levels/micro/goal-order.xsb", 1),
    ("live-128", "levels/micro/live-128.xsb", 1),
    ("squares-63", "levels/micro/squares-63.xsb", 1),
    ("squares-64", "levels/micro/squares-64.xsb", 1),
    ("squares-65", "levels/micro/squares-65.xsb", 1),
    ("squares-128", "levels/micro/squares-128.xsb", 1),
    ("squares-129", "levels/micro/squares-129.xsb", 1),
    ("squares-257", "levels/micro/squares-257.xsb", 1),
    ("swap-two-boxes", "levels/micro/swap-two-boxes.xsb", 1),
    ("tunnel", "levels/micro/tunnel.xsb", 1),
    ("wide", "levels/micro/wide.xsb", 1),
];

/// The text of `levels/optimal.csv` for the repository at `root`: one line for each level of
/// `levels/sources.xsb` and `levels/micro/*.xsb`, in the order of the file names.
///
/// `pushes` and `moves` are the least of each, `pushes_moves` the least pair with the pushes first,
/// `moves_pushes` the least pair with the moves first, and `states` the number of normalized states
/// that pushes lead to, solved and dead ones included. Levels with too many states to exhaust are
/// listed with empty columns.
///
/// # Errors
///
/// Those of reading the files, and one of kind `InvalidData` that names the level when it has more
/// states than [`PUSH_STATE_CAP`] or [`MOVE_STATE_CAP`].
///
/// # Panics
///
/// When a file holds a board that [`Grid::from_xsb`] refuses.
pub fn optimal_csv(root: &Path) -> io::Result<String> {
    let mut files = vec!["levels/sources.xsb".to_owned()];
    let mut micro = Vec::new();
    for entry in fs::read_dir(root.join("levels/micro"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".xsb") {
            micro.push(format!("levels/micro/{name}"));
        }
    }
    micro.sort();
    files.extend(micro);

    let mut csv = "file,level,pushes,moves,pushes_moves,moves_pushes,states,source\n".to_owned();
    for file in &files {
        let text = fs::read_to_string(root.join(file))?;
        for (index, board) in boards_in(&text).iter().enumerate() {
            let optima = optima(&Grid::from_xsb(board)).ok_or_else(|| {
                let what = format!("{file}, level {}: too many states to exhaust", index + 1);
                io::Error::new(io::ErrorKind::InvalidData, what)
            })?;
            writeln!(csv, "{file},{},{optima},exhaustive", index + 1)
                .expect("writing to a string cannot fail");
        }
    }
    for (file, levels) in NOT_EXHAUSTED {
        for level in 1..=levels {
            writeln!(csv, "{file},{level},,,,,,none").expect("writing to a string cannot fail");
        }
    }
    Ok(csv)
}

/// The files of levels with too many states to exhaust, and how many levels each has. The list
/// names them without an optimum; tests hold the searches to one another on them.
const NOT_EXHAUSTED: [(&str, usize); 2] = [("levels/corridors.xsb", 10), ("levels/curve.xsb", 1)];

/// The columns from `pushes` to `states`; `None` when a cap was passed.
fn optima(grid: &Grid) -> Option<String> {
    let states = all_states(grid, PUSH_STATE_CAP)?.len();
    let pushes = least_pushes(grid, PUSH_STATE_CAP);
    let moves = least_moves(grid, MOVE_STATE_CAP);
    let pushes_moves = least_pushes_then_moves(grid, MOVE_STATE_CAP);
    let moves_pushes = least_moves_then_pushes(grid, MOVE_STATE_CAP);
    match (pushes, moves, pushes_moves, moves_pushes) {
        (Least::Found(p), Least::Found(m), Least::Found(pm), Least::Found(mp)) => {
            assert!(p == pm.pushes && m == mp.moves, "two searches for one number differ");
            let pairs = format!("{}/{},{}/{}", pm.pushes, pm.moves, mp.moves, mp.pushes);
            Some(format!("{p},{m},{pairs},{states}"))
        }
        (Least::Unsolvable, Least::Unsolvable, Least::Unsolvable, Least::Unsolvable) => {
            Some(format!("unsolvable,unsolvable,unsolvable,unsolvable,{states}"))
        }
        _ => None,
    }
}

/// The most states that are met in a generated level without boxes on dead squares.
pub const GENERATED_STATE_CAP: usize = 8_000_000;

/// The text of `levels/generated/optimal.csv` for the repository at `root`: one line for each level
/// of `levels/generated/*.sok`, in the order of the file names, as [`generated_row`] makes them.
///
/// `each` hears of a line when it is made, since all of them take minutes.
///
/// # Errors
///
/// Those of reading the files.
///
/// # Panics
///
/// When a file holds a board that [`Grid::from_xsb`] refuses.
pub fn generated_csv(root: &Path, each: &mut dyn FnMut(&str)) -> io::Result<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join("levels/generated"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".sok") {
            files.push(format!("levels/generated/{name}"));
        }
    }
    files.sort();
    let mut csv = "file,level,pushes,source\n".to_owned();
    for file in &files {
        let text = fs::read_to_string(root.join(file))?;
        for (index, board) in boards_in(&text).iter().enumerate() {
            let row = format!("{file},{},{}\n", index + 1, generated_row(board));
            each(&row);
            csv += &row;
        }
    }
    Ok(csv)
}

/// The least pushes of a board and how they were found: `exhaustive` where at most
/// [`PUSH_STATE_CAP`] states of any kind are met, `live-squares` where at most
/// [`GENERATED_STATE_CAP`] without boxes on dead squares are, and else `,none`.
#[must_use]
pub fn generated_row(board: &str) -> String {
    let grid = Grid::from_xsb(board);
    if let Least::Found(pushes) = least_pushes(&grid, PUSH_STATE_CAP) {
        return format!("{pushes},exhaustive");
    }
    match least_pushes_on_live_squares(&grid, GENERATED_STATE_CAP) {
        Least::Found(pushes) => format!("{pushes},live-squares"),
        _ => ",none".to_owned(),
    }
}

/// The files of `crates/sokoban-core/tests/perft`, each as its name and text.
///
/// The first line is `level` and the path of the level file from the root of the repository, with
/// `#` and the number where the file holds several levels. Each other line gives a depth, the
/// number of push sequences of that length, and the number of states first met there, as counted
/// by [`perft`].
///
/// # Errors
///
/// Those of reading the level files.
///
/// # Panics
///
/// When a level file has fewer levels than it is asked for.
pub fn perft_files(root: &Path) -> io::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for (name, file, level) in PERFT_LEVELS {
        let boards = boards_in(&fs::read_to_string(root.join(file))?);
        let number = if boards.len() > 1 { format!("#{level}") } else { String::new() };
        let mut text = format!("level {file}{number}\n");
        let rows = perft(&Grid::from_xsb(&boards[level - 1]), PERFT_DEPTH_CAP);
        let small = rows.iter().take_while(|row| row.0 <= PERFT_SEQUENCE_CAP);
        for (depth, (sequences, states)) in small.enumerate() {
            writeln!(text, "{depth} {sequences} {states}")
                .expect("writing to a string cannot fail");
        }
        files.push((format!("{name}.perft"), text));
    }
    Ok(files)
}
