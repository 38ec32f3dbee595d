//! Runs the built program on a small collection, alone and next to a stand-in for `sokoban`.

use std::process::{Command, Output};

const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fake/levels.xsb");
const FAKE_SOKOBAN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fake/answers.sh");

fn compare(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_compare-soukoban"));
    command
        .arg(LEVELS)
        .args(["--time", "1"])
        .args(arguments)
        .output()
        .expect("the program is built before its tests")
}

/// The fields of each CSV line after the header, without those that hold times.
fn answers(output: &Output, columns: &[usize]) -> Vec<String> {
    let text = String::from_utf8(output.stdout.clone()).expect("the CSV is ASCII");
    let line = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        columns
            .iter()
            .map(|&column| fields[column])
            .collect::<Vec<_>>()
            .join(",")
    };
    text.lines().skip(1).map(line).collect()
}

#[test]
fn soukoban_alone() {
    let output = compare(&["--levels", "1-2,9"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        answers(&output, &[0, 1, 2]),
        ["1,solved,1", "2,solved,3", "9,error,"]
    );
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(notes.contains("level 9: "), "{notes}");
    assert!(notes.contains("solved 2 of 3 within 1 s each"), "{notes}");
}

#[test]
fn each_kind_of_answer_of_the_other_program() {
    let output = compare(&["--against", FAKE_SOKOBAN]);
    assert!(output.status.success(), "{output:?}");
    let expected = [
        "1,solved,1,solved,1",
        "2,solved,3,solved,3",
        // The solution leaves a box off its goal.
        "3,solved,3,error,",
        "4,solved,1,unknown,",
        // Solved without a proof that the pushes are the fewest.
        "5,solved,1,unknown,",
        // A report on another level.
        "6,solved,1,error,",
        // A program that never ends is stopped.
        "7,solved,1,unknown,",
        // soukoban breaks down on a box that starts on a dead square.
        "8,error,,unsolvable,",
        // No report at all; soukoban refuses a board with more boxes than goals.
        "9,error,,error,",
    ];
    assert_eq!(answers(&output, &[0, 1, 2, 6, 7]), expected);

    let ratios = answers(&output, &[11]);
    assert!(
        ratios[..2].iter().all(|ratio| ratio.parse::<f64>().is_ok()),
        "{ratios:?}"
    );
    assert!(ratios[2..].iter().all(String::is_empty), "{ratios:?}");
    // The stopped program burned the CPU for about its second; a loaded machine may give less.
    let burned: f64 = answers(&output, &[9])[6].parse().unwrap();
    let system: f64 = answers(&output, &[10])[6].parse().unwrap();
    assert!((0.1..1.5).contains(&(burned + system)), "{burned} {system}");
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(
        notes.contains("of 9 levels soukoban solved 7, sokoban 2, both 2"),
        "{notes}"
    );
    assert!(
        notes.contains("level 6, sokoban: answered for level 1"),
        "{notes}"
    );
}

#[test]
fn wrong_usage_is_refused() {
    for arguments in [&["--levels", "10"], &["--levels", "0"], &["--time", "0"]] {
        assert!(!compare(arguments).status.success(), "{arguments:?}");
    }
    assert!(
        !compare(&["--against", "./no-such-program"])
            .status
            .success()
    );
}
