//! The pictures of a page.

use quick_xml::escape::escape;
use sokoban_core::Square;
use sokoban_render::{Mark, Moment, Overlay, Picture, Style, Theme};

use super::{Analyzed, words};

/// A picture with what it shows.
struct Drawing {
    overlay: Overlay,
    marks: Vec<(Square, Mark)>,
    title: &'static str,
    caption: String,
}

/// The figures of a level, each light and dark. Ids of symbols begin with `prefix`.
pub(super) fn figures(analyzed: &Analyzed<'_>, prefix: &str) -> String {
    let figures = drawings(analyzed).into_iter().enumerate();
    let figures: String = figures
        .map(|(number, drawing)| figure(analyzed, &drawing, &format!("{prefix}-{number}")))
        .collect();
    format!("<div class=\"pictures\">\n{figures}</div>\n")
}

fn drawings(analyzed: &Analyzed<'_>) -> Vec<Drawing> {
    let analysis = &analyzed.analysis;
    // What has a goal in its middle shows no mark there.
    let is_free = |square: Square| !analyzed.board.is_goal(square);
    let tunnels = analysis.shape.tunnels.iter().filter(|tunnel| is_free(tunnel.square));
    let mark = |is_one_way| if is_one_way { Mark::OneWayTunnel } else { Mark::Tunnel };
    let marks: Vec<(Square, Mark)> =
        tunnels.map(|tunnel| (tunnel.square, mark(tunnel.is_one_way))).collect();
    let (dead, tunnels) = (analysis.shape.dead_squares.len(), analysis.shape.tunnels.len());
    let mut caption = match dead {
        0 => "No square is dead.".to_owned(),
        _ => "Hatched squares are dead: a box there never reaches a goal.".to_owned(),
    };
    if tunnels > 0 {
        caption += " Diamonds are tunnels, solid ones are one-way for boxes.";
        if marks.len() < tunnels {
            caption += " On goals they are left out.";
        }
    }
    let mut drawings = vec![
        Drawing {
            overlay: Overlay::DeadSquares,
            marks,
            title: "the start, with dead squares and tunnels",
            caption,
        },
        Drawing {
            overlay: Overlay::Distances,
            marks: Vec::new(),
            title: "push distances",
            caption: "The pushes that a box alone needs from each square to the nearest goal."
                .to_owned(),
        },
    ];
    if let Some(survey) = analysis.optimal.done() {
        let unused = words::unused(&analyzed.board, survey);
        drawings.push(Drawing {
            overlay: Overlay::DeadSquares,
            marks: unused.into_iter().map(|square| (square, Mark::Unused)).collect(),
            title: "squares that no push-optimal solution uses",
            caption: "Crosses are live squares on which no box ever stands in any solution with \
                      the fewest pushes."
                .to_owned(),
        });
    }
    drawings
}

fn figure(analyzed: &Analyzed<'_>, drawing: &Drawing, prefix: &str) -> String {
    let start = Moment::start(&analyzed.board);
    let mut figure = "<figure>\n".to_owned();
    for (theme, class) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let style = Style { theme, scale: None, overlay: drawing.overlay };
        let (level, board, marks) = (analyzed.level, &analyzed.board, &drawing.marks);
        let picture = Picture::of_level_marked(level, board, &start, &style, marks);
        figure += &match picture {
            Ok(picture) => {
                let svg = picture.with_title(drawing.title).svg_with_ids(prefix);
                format!("<div class=\"{class}\">\n{svg}</div>\n")
            }
            // It is the same in both themes.
            Err(_) if theme == Theme::Dark => String::new(),
            Err(error) => format!("<p>No picture: {}.</p>\n", escape(error.to_string())),
        };
    }
    figure + &format!("<figcaption>{}</figcaption>\n</figure>\n", escape(&drawing.caption))
}
