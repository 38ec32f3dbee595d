//! How long an assignment takes: anew, again with good duals, and for one changed row.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use sokoban_heuristics::{Assignment, FORBIDDEN};

const SIZE: usize = 16;
const MATRICES: usize = 64;

/// Costs like those of boxes and goals: up to 40, one pair in ten forbidden, and a diagonal that
/// is not, so that an assignment exists. The numbers are those of a fixed multiplier.
fn matrices() -> Vec<Vec<Vec<u16>>> {
    let mut bits: u64 = 1;
    let mut next = |limit: u64| {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        u16::try_from((bits >> 33) % limit).expect("the limits are small")
    };
    let mut cost = |row: usize, column: usize| {
        let cost = next(41);
        if next(10) == 0 && row != column { FORBIDDEN } else { cost }
    };
    (0..MATRICES)
        .map(|_| (0..SIZE).map(|row| (0..SIZE).map(|column| cost(row, column)).collect()).collect())
        .collect()
}

fn assignments(criterion: &mut Criterion) {
    let matrices = matrices();
    let solve = |assignment: &mut Assignment, matrix: &[Vec<u16>]| {
        assignment.solve(SIZE, |row| &matrix[row]).expect("the diagonal is allowed")
    };
    let sum = |costs: &mut dyn Iterator<Item = u32>| costs.sum::<u32>();

    criterion.bench_function("16 by 16, each anew", |bencher| {
        bencher.iter(|| {
            let mut costs =
                black_box(&matrices).iter().map(|matrix| solve(&mut Assignment::new(SIZE), matrix));
            assert_eq!(sum(&mut costs), 3_594);
        });
    });
    criterion.bench_function("16 by 16, with the duals of the one before", |bencher| {
        let mut assignment = Assignment::new(SIZE);
        bencher.iter(|| {
            let mut costs =
                black_box(&matrices).iter().map(|matrix| solve(&mut assignment, matrix));
            assert_eq!(sum(&mut costs), 3_594);
        });
    });
    criterion.bench_function("16 by 16, one changed row after another", |bencher| {
        let mut assignment = Assignment::new(SIZE);
        let matrix = &matrices[0];
        solve(&mut assignment, matrix);
        bencher.iter(|| {
            let mut costs = black_box(&matrices).iter().map(|other| {
                assignment
                    .cost_with_row(3, &other[3], |row| &matrix[row])
                    .expect("the diagonal is allowed")
            });
            assert_eq!(sum(&mut costs), 4_338);
        });
    });
}

criterion_group!(benches, assignments);
criterion_main!(benches);
