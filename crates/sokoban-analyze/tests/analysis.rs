//! Analyses of the shipped levels against pinned truth, with and without limits.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use sokoban_analyze::{
    Analysis, AnalysisObserver, MeasureKind, Part, Settings, Source, Stage, Value, Verdict, analyze,
};
use sokoban_core::{Board, Level};
use sokoban_oracle::boards_in;
use sokoban_search::{Limits, Observer, Progress, Proof, StopReason};

/// A level with what exhaustive search found.
struct Pinned {
    text: String,
    /// None if it is unsolvable.
    least: Option<(u32, u32)>,
    states: u32,
}

/// The levels of `levels/optimal.csv` with no more than so many states, but for the largest boards,
/// on which pattern databases take long.
fn pinned(most_states: u32) -> Vec<Pinned> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let csv = fs::read_to_string(root.join("levels/optimal.csv")).expect("it is shipped");
    let mut levels = Vec::new();
    for line in csv.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [file, number, pushes, moves, _, _, states, _] = fields[..] else {
            panic!("a line of other fields: {line}");
        };
        let Ok(states) = states.parse() else { continue };
        if states > most_states {
            continue;
        }
        let boards = boards_in(&fs::read_to_string(root.join(file)).expect("it is shipped"));
        let number: usize = number.parse().expect("a number");
        if boards[number - 1].len() > 1_000 {
            continue;
        }
        levels.push(Pinned {
            text: boards[number - 1].clone(),
            least: pushes.parse().ok().zip(moves.parse().ok()),
            states,
        });
    }
    levels
}

/// Of these the ones with small boards, on which every bound is soon built.
fn small(most_states: u32) -> impl Iterator<Item = Pinned> {
    pinned(most_states).into_iter().filter(|level| level.text.len() < 300)
}

fn board(text: &str) -> Board {
    let level: Level = text.parse().expect("a level");
    Board::try_from(&level).expect("a board")
}

fn value(analysis: &Analysis, kind: MeasureKind) -> Value {
    let measure = analysis.measures.iter().find(|measure| measure.kind == kind);
    measure.expect("every measure is told").value
}

#[test]
fn analyses_say_what_exhaustive_search_says() {
    let settings = Settings { most_states: 20_000, ..Settings::default() };
    let (mut solvable, mut unsolvable) = (0, 0);
    for Pinned { text, least, states } in pinned(settings.most_states) {
        let analysis = analyze(&board(&text), &settings, &Limits::default(), &mut ());
        let census = analysis.census.done().expect("there are few enough states");
        assert_eq!(census.states, u64::from(states), "{text}");
        assert_eq!(value(&analysis, MeasureKind::States), Value::Count(states.into()));
        let Some((pushes, moves)) = least else {
            assert!(matches!(analysis.verdict, Verdict::Unsolvable(_)), "{text}");
            assert_eq!(analysis.optimal, Part::Skipped);
            assert_eq!(value(&analysis, MeasureKind::UnsolvableShare), Value::Ratio(1.0));
            assert_eq!(value(&analysis, MeasureKind::Pushes), Value::Unknown);
            unsolvable += 1;
            continue;
        };
        assert_eq!(analysis.verdict, Verdict::Solvable, "{text}");
        assert_eq!(analysis.pushes.proven(), Some(pushes), "{text}");
        assert_eq!(analysis.moves.proven(), Some(moves), "{text}");
        assert_eq!(census.least_pushes, Some(pushes), "{text}");
        let found = analysis.found.as_ref().expect("it is solvable");
        assert_eq!(found.metrics.pushes, pushes as usize, "the one shown has the fewest pushes");
        let survey = analysis.optimal.done().expect("there is no limit");
        assert!(survey.sequences >= 1, "{text}");
        let best = analysis.best_bound().expect("there are bounds");
        let gap = value(&analysis, MeasureKind::BoundGap);
        assert_eq!(gap, Value::Count(u64::from(pushes - best)), "{text}");
        for bound in &analysis.bounds {
            let most = if bound.counts_moves() { moves } else { pushes };
            let least = bound.least.done().expect("there is no limit").expect("no proof of none");
            assert!(least <= most, "{}: {least}, not {most}\n{text}", bound.kind);
        }
        solvable += 1;
    }
    assert!(solvable > 40 && unsolvable > 4, "{solvable}, {unsolvable}");
}

#[test]
fn what_limits_leave_is_still_true() {
    let settings = Settings { most_states: 100, ..Settings::default() };
    let (mut open, mut partly) = (0, 0);
    for Pinned { text, least, states } in small(5_000) {
        for nodes in [1, 10, 100] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let analysis = analyze(&board(&text), &settings, &limits, &mut ());
            let (pushes, moves) = (analysis.pushes, analysis.moves);
            match (analysis.verdict, least) {
                (Verdict::Solvable, Some(_)) => {}
                (Verdict::Unsolvable(_), None) => continue,
                (Verdict::Unknown(reason), _) => {
                    assert_eq!(reason, StopReason::Nodes, "{text}");
                    open += 1;
                }
                (verdict, least) => panic!("{verdict:?}, not {least:?}\n{text}"),
            }
            if let Some((least_pushes, least_moves)) = least {
                assert!(pushes.at_least() <= least_pushes && moves.at_least() <= least_moves);
                assert!(pushes.at_most().is_none_or(|most| most >= least_pushes), "{text}");
                assert!(moves.at_most().is_none_or(|most| most >= least_moves), "{text}");
                assert!(pushes.proven().is_none_or(|proven| proven == least_pushes), "{text}");
                partly += usize::from(pushes.at_most().is_some() && moves.proven().is_none());
            }
            match analysis.census {
                Part::Done(census) => assert_eq!(census.states, u64::from(states)),
                Part::Stopped(reason) => assert_eq!(reason, StopReason::Nodes),
                Part::Skipped => {
                    assert!(states > 100);
                    assert_eq!(value(&analysis, MeasureKind::States), Value::AtLeast(101));
                }
            }
            assert_eq!(analysis.bounds.len(), 8);
        }
    }
    assert!(open > 20 && partly > 5, "{open}, {partly}");
}

/// Writes down the stages, and stops everything in one of them.
struct Impatient {
    stages: Vec<Stage>,
    until: Stage,
    limits: Limits,
}

impl Observer for Impatient {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        if self.stages.last() == Some(&self.until) {
            self.limits.cancel.cancel();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl AnalysisObserver for Impatient {
    fn begin(&mut self, stage: Stage) {
        self.stages.push(stage);
    }
}

#[test]
fn a_cancellation_keeps_what_was_found() {
    let board = board("########\n#@     #\n# $$   #\n#  ..  #\n#      #\n########");
    let run = |until| {
        let limits = Limits::default();
        let mut observer = Impatient { stages: Vec::new(), until, limits: limits.clone() };
        let analysis = analyze(&board, &Settings::default(), &limits, &mut observer);
        (observer.stages, analysis)
    };
    let (stages, analysis) = run(Stage::AnySolution);
    let all = [Stage::Bounds, Stage::Census, Stage::Pushes, Stage::Moves, Stage::Optimal];
    assert_eq!(stages, all, "nothing is looked for that is found");
    let (pushes, moves) = (analysis.pushes.proven(), analysis.moves.proven());
    assert!(pushes.is_some() && moves.is_some());

    let (_, early) = run(Stage::Census);
    assert_eq!(early.verdict, Verdict::Unknown(StopReason::Cancelled));
    assert_eq!(early.census, Part::Stopped(StopReason::Cancelled));
    assert_eq!(early.bounds, analysis.bounds, "they came before");
    assert!(early.pushes.at_least() > 0);

    let (_, late) = run(Stage::Moves);
    assert_eq!(late.pushes.proven(), pushes);
    assert_eq!((late.verdict, late.moves.proven()), (Verdict::Solvable, None));
    assert_eq!(late.moves_stopped_by, Some(StopReason::Cancelled));
    assert_eq!(late.optimal, Part::Stopped(StopReason::Cancelled));
    assert_eq!(late.census, analysis.census);
}

#[test]
fn a_census_proves_what_searches_leave_open() {
    // The matching sees nothing wrong, and one expansion is not enough to see more.
    let text = small(5_000).find(|level| {
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let none = Settings { most_states: 1, ..Settings::default() };
        let analysis = analyze(&board(&level.text), &none, &limits, &mut ());
        level.least.is_none() && matches!(analysis.verdict, Verdict::Unknown(_))
    });
    let level = text.expect("one of the unsolvable levels needs a search");
    let analysis = analyze(&board(&level.text), &Settings::default(), &Limits::default(), &mut ());
    assert_eq!(analysis.verdict, Verdict::Unsolvable(Proof::Exhausted));
}

#[test]
fn every_measure_has_words_and_a_source() {
    for kind in MeasureKind::ALL {
        assert!(Source::ALL.contains(&kind.source()), "{kind:?}");
        assert!(!kind.description().is_empty() && !kind.name().contains(' '));
        assert!(kind.source().reference().contains("Sokoban"));
    }
}
