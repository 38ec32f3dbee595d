//! Solutions as GIF, read back frame by frame.

use std::ops::ControlFlow;

use crate::support::{Pixels, playable};
use sokoban_core::{Board, Level, Solution};
use sokoban_render::{
    Color, Moment, Overlay, Pace, Picture, Playback, RenderError, Style, Theme, Timing, animation,
};

/// Two boxes, walks between the pushes and behind the last.
const LEVEL: &str = "; two\n#######\n#@ $ .#\n#  $ .#\n#     #\n#######";
const STEPS: &str = "rRRllldrRRl";

/// A frame as a viewer shows it, and for how long, in hundredths of a second.
struct Shown {
    pixels: Pixels,
    delay: u16,
    /// The pixels that the frame holds.
    area: usize,
}

/// Decodes a GIF as a viewer does: each frame is put upon those before.
fn shown(bytes: &[u8]) -> Vec<Shown> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut colors = vec![Color::from_hex(0); width * height];
    let mut shown = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let across = usize::from(frame.width);
        for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let x = usize::from(frame.left) + index % across;
            let y = usize::from(frame.top) + index / across;
            if pixel[3] != 0 {
                let color = Color { red: pixel[0], green: pixel[1], blue: pixel[2] };
                colors[y * width + x] = color;
            }
        }
        shown.push(Shown {
            pixels: Pixels { width, height, colors: colors.clone() },
            delay: frame.delay,
            area: across * usize::from(frame.height),
        });
    }
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    shown
}

fn gif(text: &str, steps: &str, style: &Style, timing: &Timing) -> Vec<u8> {
    let (level, board) = playable(text);
    let solution: Solution = steps.parse().unwrap();
    let playback = Playback::new(&board, &solution).unwrap();
    let watch = &mut || ControlFlow::Continue(());
    animation(&level, &playback, style, timing, watch).unwrap().unwrap()
}

/// The level after the first `count` steps, drawn directly.
fn drawn(level: &Level, board: &Board, steps: &Solution, count: usize, style: &Style) -> Pixels {
    let part = Solution::new(steps.steps()[..count].to_vec());
    let moment = Playback::new(board, &part).unwrap().end();
    Pixels::of_png(&Picture::of_level(level, board, &moment, style).unwrap().png().unwrap())
}

#[test]
fn each_frame_is_the_picture_of_its_state() {
    let (level, board) = playable(LEVEL);
    let solution: Solution = STEPS.parse().unwrap();
    for theme in [Theme::Light, Theme::Dark] {
        for overlay in [Overlay::None, Overlay::DeadSquares, Overlay::Distances] {
            for scale in [4, 12, 23, 36] {
                let style = Style { theme, scale: Some(scale), overlay };
                for pace in [Pace::Moves, Pace::Pushes] {
                    let timing = Timing { pace, ..Timing::default() };
                    let frames = shown(&gif(LEVEL, STEPS, &style, &timing));
                    let counts: Vec<usize> = match pace {
                        Pace::Moves => (0..=11).collect(),
                        Pace::Pushes => vec![0, 2, 3, 9, 10, 11],
                    };
                    assert_eq!(frames.len(), counts.len());
                    for (frame, count) in frames.iter().zip(counts) {
                        let direct = drawn(&level, &board, &solution, count, &style);
                        let far = difference(&frame.pixels, &direct);
                        // With more than 255 shades the rarest, at edges, are the next ones.
                        assert!(far <= 24, "{style:?} {pace:?} {count}: {far}");
                        let differing = frame.pixels.colors.iter().zip(&direct.colors);
                        let differing = differing.filter(|(one, other)| one != other).count();
                        assert!(differing <= direct.colors.len() / 100, "{style:?}: {differing}");
                    }
                }
            }
        }
    }
}

/// The greatest difference of a part of a color.
fn difference(one: &Pixels, other: &Pixels) -> u8 {
    assert_eq!((one.width, one.height), (other.width, other.height));
    let pairs = one.colors.iter().zip(&other.colors);
    let parts = pairs.flat_map(|(a, b)| {
        [a.red.abs_diff(b.red), a.green.abs_diff(b.green), a.blue.abs_diff(b.blue)]
    });
    parts.max().unwrap()
}

#[test]
fn frames_hold_only_what_changes_and_have_their_times() {
    let style = Style { scale: Some(12), ..Style::default() };
    let timing = Timing { pace: Pace::Moves, frame: 7, start: 50, end: 300 };
    let frames = shown(&gif(LEVEL, "rRR", &style, &timing));
    let delays: Vec<u16> = frames.iter().map(|frame| frame.delay).collect();
    assert_eq!(delays, [50, 7, 7, 300]);
    let areas: Vec<usize> = frames.iter().map(|frame| frame.area).collect();
    assert_eq!(areas, [(7 * 12 + 6) * (5 * 12 + 6), 2 * 144, 3 * 144, 3 * 144]);
    let still = shown(&gif(LEVEL, "", &style, &timing));
    assert_eq!((still.len(), still[0].delay), (1, 300), "without a step, one frame");
}

#[test]
fn a_long_animation_is_a_small_file() {
    // The player goes around and around.
    let steps = "rrrrdddlllluuu".repeat(36);
    let open = "########\n#@    .#\n#      #\n# $    #\n#      #\n########";
    let gif = gif(open, &steps[..500], &Style::default(), &Timing::default());
    assert_eq!(shown(&gif).len(), 501);
    assert!(gif.len() < 250_000, "{}", gif.len());
}

#[test]
fn an_animation_can_be_given_up() {
    let (level, board) = playable(LEVEL);
    let solution: Solution = STEPS.parse().unwrap();
    let playback = Playback::new(&board, &solution).unwrap();
    for allowed in [0, 5, 11, 15] {
        let mut asked = 0;
        let watch = &mut || {
            asked += 1;
            if asked > allowed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (style, timing) = (Style::default(), Timing::default());
        let drawn = animation(&level, &playback, &style, &timing, watch).unwrap();
        assert!(drawn.is_none(), "{allowed}");
        assert_eq!(asked, allowed + 1);
    }
}

#[test]
fn an_animation_of_too_many_pixels_is_refused() {
    let (level, board) = playable(LEVEL);
    let solution: Solution = "rl".repeat(5_000).parse().unwrap();
    let playback = Playback::new(&board, &solution).unwrap();
    let style = Style { scale: Some(256), ..Style::default() };
    let watch = &mut || -> ControlFlow<()> { panic!("nothing is drawn") };
    let error = animation(&level, &playback, &style, &Timing::default(), watch).unwrap_err();
    assert!(matches!(error, RenderError::TooLong { frames: 10_000, scale: 256 }), "{error}");
}

#[test]
fn a_moment_is_drawn_as_the_frame_of_its_push() {
    let (level, board) = playable(LEVEL);
    let solution: Solution = STEPS.parse().unwrap();
    let playback = Playback::new(&board, &solution).unwrap();
    let style = Style::default();
    let after = |push| {
        let moment: Moment = playback.after_push(push).unwrap();
        let picture = Picture::of_level(&level, &board, &moment, &style).unwrap();
        Pixels::of_png(&picture.png().unwrap())
    };
    for (push, count) in [(0, 0), (1, 2), (2, 3), (3, 9), (4, 10)] {
        assert_eq!(after(push), drawn(&level, &board, &solution, count, &style), "{push}");
    }
}
