//! The options of `render`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use sokoban_render::{MAX_SCALE, MAX_TILES, MIN_SCALE, Overlay, Pace, Style, Theme, Timing};

use super::{AlphabetArgs, LevelArgs, LimitArgs};
use crate::level_range::LevelRanges;
use crate::outputs::{Product, Target};

/// The options of `render`.
#[derive(Debug, clap::Args)]
pub(crate) struct RenderArgs {
    /// A file of levels; '-' is standard input
    pub(crate) file: PathBuf,

    /// The level's number, from 1, needed where the file holds more than one; with --sheet those to
    /// draw, such as 3 or 7-9 or 3,7-9
    #[arg(long = "level", value_name = "NUMBER")]
    ranges: Option<LevelRanges>,

    /// Write an SVG picture, which can be enlarged; '-' is standard output here and below
    #[arg(long, value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,

    /// Write a PNG picture
    #[arg(long, value_name = "OUT")]
    pub(crate) png: Option<PathBuf>,

    /// Write an animated GIF of a solution
    #[arg(long, value_name = "OUT")]
    pub(crate) gif: Option<PathBuf>,

    /// The colors: dark on light, or light on dark
    #[arg(long, value_enum, default_value = "light")]
    theme: ThemeName,

    /// Hatch the squares from which a box never reaches a goal
    #[arg(long)]
    dead_squares: bool,

    /// Color each square by the pushes that a box alone needs from there to the nearest goal, with
    /// the number; dead squares are hatched
    #[arg(long)]
    distances: bool,

    /// The solution to show: udlr for a move, UDLR for a push; 3R and 2(rU) repeat
    #[arg(long, value_name = "LURD", conflicts_with_all = ["solve", "sheet"])]
    pub(crate) solution: Option<String>,

    /// Show the first solution that the file stores for the level
    #[arg(long, conflicts_with_all = ["solution", "solve", "sheet"])]
    pub(crate) stored: bool,

    /// Solve the level with the fewest pushes first, and show that solution
    #[arg(long, conflicts_with = "sheet")]
    pub(crate) solve: bool,

    /// Show the level right after this push of the solution, from 0 for the start
    #[arg(long, value_name = "NUMBER", conflicts_with = "sheet")]
    pub(crate) push: Option<usize>,

    /// A frame of the GIF for each push, not for each move
    #[arg(long, requires = "gif")]
    per_push: bool,

    /// Frames of the GIF in a second
    #[arg(long, value_name = "COUNT", requires = "gif", value_parser = speeds())]
    speed: Option<u16>,

    /// Draw all levels of the file, or those of --level, small and with their numbers
    #[arg(long, conflicts_with = "gif")]
    pub(crate) sheet: bool,

    /// Levels side by side on a sheet [default: what makes it 4 wide and 3 high]
    #[arg(long, value_name = "COUNT", requires = "sheet")]
    pub(crate) columns: Option<NonZeroUsize>,

    /// Levels on a sheet, from 1 to 1000; more go to further sheets, OUT-1, OUT-2 and so on
    /// [default: all on one]
    #[arg(long, value_name = "COUNT", requires = "sheet", value_parser = per_page())]
    pub(crate) per_page: Option<NonZeroUsize>,

    /// Pixels a square, from 4 to 256; on a sheet levels are fitted into 12 squares
    /// [default: 36, less for large levels; 12 on a sheet]
    #[arg(long, value_name = "PIXELS", value_parser = scales())]
    scale: Option<u32>,

    #[command(flatten)]
    alphabet: AlphabetArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// The colors of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ThemeName {
    Light,
    Dark,
}

impl RenderArgs {
    /// Which levels of which file.
    pub(crate) fn levels(&self) -> LevelArgs {
        LevelArgs {
            files: vec![self.file.clone()],
            ranges: self.ranges.clone(),
            alphabet: self.alphabet.clone(),
        }
    }

    /// Where pictures go.
    pub(crate) fn targets(&self) -> Vec<Target<'_>> {
        let options = [
            ("--svg", &self.svg, Product::Svg),
            ("--png", &self.png, Product::Png),
            ("--gif", &self.gif, Product::Gif),
        ];
        let named = options.into_iter().filter_map(|(option, path, product)| {
            Some(Target { option, path: path.as_deref()?, product })
        });
        named.collect()
    }

    /// How pictures look.
    pub(crate) fn style(&self) -> Style {
        Style {
            theme: match self.theme {
                ThemeName::Light => Theme::Light,
                ThemeName::Dark => Theme::Dark,
            },
            scale: self.scale,
            overlay: match (self.distances, self.dead_squares) {
                // Dead squares are hatched among the distances too.
                (true, _) => Overlay::Distances,
                (false, true) => Overlay::DeadSquares,
                (false, false) => Overlay::None,
            },
        }
    }

    /// How fast the GIF runs.
    pub(crate) fn timing(&self) -> Timing {
        let usual = Timing::default();
        Timing {
            pace: if self.per_push { Pace::Pushes } else { Pace::Moves },
            // From frames a second to hundredths of a second, rounded.
            frame: self.speed.map_or(usual.frame, |speed| (100 + speed / 2) / speed),
            ..usual
        }
    }

    /// Do the options go together, as far as the parser does not see to it?
    ///
    /// # Errors
    /// A line about what does not.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.targets().is_empty() {
            return Err("render needs --svg OUT, --png OUT or --gif OUT to write to".into());
        }
        let has_solution = self.solution.is_some() || self.solve || self.stored;
        if self.gif.is_some() && !has_solution {
            return Err("--gif shows a solution: add --solve, --stored, or --solution LURD".into());
        }
        if self.push.is_some() && !has_solution {
            return Err(
                "--push counts in a solution: add --solve, --stored, or --solution LURD".into()
            );
        }
        let has_still = self.svg.is_some() || self.png.is_some();
        if self.push.is_some() && !has_still {
            return Err("--push is for --svg and --png; a GIF shows the whole solution".into());
        }
        if has_solution && self.gif.is_none() && self.push.is_none() {
            return Err(
                "--svg and --png show one moment of a solution: add --push NUMBER for the one \
                        right after that push, 0 for the start, or write all of it with --gif OUT"
                    .into(),
            );
        }
        let limits = &self.limits;
        let has_limit =
            limits.time.is_some() || limits.memory.is_some() || limits.nodes.0.is_some();
        if has_limit && !self.solve {
            return Err("--time, --memory and --nodes are limits of --solve".into());
        }
        Ok(())
    }
}

/// More frames in a second than browsers show are a slip.
fn speeds() -> RangedU64ValueParser<u16> {
    RangedU64ValueParser::new().range(1..=50)
}

fn per_page() -> impl TypedValueParser<Value = NonZeroUsize> {
    let numbers = RangedU64ValueParser::<usize>::new().range(1..=MAX_TILES as u64);
    numbers.map(|number| NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN))
}

fn scales() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(u64::from(MIN_SCALE)..=u64::from(MAX_SCALE))
}
