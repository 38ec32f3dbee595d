//! Levels made: the same each time, proven, and different from one another.
#![expect(clippy::unwrap_used, reason = "where a helper fails, its test should")]

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use sokoban_core::{Board, Canonical};
use sokoban_generate::{
    Batch, Ending, GenerateError, Settings, SettingsError, Span, Theme, Walls, WallsError, generate,
};
use sokoban_oracle::{Grid, Least, least_pushes, replay};
use sokoban_search::CancelToken;

fn made(settings: &Settings, threads: usize) -> Batch {
    let threads = NonZeroUsize::new(threads).unwrap();
    generate(settings, threads, &CancelToken::new(), &mut |_| ()).unwrap()
}

fn small() -> Settings {
    let [width, height, boxes] = [8, 7, 2].map(Span::from);
    Settings { width, height, boxes, min_pushes: 4, count: 20, ..Settings::default() }
}

fn texts(batch: &Batch) -> Vec<String> {
    let text =
        |made: &sokoban_generate::Made| format!("{}\n{}{}", made.number, made.level, made.solution);
    batch.levels.iter().map(text).collect()
}

#[test]
fn runs_and_threads_change_nothing_and_seeds_do() {
    let alone = made(&small(), 1);
    assert_eq!(texts(&alone), texts(&made(&small(), 1)));
    let many = made(&small(), 2);
    assert_eq!((texts(&alone), alone.progress), (texts(&many), many.progress));
    let other = made(&Settings { seed: 2, ..small() }, 1);
    assert!(texts(&alone).iter().all(|text| !texts(&other).contains(text)));
    // A longer run begins as a shorter one.
    let longer = made(&Settings { count: 25, ..small() }, 2);
    assert_eq!(texts(&longer)[..20], texts(&alone)[..]);
}

/// The search is held to exhaustive search, and its solution to the replay of the oracle.
#[test]
fn every_optimum_is_that_of_exhaustive_search() {
    for made in made(&small(), 1).levels {
        let grid = Grid::from_xsb(&made.level.to_string());
        let least = least_pushes(&grid, 1_000_000);
        assert_eq!(
            least,
            Least::Found(u32::try_from(made.metrics.pushes).unwrap()),
            "{}",
            made.level
        );
        let (moves, pushes, is_solved) = replay(&grid, &made.solution.to_string()).unwrap();
        assert!(is_solved);
        assert_eq!((pushes as usize, moves as usize), (made.metrics.pushes, made.metrics.moves));
        assert!(made.metrics.pushes >= 4);
        assert_eq!((grid.width(), made.level.height()), (8, 7));
        assert_eq!(Board::try_from(&made.level).unwrap().start_boxes().len(), 2);
    }
}

/// In so small a room the same levels come again and again.
#[test]
fn no_level_comes_twice() {
    let settings = Settings {
        width: Span::from(6),
        height: Span::from(5),
        boxes: Span::from(1),
        walls: Walls::Count(Span::from(0)),
        count: 500,
        tries: 300,
        ..Settings::default()
    };
    let batch = made(&settings, 2);
    assert_eq!(batch.ending, Ending::GaveUp);
    assert!(batch.progress.duplicates >= 200, "{:?}", batch.progress);
    let form =
        |made: &sokoban_generate::Made| Canonical::try_from(&made.level).unwrap().into_text();
    let forms: BTreeSet<String> = batch.levels.iter().map(form).collect();
    assert_eq!(forms.len(), batch.levels.len());
    assert!(forms.len() > 5);
    assert_eq!(texts(&batch), texts(&made(&settings, 1)));
}

#[test]
fn what_is_never_reached_ends_after_so_many_tries() {
    let settings = Settings { min_pushes: 500, tries: 150, ..small() };
    let batch = made(&settings, 2);
    assert_eq!((batch.ending, batch.levels.len()), (Ending::GaveUp, 0));
    assert_eq!((batch.progress.candidates, batch.progress.too_few_pushes), (150, 150));
    // No proof within one expansion.
    let hard = made(&Settings { nodes: 1, tries: 50, ..small() }, 1);
    assert_eq!((hard.ending, hard.progress.made), (Ending::GaveUp, 0));
    assert!(hard.progress.too_hard > 40);
}

#[test]
fn pushes_stay_within_their_limits() {
    let batch = made(&Settings { min_pushes: 6, max_pushes: Some(9), ..small() }, 1);
    assert_eq!(batch.ending, Ending::Complete);
    assert!(batch.levels.iter().all(|made| (6..=9).contains(&made.metrics.pushes)));
}

/// Fewer changes of box than boxes cannot be; more are a box that comes again.
#[test]
fn filters_hold() {
    let settings = Settings { symmetric: true, box_moved_twice: true, count: 8, ..small() };
    for made in made(&settings, 1).levels {
        assert!(made.metrics.box_changes > 2, "{}", made.level);
        for row in made.level.to_string().lines() {
            let walls: Vec<bool> = row.chars().map(|symbol| symbol == '#').collect();
            assert!(walls.iter().eq(walls.iter().rev()), "{}", made.level);
        }
    }
}

/// Sizes, boxes and walls are all of what is asked for and nothing else.
#[test]
fn spans_are_filled() {
    let span = |least, most| Span::new(least, most).unwrap();
    let settings = Settings {
        width: span(6, 8),
        height: span(6, 7),
        boxes: span(1, 2),
        walls: Walls::Count(span(2, 5)),
        count: 60,
        ..small()
    };
    let batch = made(&settings, 1);
    assert_eq!(texts(&batch), texts(&made(&settings, 2)));
    let values = |value: &dyn Fn(&sokoban_generate::Made) -> usize| -> BTreeSet<usize> {
        batch.levels.iter().map(value).collect()
    };
    let walls = |made: &sokoban_generate::Made| {
        let (width, height) = (made.level.width(), made.level.height());
        made.level.to_string().matches('#').count() - 2 * (width + height - 2)
    };
    assert_eq!(values(&|made| made.level.width()), BTreeSet::from([6, 7, 8]));
    assert_eq!(values(&|made| made.level.height()), BTreeSet::from([6, 7]));
    assert_eq!(values(&walls), BTreeSet::from([2, 3, 4, 5]));
    let boxes =
        |made: &sokoban_generate::Made| Board::try_from(&made.level).unwrap().start_boxes().len();
    assert_eq!(values(&boxes), BTreeSet::from([1, 2]));
}

/// Each theme makes levels of its own, and those of caves have no wall that touches no floor.
#[test]
fn themes_are_played_alike() {
    let mut forms = BTreeSet::new();
    for theme in Theme::ALL {
        let batch = made(&Settings { theme, count: 10, min_box_changes: 3, ..small() }, 1);
        assert_eq!(batch.ending, Ending::Complete, "{theme}");
        for made in &batch.levels {
            assert!(made.metrics.box_changes >= 3);
            forms.insert(Canonical::try_from(&made.level).unwrap().into_text());
        }
    }
    assert!(forms.len() > 40, "{}", forms.len());
    assert!(Theme::ALL.iter().all(|theme| theme.to_string().parse() == Ok(*theme)));
}

#[test]
fn a_cancelled_token_ends_it() {
    let cancel = CancelToken::new();
    let settings = Settings { count: 10_000, ..small() };
    let mut stop = |_: &_| cancel.cancel();
    let batch = generate(&settings, NonZeroUsize::MIN, &cancel, &mut stop).unwrap();
    assert_eq!(batch.ending, Ending::Cancelled);
    assert!(!batch.levels.is_empty() && batch.levels.len() <= 64);
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |settings: Settings| match generate(
        &settings,
        NonZeroUsize::MIN,
        &CancelToken::new(),
        &mut |_| (),
    ) {
        Err(GenerateError::Settings(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        refused(Settings { width: Span::from(2), ..small() }),
        SettingsError::Side { name: "width", side: 2 }
    );
    assert_eq!(refused(Settings { boxes: Span::from(0), ..small() }), SettingsError::NoBoxes);
    assert_eq!(refused(Settings { count: 0, ..small() }), SettingsError::Count { count: 0 });
    let pushes = Settings { max_pushes: Some(3), ..small() };
    assert_eq!(refused(pushes), SettingsError::Pushes { least: 4, most: 3 });
    let full = refused(Settings { boxes: Span::from(usize::MAX), ..small() });
    assert!(matches!(full, SettingsError::Full { walls: 7, room: 30, .. }), "{full}");
    let walls = refused(Settings { walls: Walls::Percent(Span::from(100)), ..small() });
    assert!(matches!(walls, SettingsError::Full { walls: 30, .. }), "{walls}");
}

#[test]
fn walls_are_read_as_they_are_written() {
    for (text, walls) in [
        ("0", Walls::Count(Span::from(0))),
        ("25%", Walls::Percent(Span::from(25))),
        ("20-30%", Walls::Percent(Span::new(20, 30).unwrap())),
        ("8-12", Walls::Count(Span::new(8, 12).unwrap())),
    ] {
        assert_eq!(text.parse(), Ok(walls));
        assert_eq!(walls.to_string(), text);
    }
    for text in ["", "%", "101%", "-1", "0.5", "25 %", "90-101%", "30-20%", "20%-30%"] {
        assert_eq!(text.parse::<Walls>(), Err(WallsError), "{text}");
    }
}
