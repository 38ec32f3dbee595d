//! Boards as planning tasks: read by readers of those languages, planned without any knowledge of
//! Sokoban, and the plans replayed.

#[path = "planning/pddl_task.rs"]
mod pddl_task;
#[path = "planning/plan.rs"]
mod plan;
#[path = "planning/sas_task.rs"]
mod sas_task;

use sokoban_core::{Board, Level, Solution};
use sokoban_formats::{pddl, sas};
use sokoban_oracle::{Grid, least_pushes, random_level};

use plan::cheapest_plan;

fn board(text: &str) -> Board {
    let level: Level = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    Board::try_from(&level).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The steps of a plan: its directions, in upper case for pushes.
fn lurd(plan: &[String]) -> String {
    let letter = |action: &String| {
        let direction = action.split(' ').next_back().and_then(|word| word.chars().next());
        let letter = direction.expect("an action ends with its direction");
        if action.starts_with("push-to-") { letter.to_ascii_uppercase() } else { letter }
    };
    plan.iter().map(letter).collect()
}

/// Holds a plan, or that there is none, to what is true of the level.
fn check(text: &str, plan: Option<(Vec<String>, u32)>, least: Option<u32>, language: &str) {
    assert_eq!(plan.as_ref().map(|(_, cost)| *cost), least, "{language}\n{text}");
    if let Some((plan, cost)) = plan {
        let solution: Solution = lurd(&plan).parse().expect("directions have letters");
        let counts = solution.replay(&board(text));
        let counts = counts.unwrap_or_else(|error| panic!("{language}: {error}\n{text}"));
        assert_eq!(
            (counts.pushes, counts.moves),
            (cost as usize, plan.len()),
            "{language}\n{text}"
        );
    }
}

fn both(text: &str) -> Option<u32> {
    let least = least_pushes(&Grid::from_xsb(text), 100_000).found();
    let board = board(text);
    let written = pddl(&board, Some("a title\nof (two lines"));
    let task = pddl_task::ground(&written.domain, &written.problem);
    check(text, cheapest_plan(&task), least, "PDDL");
    let task = sas_task::read(&sas(&board).expect("the board is small"));
    check(text, cheapest_plan(&task), least, "SAS+");
    least
}

#[test]
fn plans_of_least_cost_are_solutions_with_the_fewest_pushes() {
    let levels = [
        ("#####\n#@$.#\n#####", Some(1)),
        ("#####\n#@*.#\n#####", Some(0)),
        ("#####\n#.@ #\n#$  #\n#   #\n#####", Some(1)),
        ("######\n#@$.##\n# $. #\n#    #\n######", Some(2)),
        // A box that stands on a goal has to leave it for another.
        ("########\n#@*$ . #\n########", None),
        ("#######\n#.@ # #\n#$* $ #\n#   ###\n#  ..#\n######", None),
        // Only the box within reach counts.
        ("########\n#@$.##*#\n########", Some(1)),
    ];
    for (text, expected) in levels {
        let least = both(text);
        if expected.is_some() {
            assert_eq!(least, expected, "{text}");
        }
    }
}

#[test]
fn plans_of_random_levels_are_solutions_too() {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..20 {
        match both(&random_level(seed, 5, 5, 1 + (seed % 2) as usize, 0)) {
            Some(_) => solved += 1,
            None => unsolvable += 1,
        }
    }
    assert!(solved >= 3 && unsolvable >= 3, "{solved} solved, {unsolvable} unsolvable");
}

#[test]
fn a_board_too_large_for_sas_is_refused() {
    let row = format!("#{}#\n", "$.".repeat(60));
    let wall = "#".repeat(122) + "\n";
    let text = format!("{wall}#@{}#\n{}{wall}", " ".repeat(119), row.repeat(60));
    let board = board(&text);
    let error = sas(&board).expect_err("there are very many boxes");
    assert!(error.needed > 1_000_000 && error.to_string().contains("write PDDL"), "{error}");
    assert!(pddl(&board, None).problem.contains("box-3600"));
}
