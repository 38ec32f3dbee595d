//! Which title, author and game belong to which board of a text.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::{ParseError, ParseErrorKind, UnreadForm};
use super::gap::{Gap, Keys};
use super::layout::{Layout, PlacedBoard};
use super::scanner::Scan;
use crate::level::Place;

/// On which side of their boards a text writes labels and keys.
///
/// Between two boards the layout is often ambiguous; the text's two ends are not. What stands below
/// the last board belongs to it, and then all other boards have theirs below too.
#[derive(Clone, Copy, Debug)]
struct Sides {
    titles_below: bool,
    authors_below: bool,
    games_below: bool,
    labels_below: bool,
}

impl Sides {
    fn of(first: &Gap<'_>, last: &Gap<'_>) -> Self {
        let above = first.floating.or(first.current);
        let below = last.attached.or(last.floating);
        let is_numbered = |label: Option<&str>| {
            label.is_some_and(|label| label.starts_with(|c: char| c.is_ascii_digit()))
        };
        Self {
            titles_below: below.title.is_some() || above.title.is_none(),
            authors_below: below.author.is_some() || above.author.is_none(),
            games_below: below.game.is_some() || above.game.is_none(),
            labels_below: last.first_comment.is_some()
                && (first.comment.is_none()
                    || is_numbered(last.first_comment) && !is_numbered(first.comment)),
        }
    }

    /// Of the keys in `keys`, those that are written on the side asked for.
    fn select<'t>(&self, keys: Keys<'t>, below: bool) -> Keys<'t> {
        Keys {
            title: keys.title.filter(|_| self.titles_below == below),
            author: keys.author.filter(|_| self.authors_below == below),
            game: keys.game.filter(|_| self.games_below == below),
        }
    }

    /// The keys in `gap` that belong to the board above it.
    fn keys_of_board_above<'t>(&self, gap: &Gap<'t>) -> Keys<'t> {
        let touching_both = if gap.is_divided { Keys::default() } else { gap.current };
        self.select(gap.attached.or(gap.floating).or(touching_both), true)
    }

    /// The keys in `gap` that belong to the board below it.
    fn keys_of_board_below<'t>(&self, gap: &Gap<'t>) -> Keys<'t> {
        let touching_below = if gap.is_divided { gap.current } else { Keys::default() };
        touching_below.or(self.select(gap.current.or(gap.floating).or(gap.attached), false))
    }
}

/// The boards of `scan` with their titles and authors, and the collection's own title.
/// Beside each board comes where it and its label stand.
pub(super) fn attach(scan: Scan<'_>) -> (Vec<PlacedBoard>, Option<String>) {
    let Scan { boards, gaps } = scan;
    let (Some(first), Some(last)) = (gaps.first(), gaps.last()) else {
        return (Vec::new(), None);
    };
    let sides = Sides::of(first, last);
    let has_own = |key: fn(Keys<'_>) -> bool| {
        gaps.iter().skip(1).any(|gap| key(gap.attached.or(gap.floating).or(gap.current)))
    };
    // A key above the first board is the collection's if levels have theirs below; an author or a
    // game that no later level names holds for all of them.
    let header = first.floating.or(first.current);
    let header_title = header.title.filter(|_| has_own(|keys| keys.title.is_some()));
    let common = Keys {
        title: None,
        author: header.author.filter(|_| sides.authors_below || !has_own(|k| k.author.is_some())),
        game: header.game.filter(|_| sides.games_below || !has_own(|k| k.game.is_some())),
    };

    let levels =
        boards.into_iter().zip(gaps.windows(2)).enumerate().map(|(number, (board, around))| {
            let mut layout = Layout::of(&board);
            let board = board.level;
            let [above, below] = around else { return (board, layout) };
            let mut keys = sides.keys_of_board_above(below);
            let keys_above = sides.keys_of_board_below(above);
            let is_first_titled = !sides.titles_below || header_title.is_none();
            if number > 0 || is_first_titled {
                keys.title = keys.title.or(keys_above.title);
            }
            // The header's author and game are told of all levels, its title of the first at most.
            let has_keys_above = if number > 0 {
                keys_above.is_any()
            } else {
                is_first_titled && keys_above.title.is_some()
            };
            layout.begin_at(above, has_keys_above);
            keys = keys.or(Keys { title: None, ..keys_above }).or(common);
            let label = if sides.labels_below {
                below.label_below()
            } else {
                above.label().inspect(|label| layout.begin_with(label))
            };
            let title = match (keys.title, label) {
                (Some(title), _) => Some(title.into()),
                (None, Some(label)) => {
                    layout.title_lines = label.lines;
                    Some(label.text)
                }
                (None, None) => None,
            };
            let level = match (board, keys.game) {
                (Ok(level), Some(game)) if !game.to_ascii_lowercase().contains("sokoban") => {
                    let place = Place { line: level.first_line(), column: 1 };
                    let kind = ParseErrorKind::UnreadForm(UnreadForm::Game(game.into()));
                    Err(ParseError::new(place, kind).with_title(title))
                }
                (Ok(mut level), _) => {
                    level.title = title;
                    level.author = keys.author.map(String::from);
                    level.warnings.extend(if sides.titles_below {
                        below.duplicate
                    } else {
                        above.duplicate
                    });
                    Ok(level)
                }
                (Err(error), _) => Err(error.with_title(title)),
            };
            (level, layout)
        });
    let levels = levels.collect();
    let named = gaps.iter().find_map(|gap| gap.collection);
    let title = named.or(header_title.filter(|_| sides.titles_below));
    (levels, title.map(String::from))
}
