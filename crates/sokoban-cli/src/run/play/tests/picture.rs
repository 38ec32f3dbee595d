//! The picture of a session in the README, drawn from a frame.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use sokoban_core::Board;
use sokoban_search::{Limits, Outcome, SolveConfig, solve};

use super::solving::{hear, press_with, solver};
use super::*;

/// Where the picture and the levels lie, from the folder of this package.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Width and height of a square of text in pixels, and the margin round all of them.
const WIDTH: usize = 9;
const HEIGHT: usize = 20;
const MARGIN: usize = 14;

/// A session in a window of 80 by 16: some pushes into the first level of the sources, dead squares
/// shown, and a hint asked for.
fn frame() -> Buffer {
    let text = fs::read(format!("{ROOT}/levels/sources.xsb")).unwrap();
    let set = sokoban_formats::read(&text, &sokoban_formats::ReadOptions::default());
    let levels: Vec<(usize, Level)> =
        (1..).zip(set.entries.into_iter().map(|entry| entry.level.unwrap())).collect();
    let board = Board::try_from(&levels[0].1).unwrap();
    let report = solve(&board, &SolveConfig::default(), &Limits::default(), &mut ()).unwrap();
    let Outcome::Solved { solution, .. } = report.outcome else { panic!("it can be solved") };
    let lurd = solution.to_string();
    let (fifth, _) = lurd.match_indices(char::is_uppercase).nth(5).unwrap();
    let course = Course { name: "sources.xsb".into(), count: levels.len(), levels, ..course(&[]) };
    let mut app = App::new(course, 0, Saves::new()).unwrap();
    let mut solver = solver();
    press_with(&mut app, &mut solver, &arrows(&lurd[..fifth]));
    press_with(&mut app, &mut solver, "di");
    hear(&mut app, &solver);
    let mut terminal = Terminal::new(TestBackend::new(80, 16)).unwrap();
    terminal.draw(|frame| view::draw(&app, UNICODE, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The frame as a picture, with the blocks drawn as shapes, which fonts draw with gaps.
fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let width = usize::from(columns) * WIDTH + 2 * MARGIN;
    let height = usize::from(rows) * HEIGHT + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<title>A level in sokoban play</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\"/>\n\
         <g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
         font-size=\"15\">\n",
        ground()
    );
    for y in 0..rows {
        let top = MARGIN + usize::from(y) * HEIGHT;
        let mut x = 0;
        while x < columns {
            let cell = &buffer[(x, y)];
            let is_like = |other: &u16| {
                let other = &buffer[(*other, y)];
                let is_same = (other.fg, other.modifier) == (cell.fg, cell.modifier);
                let is_blank = other.symbol() == " " && !cell.modifier.contains(Modifier::REVERSED);
                is_same && !is_blank
            };
            let count = (x..columns).take_while(is_like).count().max(1);
            let text: String =
                (0..count).map(|offset| buffer[(x + offset as u16, y)].symbol()).collect();
            svg += &run(&text, cell, MARGIN + usize::from(x) * WIDTH, top);
            x += count as u16;
        }
    }
    svg + "</g>\n</svg>\n"
}

/// Text of one style, whose first square has its corner at `left` and `top`.
fn run(text: &str, cell: &Cell, left: usize, top: usize) -> String {
    let mut svg = String::new();
    let (length, bottom) = (text.chars().count() * WIDTH, top + HEIGHT);
    let mut fill = color(cell.fg);
    let mut rect = |x: usize, width: usize, fill: &str| {
        svg += &format!(
            "<rect x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{fill}\" \
             shape-rendering=\"crispEdges\"/>\n"
        );
    };
    if cell.modifier.contains(Modifier::REVERSED) {
        rect(left, length, fill);
        fill = ground();
    }
    match text {
        " " => {}
        _ if text.chars().all(|symbol| symbol == '█') => rect(left, length, fill),
        "▐▌" => rect(left + WIDTH / 2, WIDTH, fill),
        "◖◗" => {
            let (x, y) = (left + WIDTH, top + HEIGHT / 2);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"{fill}\"/>");
        }
        _ => {
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            let baseline = bottom - 5;
            let has = |modifier| cell.modifier.contains(modifier);
            let weight = if has(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
            let opacity = if has(Modifier::DIM) { " opacity=\"0.7\"" } else { "" };
            let _ = writeln!(
                svg,
                "<text x=\"{left}\" y=\"{baseline}\" textLength=\"{length}\" \
                 lengthAdjust=\"spacingAndGlyphs\" fill=\"{fill}\"{weight}{opacity}>{text}</text>"
            );
        }
    }
    svg
}

const fn ground() -> &'static str {
    "#1b1f26"
}

/// The colors of a dark terminal, each of which stands out from its ground.
fn color(color: Color) -> &'static str {
    match color {
        Color::Reset => "#e2e5ea",
        Color::DarkGray => "#6c7686",
        Color::Cyan => "#4cc3cf",
        Color::Yellow => "#f0c24b",
        Color::Green => "#7fcf6a",
        Color::LightBlue => "#6fb4ff",
        Color::Red => "#f0616d",
        Color::Magenta => "#d78bf2",
        other => panic!("no color of the picture is {other}"),
    }
}

/// Is the picture in the README what the program draws? Where the variable `BLESS` is set, it is drawn
/// anew.
#[test]
fn the_picture_in_the_readme_is_a_frame_of_today() {
    let path = Path::new(ROOT).join("docs/pictures/play.svg");
    let drawn = svg(&frame());
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &drawn).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == drawn, "draw it anew: BLESS=1 cargo test -p sokoban-cli picture");
}
