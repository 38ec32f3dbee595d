//! Assignments against brute force over all of them, and the duals that prove them.

use proptest::prelude::*;
use sokoban_heuristics::{Assignment, FORBIDDEN};

type Matrix = Vec<Vec<u16>>;

fn solve(assignment: &mut Assignment, matrix: &Matrix) -> Option<u32> {
    assignment.solve(matrix.len(), |row| &matrix[row])
}

/// The least cost over all ways to give the rows from `row` on columns that are not `taken`.
fn brute_force(matrix: &Matrix, row: usize, taken: u32) -> Option<u32> {
    let Some(costs) = matrix.get(row) else { return Some(0) };
    let free = (0..costs.len()).filter(|column| taken >> column & 1 == 0);
    free.filter(|&column| costs[column] != FORBIDDEN)
        .filter_map(|column| {
            let rest = brute_force(matrix, row + 1, taken | 1 << column)?;
            Some(u32::from(costs[column]) + rest)
        })
        .min()
}

/// The assignment is one, costs what was said, and its duals prove that none costs less.
fn check_proof(assignment: &Assignment, matrix: &Matrix, cost: u32) {
    let mut is_taken = vec![false; assignment.column_duals().len()];
    let mut sum = 0;
    assert_eq!(assignment.columns().len(), matrix.len());
    for (row, &column) in assignment.columns().iter().enumerate() {
        let column = column as usize;
        assert!(!std::mem::replace(&mut is_taken[column], true), "column {column} twice");
        assert_ne!(matrix[row][column], FORBIDDEN);
        sum += u32::from(matrix[row][column]);
        for (other, &cost) in matrix[row].iter().enumerate() {
            let reduced =
                i32::from(cost) - assignment.row_duals()[row] - assignment.column_duals()[other];
            assert!(cost == FORBIDDEN || reduced >= 0, "row {row}, column {other}: {reduced}");
            assert!(other != column || reduced == 0, "row {row}, its column: {reduced}");
        }
    }
    assert_eq!(sum, cost);
    // Rows of zeros have one dual each, which no column's dual may exceed.
    let greatest = assignment.column_duals().iter().max().copied().unwrap_or(0);
    for (column, &dual) in assignment.column_duals().iter().enumerate() {
        assert!(is_taken[column] || dual == greatest, "column {column} is left: {dual}");
    }
}

fn check(assignment: &mut Assignment, matrix: &Matrix) -> Result<(), TestCaseError> {
    let expected = brute_force(matrix, 0, 0);
    let cost = solve(assignment, matrix);
    prop_assert_eq!(cost, expected, "{:?}", matrix);
    if let Some(cost) = cost {
        check_proof(assignment, matrix, cost);
    }
    Ok(())
}

fn cost() -> impl Strategy<Value = u16> {
    prop_oneof![6 => 0_u16..8, 3 => 0_u16..1_000, 1 => 60_000..FORBIDDEN, 3 => Just(FORBIDDEN)]
}

/// Matrices with at most `columns` columns and no more rows than columns.
fn matrix(columns: usize) -> impl Strategy<Value = Matrix> {
    (0..=columns).prop_flat_map(move |rows| {
        prop::collection::vec(prop::collection::vec(cost(), columns), rows)
    })
}

#[test]
fn the_examples_of_the_design() {
    let three = vec![vec![1, 2, 3], vec![9, 8, 7], vec![4, 4, 6]];
    let mut assignment = Assignment::new(3);
    assert_eq!(solve(&mut assignment, &three), Some(12));
    assert_eq!(assignment.columns(), [0, 2, 1]);

    // Greedy gives the first row its cheapest column and then has to pay 101.
    let greedy = vec![vec![1, 2], vec![1, 100]];
    let mut assignment = Assignment::new(2);
    assert_eq!(solve(&mut assignment, &greedy), Some(3));
    assert_eq!(assignment.columns(), [1, 0]);
}

#[test]
fn what_cannot_be_assigned() {
    let both_want_the_first = vec![vec![1, FORBIDDEN], vec![1, FORBIDDEN]];
    let mut assignment = Assignment::new(2);
    assert_eq!(solve(&mut assignment, &both_want_the_first), None);
    assert_eq!(solve(&mut assignment, &vec![vec![FORBIDDEN; 2], vec![0, 0]]), None);
    assert_eq!(solve(&mut assignment, &vec![vec![FORBIDDEN, 5], vec![7, FORBIDDEN]]), Some(12));
    assert_eq!(solve(&mut Assignment::new(0), &vec![]), Some(0));
    assert_eq!(solve(&mut Assignment::new(4), &vec![]), Some(0));
}

#[test]
fn duals_do_not_drift_away() {
    // Each of the two pushes one column's dual below the other's, ever deeper.
    let (low, high) = (0, FORBIDDEN - 1);
    let matrices = [vec![vec![low, high], vec![low, high]], vec![vec![high, low], vec![high, low]]];
    let mut assignment = Assignment::new(2);
    for _ in 0..50_000 {
        for matrix in &matrices {
            assert_eq!(solve(&mut assignment, matrix), Some(u32::from(low) + u32::from(high)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn costs_are_those_of_brute_force(matrix in (0_usize..=7).prop_flat_map(matrix)) {
        let size = matrix.first().map_or(matrix.len(), Vec::len);
        check(&mut Assignment::new(size), &matrix)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn one_object_solves_again_and_again(
        matrices in (1_usize..=6).prop_flat_map(|size| prop::collection::vec(matrix(size), 1..12)),
    ) {
        let size = matrices.iter().flatten().map(Vec::len).next().unwrap_or(0);
        let mut assignment = Assignment::new(size);
        for matrix in &matrices {
            check(&mut assignment, matrix)?;
        }
    }

    #[test]
    fn a_changed_row_costs_what_a_fresh_solve_says(
        (matrices, rows) in (1_usize..=6).prop_flat_map(|size| (
            prop::collection::vec(matrix(size), 1..6),
            prop::collection::vec(prop::collection::vec(cost(), size), 1..8),
        )),
    ) {
        let size = rows[0].len();
        let mut assignment = Assignment::new(size);
        for matrix in &matrices {
            let Some(cost) = solve(&mut assignment, matrix) else { continue };
            for changed in 0..matrix.len() {
                for row in &rows {
                    let mut after = matrix.clone();
                    after[changed].clone_from(row);
                    let fresh = solve(&mut Assignment::new(size), &after);
                    let quick = assignment.cost_with_row(changed, row, |row| &matrix[row]);
                    prop_assert_eq!(quick, fresh, "{:?}, row {} is {:?}", matrix, changed, row);
                    check_proof(&assignment, matrix, cost);
                }
            }
        }
    }
}
