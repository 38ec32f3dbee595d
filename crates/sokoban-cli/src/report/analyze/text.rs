//! The analysis for people.

use clap::builder::styling::AnsiColor;
use sokoban_analyze::{Part, Verdict};

use super::{AnalyzeReport, Analyzed, Finding, drawing, words};
use crate::diagnostics::styled;
use crate::report::text::{counted, noun, runs, wrapped};

/// Squares of boxes that are named one by one.
const NAMED: usize = 3;

/// The block of a level; nothing for an invalid one, which is told on standard error.
pub(crate) fn block(report: &AnalyzeReport<'_>) -> String {
    let analyzed = match &report.finding {
        Finding::Invalid(_) => return String::new(),
        Finding::Failed => {
            let unknown = styled("unknown", AnsiColor::Yellow);
            let heading = report.heading();
            return format!("{heading}\n  {unknown}: an internal error ended the analysis\n");
        }
        Finding::Analyzed(analyzed) => analyzed,
    };
    let mut text = format!("{}\n", report.heading());
    text += &summary(analyzed);
    text += &sizes(analyzed);
    text.push('\n');
    text += &drawing::shape(analyzed.level, &analyzed.board, &analyzed.analysis.shape);
    text += &bounds(analyzed);
    text += &optimal(analyzed);
    text += &solution(analyzed);
    text += &difficulty(analyzed);
    text += &format!("\n  cost: {:.3} s\n", analyzed.elapsed.as_secs_f64());
    text
}

fn summary(analyzed: &Analyzed<'_>) -> String {
    let analysis = &analyzed.analysis;
    let words = words::verdict(&analysis.verdict);
    // What comes before the colon, if there is one, has the color.
    let (head, rest) = words.split_once(':').unwrap_or((&words, ""));
    let color = match analysis.verdict {
        Verdict::Solvable => AnsiColor::Green,
        Verdict::Unsolvable(_) => AnsiColor::Red,
        Verdict::Unknown(_) => AnsiColor::Yellow,
    };
    let gap = if rest.is_empty() { "" } else { ":" };
    let mut text = format!("  {}{gap}{rest}\n", styled(head, color));
    if !analysis.is_unsolvable() {
        let stop = analysis.pushes_stopped_by;
        text += &format!("  pushes: {}\n", words::least(analysis.pushes, "push", "pushes", stop));
        let stop = analysis.moves_stopped_by;
        text += &format!("  moves: {}\n", words::least(analysis.moves, "move", "moves", stop));
    }
    text
}

fn sizes(analyzed: &Analyzed<'_>) -> String {
    let shape = &analyzed.analysis.shape;
    let (width, height) = (shape.width, shape.height);
    let on_goals = match shape.boxes_on_goals {
        0 => String::new(),
        count => format!(" ({count} on goals)"),
    };
    let squares = noun(shape.squares, "square", "squares");
    let boxes = noun(shape.boxes, "box", "boxes");
    let goals = noun(shape.goals, "goal", "goals");
    let mut text = format!("  size: {width} x {height}, {squares}, {boxes}{on_goals}, {goals}\n");
    let (live, dead) = (shape.live_squares(), shape.dead_squares.len());
    let (tunnels, one_way) = (shape.tunnels.len(), shape.one_way().count());
    text +=
        &format!("  squares: {live} live, {dead} dead; {tunnels} in tunnels, {one_way} one-way\n");
    if let Some(id) = analyzed.id {
        text += &format!("  id: {id}\n");
    }
    text
}

fn bounds(analyzed: &Analyzed<'_>) -> String {
    let analysis = &analyzed.analysis;
    let mut text = "\n  bounds at the start:\n".to_owned();
    for bound in &analysis.bounds {
        let (least, short) = words::bound(bound, analysis);
        let line = format!("    {:<20}{least:<14}{short}", bound.kind.name());
        text += &format!("{}\n", line.trim_end());
    }
    text
}

fn optimal(analyzed: &Analyzed<'_>) -> String {
    let analysis = &analyzed.analysis;
    let mut text = "\n  push-optimal solutions: ".to_owned();
    let Part::Done(survey) = &analysis.optimal else {
        return text + &words::no_survey(analysis).unwrap_or_default() + "\n";
    };
    let sequences = words::sequences(survey.sequences, &analyzed.settings);
    text += match survey.sequences {
        1 => "one push sequence, so that it is unique\n",
        _ => "",
    };
    if survey.sequences != 1 {
        text += &format!("{sequences} push sequences through {} states\n", survey.states);
    }
    let board = &analyzed.board;
    let unmoved = &survey.unmoved_boxes;
    text += &match unmoved.len() {
        0 => "  boxes never moved by them: none\n".to_owned(),
        count => format!(
            "  boxes never moved by them: {count} of {} ({})\n",
            analysis.shape.boxes,
            words::places(board, unmoved, NAMED),
        ),
    };
    let unused = words::unused(board, survey).len();
    let live = board.live_squares();
    text += &format!("  live squares where no box ever stands in them: {unused} of {live}\n\n");
    text + &drawing::usage(analyzed.level, board, survey)
}

fn solution(analyzed: &Analyzed<'_>) -> String {
    let Some(found) = &analyzed.analysis.found else { return String::new() };
    let metrics = &found.metrics;
    let counts = counted(metrics.pushes, metrics.moves);
    let letters = wrapped(&found.solution.to_string());
    format!("\n  solution: {counts}\n  {}\n{letters}", runs(metrics))
}

fn difficulty(analyzed: &Analyzed<'_>) -> String {
    let analysis = &analyzed.analysis;
    let states = words::states(analysis, &analyzed.settings);
    let mut text =
        format!("\n  states: {states}\n\n  difficulty, as the literature measures it:\n");
    for measure in &analysis.measures {
        let value = words::value(measure.value);
        let (what, source) = (measure.kind.description(), measure.kind.source().short());
        text += &format!("    {value:>11}  {what}\n{:17}({source})\n", "");
    }
    text
}
