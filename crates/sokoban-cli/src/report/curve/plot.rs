//! The curve as a picture: caps against expansions, both on logarithmic axes.

use std::io;

use indicatif::{HumanBytes, HumanCount};
use plotters::coord::Shift;
use plotters::coord::combinators::{LogCoord, WithKeyPoints};
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use sokoban_search::SmaStages;

use super::{Critical, Curve, CurveRun};
use crate::args::CapUnit;

const SIZE: (u32, u32) = (900, 600);
const FONT: &str = "sans-serif";
/// Letters of a level's name in the title.
const MOST_LETTERS: usize = 50;
/// Two hues that are told apart without color vision, in the order of the stages that were run.
const HUES: [RGBColor; 2] = [RGBColor(0, 90, 160), RGBColor(200, 80, 0)];
const GRAY: RGBColor = RGBColor(90, 90, 90);
const PALE: RGBColor = RGBColor(225, 225, 225);

/// The chart, whose axes are the caps and the expansions.
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<LogAxis, LogAxis>>;
type LogAxis = WithKeyPoints<LogCoord<f64>>;
/// A part of the picture outside of the chart, in pixels.
type Strip<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// The picture of `curve` as a text, with `heading` for the level in its title.
///
/// # Errors
/// An error of the drawing library, of which none is known that a text could cause.
pub(crate) fn svg(curve: &Curve, heading: &str) -> io::Result<String> {
    let mut picture = String::new();
    draw(curve, heading, &mut picture).map_err(io::Error::other)?;
    Ok(picture)
}

fn draw(curve: &Curve, heading: &str, picture: &mut String) -> Drawn {
    let root = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    // The legend has a strip of its own, since a box inside the chart would hide runs.
    let (strip, below) = root.split_vertically(76);
    draw_legend(curve, heading, &strip)?;
    let caps = span(curve.runs.iter().map(|run| run.cap).chain([curve.peak()]), 1.25);
    let (least, most) =
        span(curve.runs.iter().map(expanded).chain([curve.reference.stats.expanded]), 1.3);
    // At the foot, below all marks, is room for the names of two critical points.
    let expansions = (least / (most / least).powf(0.12), most);
    let cap_ticks = match curve.unit {
        CapUnit::States => decimal_ticks(caps),
        CapUnit::Bytes => binary_ticks(caps),
    };
    let mut chart: Chart<'_> = ChartBuilder::on(&below)
        .margin(16)
        .margin_top(4)
        .x_label_area_size(52)
        .y_label_area_size(110)
        .build_cartesian_2d(
            (caps.0..caps.1).log_scale().with_key_points(cap_ticks),
            (expansions.0..expansions.1).log_scale().with_key_points(decimal_ticks(expansions)),
        )?;
    let short = |cap: &f64| match curve.unit {
        CapUnit::States => HumanCount(cap.round() as u64).to_string(),
        CapUnit::Bytes => HumanBytes(cap.round() as u64).to_string().replace(".00", ""),
    };
    chart
        .configure_mesh()
        .light_line_style(WHITE.mix(0.0))
        .bold_line_style(PALE)
        .x_desc(format!("cap: {} in memory (logarithmic)", curve.unit.name()))
        .y_desc("states expanded (logarithmic)")
        .x_label_formatter(&short)
        .y_label_formatter(&|count| HumanCount(count.round() as u64).to_string())
        .axis_desc_style((FONT, 16))
        .label_style((FONT, 14))
        .draw()?;
    draw_reference(curve, caps, &mut chart)?;
    for (number, stages) in curve.stages().into_iter().enumerate() {
        let hue = HUES[number % HUES.len()];
        draw_runs(curve, stages, hue, &mut chart)?;
        draw_critical(curve, stages, (hue, number), (caps, expansions), &mut chart)?;
    }
    root.present()?;
    Ok(())
}

/// The title, and below it what the lines and marks are.
fn draw_legend(curve: &Curve, heading: &str, strip: &Strip<'_>) -> Drawn {
    let title = (FONT, 20).into_font().color(&BLACK).pos(Pos::new(HPos::Center, VPos::Top));
    let text = format!("Memory against expansions: {}", shortened(heading));
    strip.draw(&Text::new(text, (SIZE.0 as i32 / 2, 16), title))?;
    let style = (FONT, 15).into_font().color(&BLACK).pos(Pos::new(HPos::Left, VPos::Center));
    let name = |text: String, x| Text::new(text, (x + 36, 58), style.clone());

    let (expanded, peak) = (curve.reference.stats.expanded, curve.amount(curve.peak()));
    let text = format!("A*: {} expanded, {peak} at peak", HumanCount(expanded));
    let dashes = vec![(16, 58), (44, 58)];
    strip.draw(&DashedPathElement::new(dashes, 6, 4, GRAY.stroke_width(2)))?;
    strip.draw(&TriangleMarker::new((30, 58), 7, GRAY.filled()))?;
    strip.draw(&name(text, 16))?;

    for (number, stages) in curve.stages().into_iter().enumerate() {
        let (hue, x) = (HUES[number % HUES.len()], 410 + 145 * number as i32);
        strip.draw(&PathElement::new([(x, 58), (x + 28, 58)], hue.stroke_width(2)))?;
        strip.draw(&Circle::new((x + 14, 58), 4, hue.filled()))?;
        let text = match stages {
            SmaStages::A => "SMA* alone",
            _ => "SMA*, deepening",
        };
        strip.draw(&name(text.to_owned(), x))?;
    }
    if curve.runs.iter().any(|run| !run.is_solved()) {
        strip.draw(&Cross::new((748, 58), 5, GRAY.stroke_width(2)))?;
        strip.draw(&name("no solution".to_owned(), 728))?;
    }
    Ok(())
}

/// A* as a dashed line across, with its peak marked.
fn draw_reference(curve: &Curve, caps: (f64, f64), chart: &mut Chart<'_>) -> Drawn {
    let level = curve.reference.stats.expanded.max(1) as f64;
    let line = [(caps.0, level), (caps.1, level)];
    chart.draw_series(DashedLineSeries::new(line, 6, 4, GRAY.stroke_width(2)))?;
    let peak = (curve.peak().max(1) as f64, level);
    chart.draw_series([TriangleMarker::new(peak, 7, GRAY.filled())])?;
    Ok(())
}

/// The runs that found a solution as a line of dots, the others as crosses.
fn draw_runs(curve: &Curve, stages: SmaStages, hue: RGBColor, chart: &mut Chart<'_>) -> Drawn {
    let point = |run: &CurveRun| (run.cap as f64, expanded(run).max(1) as f64);
    let runs = curve.runs_of(stages);
    let (solved, failed): (Vec<&CurveRun>, Vec<&CurveRun>) =
        runs.into_iter().partition(|run| run.is_solved());
    chart.draw_series(LineSeries::new(solved.iter().map(|run| point(run)), hue.stroke_width(2)))?;
    chart.draw_series(solved.iter().map(|run| Circle::new(point(run), 4, hue.filled())))?;
    let crosses = failed.iter().map(|run| Cross::new(point(run), 5, hue.stroke_width(2)));
    chart.draw_series(crosses)?;
    Ok(())
}

/// A line down at the critical point, with its cap.
fn draw_critical(
    curve: &Curve,
    stages: SmaStages,
    (hue, number): (RGBColor, usize),
    (caps, expansions): ((f64, f64), (f64, f64)),
    chart: &mut Chart<'_>,
) -> Drawn {
    let Critical { solves_at: Some(cap), fails_at: Some(_) } = curve.critical(stages) else {
        return Ok(());
    };
    let cap = cap as f64;
    let line = [(cap, expansions.0), (cap, expansions.1)];
    chart.draw_series(DashedLineSeries::new(line, 2, 4, hue.stroke_width(1)))?;
    // Beside the line, on the side that has more room.
    let is_left = (cap / caps.0).ln() < (caps.1 / caps.0).ln() / 2.0;
    let (side, offset) = if is_left { (HPos::Left, 8) } else { (HPos::Right, -8) };
    let text = format!("critical point: {}", curve.amount(cap as u64));
    let style = (FONT, 15).into_font().color(&hue).pos(Pos::new(side, VPos::Bottom));
    let place = (offset, -10 - 20 * number as i32);
    let foot = (cap, expansions.0);
    chart.draw_series([EmptyElement::at(foot) + Text::new(text, place, style)])?;
    Ok(())
}

fn expanded(run: &CurveRun) -> u64 {
    run.report.stats.expanded
}

/// The end of `text`, as much as there is room for in the title.
fn shortened(text: &str) -> String {
    let length = text.chars().count();
    if length <= MOST_LETTERS {
        return text.to_owned();
    }
    let end = text.chars().skip(length - MOST_LETTERS);
    format!("...{}", end.collect::<String>())
}

/// The least and the greatest number with room at both ends, and a factor of 10 between them at
/// least, so that every axis has a tick to read.
fn span(numbers: impl Iterator<Item = u64>, room: f64) -> (f64, f64) {
    let (least, greatest) = numbers.fold((u64::MAX, 1), |(least, greatest), number| {
        let number = number.max(1);
        (least.min(number), greatest.max(number))
    });
    let (least, greatest) = (least as f64 / room, greatest as f64 * room);
    let missing = (10.0 * least / greatest).max(1.0).sqrt();
    (least / missing, greatest * missing)
}

/// 1, 2 and 5 times the powers of 10 in between; the powers alone where these are many.
fn decimal_ticks((from, to): (f64, f64)) -> Vec<f64> {
    let factors: &[f64] = if to / from > 3e3 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let powers = (0..20).map(|power| 10_f64.powi(power));
    let ticks = powers.flat_map(|power| factors.iter().map(move |factor| factor * power));
    ticks.filter(|tick| (from..=to).contains(tick)).collect()
}

/// Powers of 2 in between, of 16 where these are many.
fn binary_ticks((from, to): (f64, f64)) -> Vec<f64> {
    let step = if to / from > 1e4 { 4 } else { 1 };
    let powers = (0..64).step_by(step).map(|power| 2_f64.powi(power));
    powers.filter(|tick| (from..=to).contains(tick)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_end() {
        assert_eq!(shortened("a.xsb, level 1"), "a.xsb, level 1");
        let long = "é".repeat(60) + ", level 1";
        assert_eq!(shortened(&long).chars().count(), 3 + MOST_LETTERS);
        assert!(shortened(&long).ends_with("é, level 1"));
    }

    #[test]
    fn every_axis_has_ticks() {
        for numbers in [vec![1], vec![84, 84], vec![0, 7], vec![168, 23_000], vec![1, u64::MAX]] {
            let (from, to) = span(numbers.iter().copied(), 1.25);
            assert!(from > 0.0 && to / from >= 9.99, "{numbers:?}");
            assert!(numbers.iter().all(|&one| (from..=to).contains(&(one.max(1) as f64))));
            for ticks in [decimal_ticks((from, to)), binary_ticks((from, to))] {
                assert!((1..=20).contains(&ticks.len()), "{numbers:?}: {ticks:?}");
            }
        }
        assert_eq!(decimal_ticks((90.0, 1_100.0)), [100.0, 200.0, 500.0, 1_000.0]);
        assert_eq!(decimal_ticks((0.5, 5.0)), [1.0, 2.0, 5.0], "there are no parts of a state");
        assert_eq!(binary_ticks((1_000.0, 5_000.0)), [1_024.0, 2_048.0, 4_096.0]);
    }
}
