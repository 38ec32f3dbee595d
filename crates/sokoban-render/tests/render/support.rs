//! Levels, and pictures read back.

use std::io::Cursor;

use sokoban_core::{Board, Level, Position};
use sokoban_render::{Color, Moment, Picture, Style};

/// A wall with a corner inside, two goals, and a box on one of them.
pub(crate) const ROOM: &str = "\
; room
########
#  #   #
#@$ .* #
#    ###
######  ";

/// A level with its board.
pub(crate) fn playable(text: &str) -> (Level, Board) {
    let level: Level = text.parse().unwrap();
    let board = Board::try_from(&level).unwrap();
    (level, board)
}

/// The picture of the start.
pub(crate) fn start(text: &str, style: &Style) -> Picture {
    let (level, board) = playable(text);
    Picture::of_level(&level, &board, &Moment::start(&board), style).unwrap()
}

/// Pixels, read back from a file or put together from frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) colors: Vec<Color>,
}

impl Pixels {
    /// What `bytes`, a PNG, shows.
    pub(crate) fn of_png(bytes: &[u8]) -> Self {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut buffer).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgb);
        let colors = buffer.chunks_exact(3).map(|c| Color { red: c[0], green: c[1], blue: c[2] });
        Self { width: info.width as usize, height: info.height as usize, colors: colors.collect() }
    }

    pub(crate) fn at(&self, x: usize, y: usize) -> Color {
        assert!(x < self.width && y < self.height, "{x} {y}");
        self.colors[y * self.width + x]
    }

    /// The color at a part of a square, in percent from its left and top.
    pub(crate) fn in_square(
        &self,
        position: Position,
        scale: usize,
        percent: (usize, usize),
    ) -> Color {
        let margin = scale.div_ceil(4);
        let x = margin + position.column * scale + scale * percent.0 / 100;
        let y = margin + position.row * scale + scale * percent.1 / 100;
        self.at(x, y)
    }
}
