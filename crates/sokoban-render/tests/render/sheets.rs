//! Many levels in one picture.

use crate::support::{Pixels, playable};
use insta::assert_snapshot;
use sokoban_core::{Board, Level};
use sokoban_render::{MAX_TILES, Picture, RenderError, Style, Theme, Tile};

const SMALL: &str = "#####\n#@$.#\n#####";
const LARGE: &str = "###############\n#@ $         .#\n#             #\n###############";

fn tiles<'a>(levels: &'a [(Level, Board)]) -> Vec<Tile<'a>> {
    let tile =
        |(number, (level, board)): (usize, &'a (Level, Board))| Tile { number, level, board };
    (1..).zip(levels).map(tile).collect()
}

#[test]
fn a_sheet_has_a_tile_for_each_level() {
    let levels = [SMALL, LARGE, SMALL].map(playable);
    let style = Style { scale: Some(10), ..Style::default() };
    let sheet = Picture::sheet(&tiles(&levels), Some(2), &style).unwrap();
    assert_snapshot!("sheet", sheet.svg());
    // Two tiles of 120 pixels, with gaps of 10.
    assert_eq!(sheet.width(), 10 + 2 * (120 + 10));
    let pixels = Pixels::of_png(&sheet.png().unwrap());
    let colors = Theme::Light.colors();
    // The small level has 20 pixels a square, twice the scale, and is in the middle of its tile.
    let (left, top) = (10 + (120 - 100) / 2, 10 + 24);
    assert_eq!(pixels.at(left + 2, top + 30), colors.wall);
    assert_eq!(pixels.at(left + 30, top + 34), colors.player);
    assert_eq!(pixels.at(left - 2, top + 30), colors.paper);
    // The large one is fitted: 120 / 15 is 8.
    assert_eq!(pixels.at(140 + 60, top + 4), colors.wall);
    assert_eq!(pixels.at(140 + 60, top + 20), colors.floor);
    // The second row begins below the higher level of the first.
    assert_eq!(pixels.height, 10 + (24 + 60 + 10) + (24 + 60 + 10));
}

#[test]
fn a_sheet_without_columns_is_wider_than_high() {
    let levels = vec![playable("####\n#@*#\n#  #\n####"); 12];
    let sheet = Picture::sheet(&tiles(&levels), None, &Style::default()).unwrap();
    // Four columns of 144 pixels, with gaps of 12.
    assert_eq!(sheet.width(), 12 + 4 * (144 + 12));
}

#[test]
fn levels_larger_than_a_tile_do_not_overlap() {
    let wide = format!("{0}\n#@$.{1}#\n{0}", "#".repeat(200), " ".repeat(195));
    let levels = [playable(&wide), playable(SMALL)];
    let style = Style { scale: Some(4), ..Style::default() };
    let sheet = Picture::sheet(&tiles(&levels), Some(2), &style).unwrap();
    assert_eq!(sheet.width(), 4 + 2 * (200 + 4), "a pixel a square");
}

#[test]
fn sheets_of_nothing_or_of_too_much_are_refused() {
    let style = Style::default();
    assert!(matches!(Picture::sheet(&[], None, &style), Err(RenderError::NoTiles)));
    let level = playable(SMALL);
    let tile = Tile { number: 1, level: &level.0, board: &level.1 };
    let many = vec![tile; MAX_TILES + 1];
    let error = Picture::sheet(&many, None, &style).unwrap_err();
    assert!(matches!(error, RenderError::TooManyTiles { tiles } if tiles == MAX_TILES + 1));
    let style = Style { scale: Some(256), ..style };
    let Err(RenderError::TooLarge { scale: Some(fitting), .. }) =
        Picture::sheet(&many[..MAX_TILES], None, &style)
    else {
        panic!("it fits");
    };
    let style = Style { scale: Some(fitting), ..style };
    assert!(Picture::sheet(&many[..MAX_TILES], None, &style).is_ok());
}
