//! Levels as SVG and PNG.

use crate::support::{Pixels, ROOM, playable, start};
use insta::assert_snapshot;
use sokoban_core::{Position, Tile};
use sokoban_render::{MAX_PIXELS, Moment, Overlay, Picture, RenderError, Style, Theme};

const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

fn style(theme: Theme, scale: u32, overlay: Overlay) -> Style {
    Style { theme, scale: Some(scale), overlay }
}

#[test]
fn svg() {
    let picture = start(ROOM, &style(Theme::Light, 24, Overlay::None));
    assert_snapshot!("room", picture.with_title("room & <board>").svg());
    assert_snapshot!("dead", start(ROOM, &style(Theme::Dark, 24, Overlay::DeadSquares)).svg());
    assert_snapshot!("distances", start(ROOM, &style(Theme::Light, 24, Overlay::Distances)).svg());
}

#[test]
fn every_element_of_an_svg_is_closed_and_every_id_is_there() {
    for overlay in [Overlay::None, Overlay::DeadSquares, Overlay::Distances] {
        let svg = start(ROOM, &style(Theme::Light, 24, overlay)).svg();
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').unwrap();
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name)),
                None if tag.ends_with('/') => {}
                None => open.extend(tag.split_whitespace().next()),
            }
        }
        assert_eq!(open, [""; 0]);
        for used in svg.split("xlink:href=\"#").skip(1) {
            let id = used.split('"').next().unwrap();
            assert!(svg.contains(&format!("<g id=\"{id}\">")), "{id}");
        }
    }
}

/// In the middle of each square is the color of what is there, at any scale.
#[test]
fn squares_have_their_colors() {
    let (level, board) = playable(ROOM);
    for theme in THEMES {
        let colors = theme.colors();
        for scale in [4, 5, 12, 16, 36, 61] {
            let png = start(ROOM, &style(theme, scale, Overlay::None)).png().unwrap();
            let pixels = Pixels::of_png(&png);
            let side = scale as usize;
            let margins = 2 * side.div_ceil(4);
            assert_eq!((pixels.width, pixels.height), (8 * side + margins, 5 * side + margins));
            for row in 0..level.height() {
                for column in 0..level.width() {
                    let position = Position { row, column };
                    let is_player = level.players() == [position];
                    // The middle of a box is its bar.
                    let (percent, expected) =
                        match (level.tile(position), level.has_box(position), is_player) {
                            (Tile::Wall, ..) => ((50, 50), colors.wall),
                            (_, _, true) => ((50, 70), colors.player),
                            (Tile::Goal, true, _) => ((50, 50), colors.placed),
                            (_, true, _) => ((35, 35), colors.package),
                            (Tile::Goal, ..) => ((50, 50), colors.goal),
                            _ if board.square_at(position).is_some() => ((50, 50), colors.floor),
                            _ => ((50, 50), colors.paper),
                        };
                    let found = pixels.in_square(position, side, percent);
                    // Where a part is as small as a pixel, its color is mixed.
                    let is_large = [colors.wall, colors.floor, colors.paper].contains(&expected);
                    if scale >= 12 || is_large {
                        assert_eq!(found, expected, "{theme:?} {scale} {position:?}");
                    } else {
                        assert_ne!(found, colors.floor, "{theme:?} {scale} {position:?}");
                    }
                }
            }
            assert_eq!(pixels.at(0, 0), colors.paper);
        }
    }
}

#[test]
fn walls_are_joined_and_rounded_outside() {
    let side = 48;
    let png = start(ROOM, &style(Theme::Light, side, Overlay::None)).png().unwrap();
    let (pixels, colors) = (Pixels::of_png(&png), Theme::Light.colors());
    let wall =
        |row, column, percent| pixels.in_square(Position { row, column }, side as usize, percent);
    assert_eq!(wall(0, 0, (99, 50)), colors.wall, "no gap to the next");
    assert_eq!(wall(0, 1, (0, 50)), colors.wall);
    assert_eq!(wall(0, 0, (0, 0)), colors.paper, "the corner of the level is round");
    assert_eq!(wall(1, 3, (2, 98)), colors.floor, "so is a corner inside, with floor around");
    assert_eq!(wall(1, 3, (98, 98)), colors.floor);
}

#[test]
fn dead_squares_are_hatched_and_live_ones_are_not() {
    let (_, board) = playable(ROOM);
    let side = 48;
    let png = start(ROOM, &style(Theme::Light, side, Overlay::DeadSquares)).png().unwrap();
    let (pixels, colors) = (Pixels::of_png(&png), Theme::Light.colors());
    let moment = Moment::start(&board);
    let mut counts = [0, 0];
    for square in (0..board.squares()).map(sokoban_core::Square::new) {
        if moment.has_box(square) || moment.player() == square || board.is_goal(square) {
            continue;
        }
        let is_dead = !board.is_live(square);
        let position = board.position(square);
        let has_line =
            (0..50).any(|x| pixels.in_square(position, side as usize, (x * 2, 50)) == colors.hatch);
        assert_eq!(has_line, is_dead, "{position:?}");
        counts[usize::from(is_dead)] += 1;
    }
    assert!(counts[0] > 0 && counts[1] > 5, "{counts:?}");
}

#[test]
fn distances_are_colored_and_numbered() {
    let (_, board) = playable(ROOM);
    let pixels = |scale| {
        let picture = start(ROOM, &style(Theme::Light, scale, Overlay::Distances));
        Pixels::of_png(&picture.png().unwrap())
    };
    let (large, small) = (pixels(48), pixels(8));
    let mut colors: Vec<Vec<_>> = Vec::new();
    for square in (0..board.live_squares()).map(sokoban_core::Square::new) {
        let position = board.position(square);
        let ground = large.in_square(position, 48, (20, 50));
        let distance = usize::from(board.nearest_goal(square));
        colors.resize(colors.len().max(distance + 1), Vec::new());
        colors[distance].push(ground);
        let is_inked = |pixels: &Pixels, side: usize| {
            (0..100).any(|step| {
                let found = pixels.in_square(position, side, (step, 50));
                found.contrast(ground) > 4.0 && found.red == found.blue
            })
        };
        assert!(is_inked(&large, 48), "{position:?}");
        assert!(!is_inked(&small, 8), "{position:?}: too small for a number");
    }
    assert!(colors.len() > 2);
    for distance in &mut colors {
        distance.dedup();
        assert_eq!(distance.len(), 1, "squares of one distance have one color");
    }
    assert!(colors.is_sorted_by(|near, far| near[0].luminance() > far[0].luminance()));
}

#[test]
fn pictures_too_large_are_refused_before_they_are_drawn() {
    let row = "#".repeat(3_000);
    let floor = format!("#@$.{}#", " ".repeat(2_995));
    let mut text = format!("{row}\n{floor}\n");
    for _ in 0..1_000 {
        text += &format!("#{}#\n", " ".repeat(2_998));
    }
    text += &row;
    // So many squares are too many for a board, so its middle is made of walls.
    let text = text.replace(&format!("#{}#\n", " ".repeat(2_998)), &format!("{row}\n"));
    let (level, board) = playable(&text);
    let moment = Moment::start(&board);
    let draw = |scale| {
        let style = Style { scale, ..Style::default() };
        Picture::of_level(&level, &board, &moment, &style)
    };
    let Err(RenderError::TooLarge { width, height, scale: None }) = draw(None) else {
        panic!("it fits");
    };
    assert!(width * height > MAX_PIXELS);
    let Err(RenderError::TooLarge { width: 768_128, .. }) = draw(Some(256)) else {
        panic!("it fits");
    };
    let (level, board) = playable(&format!("{row}\n{floor}\n{row}"));
    let style = Style { scale: Some(256), ..Style::default() };
    let Err(RenderError::TooLarge { scale: Some(fitting), .. }) =
        Picture::of_level(&level, &board, &Moment::start(&board), &style)
    else {
        panic!("it fits");
    };
    let style = Style { scale: Some(fitting), ..style };
    let picture = Picture::of_level(&level, &board, &Moment::start(&board), &style).unwrap();
    assert!(picture.width() < 65_536);
}

#[test]
fn pictures_are_small_files_and_the_same_each_time() {
    let style = style(Theme::Light, 36, Overlay::Distances);
    let (one, other) = (start(ROOM, &style), start(ROOM, &style));
    assert_eq!((one.svg(), one.png().unwrap()), (other.svg(), other.png().unwrap()));
    assert!(one.svg().len() < 12_000, "{}", one.svg().len());
    assert!(one.png().unwrap().len() < 12_000, "{}", one.png().unwrap().len());
}
