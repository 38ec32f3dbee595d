//! The levels of `levels/generated`: all there, all different, as graded, and as proven.
#![expect(clippy::unwrap_used, reason = "where a helper fails, its test should")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin_cmd;
use sokoban_core::{Board, Canonical, Solution, SolutionMetrics};
use sokoban_formats::{LevelSet, ReadOptions, read};
use sokoban_oracle::generated_row;
use sokoban_search::{Algorithm, Limits, Objective, Outcome, SolveConfig, solve};

const GRADES: [&str; 5] = ["1-beginner", "2-easy", "3-medium", "4-hard", "5-expert"];

/// Of each grade, the least and most boxes, the least and most pushes, and the least box changes.
const MEASURES: [[usize; 5]; 5] =
    [[2, 2, 5, 12, 1], [2, 3, 13, 22, 4], [3, 4, 23, 34, 6], [4, 5, 35, 99, 9], [4, 5, 40, 99, 11]];

/// How optima were found.
const SOURCES: [&str; 2] = ["exhaustive", "live-squares"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Git may have checked the text out with other line ends.
fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap().replace("\r\n", "\n")
}

fn path(grade: &str) -> String {
    format!("levels/generated/{grade}.sok")
}

fn levels(grade: &str) -> LevelSet {
    read(text(&path(grade)).as_bytes(), &ReadOptions::default())
}

/// What `optimal.csv` says: file, level, pushes, and how they were found.
fn pinned() -> Vec<[String; 4]> {
    let csv = text("levels/generated/optimal.csv");
    let row = |row: &str| {
        let cells: Vec<String> = row.split(',').map(str::to_owned).collect();
        cells.try_into().unwrap()
    };
    csv.lines().skip(1).map(row).collect()
}

/// Titles, measures of the stored solutions, and the proof by the search that is usual and by one
/// that begins at both ends, as the one that the levels were made with does not.
#[test]
fn two_hundred_levels_are_different_as_graded_and_proven() {
    let pinned = pinned();
    let mut pins = pinned.iter();
    let (mut forms, mut titles) = (BTreeSet::new(), BTreeSet::new());
    for (grade, [least_boxes, most_boxes, least, most, changes]) in GRADES.iter().zip(MEASURES) {
        let set = levels(grade);
        assert_eq!(set.entries.len(), 40, "{grade}");
        for (index, entry) in set.entries.iter().enumerate() {
            let name = format!("{grade}, level {}", index + 1);
            let level = entry.level.as_ref().unwrap();
            assert!(titles.insert((grade, entry.title().unwrap().to_owned())), "{name}");
            assert!(forms.insert(Canonical::try_from(level).unwrap().into_text()), "{name}");

            let board = Board::try_from(level).unwrap();
            let [moves] = entry.remarks.moves.as_slice() else { panic!("{name}: one solution") };
            let solution: Solution = moves.text().parse().unwrap();
            let metrics = SolutionMetrics::replay(&solution, &board).unwrap();
            assert!((least_boxes..=most_boxes).contains(&board.start_boxes().len()), "{name}");
            assert!((least..=most).contains(&metrics.pushes), "{name}: {metrics:?}");
            assert!(metrics.box_changes >= changes, "{name}: {metrics:?}");

            let [file, number, pushes, source] = pins.next().unwrap();
            assert_eq!((file, number), (&path(grade), &(index + 1).to_string()));
            assert!(SOURCES.contains(&source.as_str()), "{name}: {source}");
            assert_eq!(pushes.parse::<usize>().unwrap(), metrics.pushes, "{name}");
            for algorithm in [Algorithm::Auto, Algorithm::Bidirectional] {
                let config = SolveConfig { algorithm, ..SolveConfig::default() };
                let report = solve(&board, &config, &Limits::default(), &mut ()).unwrap();
                let Outcome::Solved { solution, optimality, .. } = report.outcome else {
                    panic!("{name} is not solved");
                };
                assert!(optimality.is_proven(Objective::Pushes), "{name}");
                assert_eq!(solution.replay(&board).unwrap().pushes, metrics.pushes, "{name}");
            }
        }
    }
    assert_eq!((forms.len(), titles.len(), pins.next()), (200, 200, None));
}

/// Every fourth level of the three easier grades; all of them take minutes.
#[test]
fn pinned_optima_are_those_of_exhaustive_search() {
    let pinned = pinned();
    for (grade, offset) in [(0, 3), (1, 2), (2, 1)] {
        let boards = sokoban_oracle::boards_in(&text(&path(GRADES[grade])));
        for index in (offset..40).step_by(4) {
            let [_, _, pushes, source] = &pinned[40 * grade + index];
            assert_eq!(generated_row(&boards[index]), format!("{pushes},{source}"), "{index}");
        }
    }
}

/// The command stands at the head of the file and in the documentation.
#[test]
fn files_are_made_again_by_their_commands() {
    let readme = text("levels/README.md");
    for (number, grade) in GRADES.iter().enumerate() {
        let kept = text(&path(grade));
        let command = kept.lines().find_map(|line| line.strip_prefix("Made by: sokoban ")).unwrap();
        let line = format!("sokoban {command} --out {}\n", path(grade));
        assert!(readme.contains(&line), "levels/README.md does not have: {line}");
        // The others take longer.
        if number < 2 {
            let program = cargo_bin_cmd!("sokoban");
            let output = Command::new(program.get_program()).args(command.split(' ')).output();
            assert!(String::from_utf8(output.unwrap().stdout).unwrap() == kept, "{grade}");
        }
    }
}
