//! The analysis as one JSON object a line.

use serde::Serialize;
use sokoban_analyze::{Least, Part, Value, Verdict};
use sokoban_core::{Board, Position, Square};

use super::{AnalyzeReport, Analyzed, Finding, words};
use crate::report::Warned;
use crate::report::json::{SCHEMA, seconds, written};

/// A square by its row and its column in the drawing, from 1.
type Place = [usize; 2];

/// One level, in the order in which the fields are written.
#[derive(Debug, Serialize)]
struct JsonAnalysis<'r> {
    schema: u32,
    file: &'r str,
    level: usize,
    title: Option<&'r str>,
    verdict: &'static str,
    reason: Option<String>,
    stopped_by: Option<&'static str>,
    id: Option<String>,
    shape: Option<JsonShape>,
    pushes: Option<JsonLeast>,
    moves: Option<JsonLeast>,
    bounds: Vec<JsonBound>,
    optimal: Option<JsonOptimal>,
    states: Option<JsonStates>,
    solution: Option<JsonSolution>,
    difficulty: Vec<JsonMeasure>,
    seconds: Option<f64>,
    warnings: &'r [Warned],
}

#[derive(Debug, Serialize)]
struct JsonShape {
    width: usize,
    height: usize,
    squares: usize,
    live_squares: usize,
    boxes: usize,
    boxes_on_goals: usize,
    goals: usize,
    dead: Vec<Place>,
    tunnels: Vec<Place>,
    one_way: Vec<Place>,
}

#[derive(Debug, Serialize)]
struct JsonLeast {
    at_least: u32,
    at_most: Option<u32>,
    proven: bool,
    stopped_by: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct JsonBound {
    heuristic: &'static str,
    measure: &'static str,
    bound: Option<u32>,
    unsolvable: bool,
    stopped_by: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct JsonOptimal {
    sequences: Option<u64>,
    capped: bool,
    states: Option<u64>,
    unmoved_boxes: Option<Vec<Place>>,
    unused: Option<Vec<Place>>,
    untouched: Option<Vec<Place>>,
    stopped_by: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct JsonStates {
    states: Option<u64>,
    more_than: Option<u32>,
    solved: Option<u64>,
    unsolvable: Option<u64>,
    pushes: Option<u64>,
    pushes_of_solvable: Option<u64>,
    losing_pushes: Option<u64>,
    stopped_by: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct JsonSolution {
    lurd: String,
    pushes: usize,
    moves: usize,
    box_lines: usize,
    box_changes: usize,
    pushing_sessions: usize,
    player_lines: usize,
}

#[derive(Debug, Serialize)]
struct JsonMeasure {
    measure: &'static str,
    value: Option<JsonValue>,
    at_least: Option<u64>,
    description: &'static str,
    source: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum JsonValue {
    Count(u64),
    Ratio(f64),
}

/// The report as one line, with its end.
pub(crate) fn line(report: &AnalyzeReport<'_>) -> String {
    let mut json = JsonAnalysis {
        schema: SCHEMA,
        file: &report.file,
        level: report.number,
        title: report.title.as_deref(),
        verdict: "invalid",
        reason: None,
        stopped_by: None,
        id: None,
        shape: None,
        pushes: None,
        moves: None,
        bounds: Vec::new(),
        optimal: None,
        states: None,
        solution: None,
        difficulty: Vec::new(),
        seconds: None,
        warnings: &report.warnings,
    };
    match &report.finding {
        Finding::Invalid(invalid) => {
            json.reason = Some(format!("{}:{}: {}", invalid.line, invalid.column, invalid.what));
        }
        Finding::Failed => {
            json.verdict = "unknown";
            json.reason = Some("an internal error ended the analysis".to_owned());
        }
        Finding::Analyzed(analyzed) => fill(&mut json, analyzed),
    }
    written(&json)
}

fn fill(json: &mut JsonAnalysis<'_>, analyzed: &Analyzed<'_>) {
    let analysis = &analyzed.analysis;
    match analysis.verdict {
        Verdict::Solvable => json.verdict = "solved",
        Verdict::Unsolvable(proof) => {
            json.verdict = "unsolvable";
            json.reason = Some(proof.to_string());
        }
        Verdict::Unknown(reason) => {
            json.verdict = "unknown";
            json.stopped_by = Some(reason.name());
        }
    }
    json.id = analyzed.id.map(|id| id.to_string());
    json.seconds = Some(seconds(analyzed.elapsed));
    json.shape = Some(shape(analyzed));
    if !analysis.is_unsolvable() {
        let name = |reason: sokoban_search::StopReason| reason.name();
        json.pushes = Some(least(analysis.pushes, analysis.pushes_stopped_by.map(name)));
        json.moves = Some(least(analysis.moves, analysis.moves_stopped_by.map(name)));
    }
    json.bounds = analysis
        .bounds
        .iter()
        .map(|bound| JsonBound {
            heuristic: bound.kind.name(),
            measure: if bound.counts_moves() { "moves" } else { "pushes" },
            bound: bound.least.done().copied().flatten(),
            unsolvable: bound.least == Part::Done(None),
            stopped_by: stopped_by(&bound.least),
        })
        .collect();
    json.optimal = optimal(analyzed);
    let census = analysis.census.done();
    json.states = Some(JsonStates {
        states: census.map(|census| census.states),
        more_than: (analysis.census == Part::Skipped).then_some(analyzed.settings.most_states),
        solved: census.map(|census| census.solved),
        unsolvable: census.map(|census| census.unsolvable),
        pushes: census.map(|census| census.pushes),
        pushes_of_solvable: census.map(|census| census.pushes_of_solvable),
        losing_pushes: census.map(|census| census.losing_pushes),
        stopped_by: stopped_by(&analysis.census),
    });
    json.solution = analysis.found.as_ref().map(|found| JsonSolution {
        lurd: found.solution.to_string(),
        pushes: found.metrics.pushes,
        moves: found.metrics.moves,
        box_lines: found.metrics.box_lines,
        box_changes: found.metrics.box_changes,
        pushing_sessions: found.metrics.pushing_sessions,
        player_lines: found.metrics.player_lines,
    });
    let measure = |measure: &sokoban_analyze::Measure| JsonMeasure {
        measure: measure.kind.name(),
        value: match measure.value {
            Value::Count(count) => Some(JsonValue::Count(count)),
            // To four decimals, like other ratios.
            Value::Ratio(ratio) => Some(JsonValue::Ratio((ratio * 1e4).round() / 1e4)),
            Value::AtLeast(_) | Value::Unknown => None,
        },
        at_least: match measure.value {
            Value::AtLeast(count) => Some(count),
            Value::Count(_) | Value::Ratio(_) | Value::Unknown => None,
        },
        description: measure.kind.description(),
        source: measure.kind.source().reference(),
    };
    json.difficulty = analysis.measures.iter().map(measure).collect();
}

fn shape(analyzed: &Analyzed<'_>) -> JsonShape {
    let shape = &analyzed.analysis.shape;
    let all = |squares: &mut dyn Iterator<Item = Square>| places(&analyzed.board, squares);
    JsonShape {
        width: shape.width,
        height: shape.height,
        squares: shape.squares,
        live_squares: shape.live_squares(),
        boxes: shape.boxes,
        boxes_on_goals: shape.boxes_on_goals,
        goals: shape.goals,
        dead: all(&mut shape.dead_squares.iter().copied()),
        tunnels: all(&mut shape.tunnels.iter().map(|tunnel| tunnel.square)),
        one_way: all(&mut shape.one_way()),
    }
}

fn optimal(analyzed: &Analyzed<'_>) -> Option<JsonOptimal> {
    let survey = match &analyzed.analysis.optimal {
        Part::Done(survey) => Some(survey),
        Part::Stopped(_) => None,
        Part::Skipped => return None,
    };
    let board = &analyzed.board;
    let unused = survey.map(|survey| words::unused(board, survey));
    let untouched = survey.zip(unused.as_ref()).map(|(survey, unused)| {
        let is_untouched = |square: &&Square| !survey.is_push_square[square.index()];
        places(board, &mut unused.iter().filter(is_untouched).copied())
    });
    Some(JsonOptimal {
        sequences: survey.map(|survey| survey.sequences),
        capped: survey.is_some_and(|survey| survey.sequences >= analyzed.settings.most_sequences),
        states: survey.map(|survey| survey.states),
        unmoved_boxes: survey
            .map(|survey| places(board, &mut survey.unmoved_boxes.iter().copied())),
        unused: unused.map(|unused| places(board, &mut unused.into_iter())),
        untouched,
        stopped_by: stopped_by(&analyzed.analysis.optimal),
    })
}

fn least(least: Least, stopped_by: Option<&'static str>) -> JsonLeast {
    JsonLeast {
        at_least: least.at_least(),
        at_most: least.at_most(),
        proven: least.proven().is_some(),
        stopped_by,
    }
}

fn stopped_by<T>(part: &Part<T>) -> Option<&'static str> {
    part.stopped_by().map(|reason| reason.name())
}

fn places(board: &Board, squares: &mut dyn Iterator<Item = Square>) -> Vec<Place> {
    squares
        .map(|square| {
            let Position { row, column } = board.position(square);
            [row + 1, column + 1]
        })
        .collect()
}
