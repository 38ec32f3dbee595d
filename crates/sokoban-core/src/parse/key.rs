//! Lines of the form `Key: value` that collections use.

use super::lines::Lines;

/// A key the reader knows. Any other `word: words` line is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Title,
    Author,
    Collection,
    Game,
    /// With no value, the start of a comment block.
    Comment,
    CommentEnd,
    /// The head of a stored solution, a saved game or a snapshot: moves follow.
    Moves,
    /// A key that says nothing about the board.
    Other,
}

const KEYS: [(&str, Key); 23] = [
    ("title", Key::Title),
    ("author", Key::Author),
    ("collection", Key::Collection),
    ("set", Key::Collection),
    ("game", Key::Game),
    ("comment", Key::Comment),
    ("comment-end", Key::CommentEnd),
    ("author comment", Key::Other),
    ("copyright", Key::Other),
    ("date", Key::Other),
    ("date created", Key::Other),
    ("date of last change", Key::Other),
    ("difficulty", Key::Other),
    ("e-mail", Key::Other),
    ("email", Key::Other),
    ("homepage", Key::Other),
    ("id", Key::Other),
    ("license", Key::Other),
    ("source", Key::Other),
    ("url", Key::Other),
    ("view", Key::Other),
    ("web site", Key::Other),
    ("website", Key::Other),
];

const MOVES_HEADS: [&str; 3] = ["solution", "savegame", "snapshot"];

/// The key and the value of a line, if it starts with a key that is known, in any case.
pub(super) fn read_key(text: &str) -> Option<(Key, &str)> {
    let text = text.trim();
    if let Some((name, value)) = text.split_once(':') {
        let name = name.trim_end();
        if let Some((_, key)) = KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            return Some((*key, value.trim()));
        }
    }
    // A head of moves has counts behind it or nothing: "Solution found by my uncle" is text.
    MOVES_HEADS.iter().find_map(|head| {
        let (name, rest) = text.split_at_checked(head.len())?;
        let is_head = name.eq_ignore_ascii_case(head)
            && rest.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '/' | ':'));
        // Moves may follow on the same line, behind a colon.
        let has_moves = || rest.trim_start().strip_prefix(':').is_some_and(is_moves);
        let is_name = name.eq_ignore_ascii_case(head);
        (is_head || is_name && has_moves()).then_some((Key::Moves, rest.trim()))
    })
}

/// The number of the last line of a text that ends a comment block, or 0.
///
/// A block that is never closed must not swallow the rest of the text, so a line opens a block
/// only if an end follows.
pub(super) fn last_comment_end(text: &str) -> usize {
    Lines::new(text)
        .filter(|line| matches!(read_key(line.text), Some((Key::CommentEnd, _))))
        .last()
        .map_or(0, |line| line.number)
}

/// Whether a line holds nothing but moves in letters, perhaps with repeat counts.
pub(super) fn is_moves(text: &str) -> bool {
    let mut letters = 0_usize;
    let only_moves = text.chars().all(|character| match character {
        'u' | 'd' | 'l' | 'r' | 'U' | 'D' | 'L' | 'R' => {
            letters += 1;
            true
        }
        '*' | '[' | ']' | '{' | '}' | '(' | ')' | ' ' | '\t' => true,
        _ => character.is_ascii_digit(),
    });
    only_moves && letters > 0
}

/// Whether a line of moves could as well be a word such as `dull` or `Lurrd`.
pub(super) fn is_word_like(text: &str) -> bool {
    let text = text.trim();
    text.len() < 10
        && text.bytes().all(|byte| byte.is_ascii_alphabetic())
        && text.bytes().skip(1).all(|byte| byte.is_ascii_lowercase())
}
