//! Bytes of a file as text.

use alloc::borrow::Cow;
use alloc::string::String;

use super::error::{ParseError, ParseErrorKind, UnreadForm};
use super::warning::{Warning, WarningKind};
use crate::level::Place;

/// The text of a file's bytes, which are UTF-8 or else Latin-1, which is warned about.
///
/// A byte order mark in front and NUL bytes at the end are dropped.
///
/// # Errors
/// [`UnreadForm::Utf16`] for two-byte text.
///
/// # Complexity
/// O(n) for n bytes; UTF-8 is not copied.
pub fn decode_text(bytes: &[u8]) -> Result<(Cow<'_, str>, Option<Warning>), ParseError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let kind = ParseErrorKind::UnreadForm(UnreadForm::Utf16);
        return Err(ParseError::new(Place { line: 1, column: 1 }, kind));
    }
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let bytes = &bytes[..end];
    match core::str::from_utf8(bytes) {
        Ok(text) => Ok((Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)), None)),
        Err(error) => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            // Latin-1 is the first 256 code points, so each byte is its own character.
            let text: String = bytes.iter().copied().map(char::from).collect();
            let place = place_of_byte(bytes, error.valid_up_to());
            Ok((Cow::Owned(text), Some(Warning::new(place, WarningKind::Latin1))))
        }
    }
}

/// The place of a byte of Latin-1 text.
fn place_of_byte(bytes: &[u8], index: usize) -> Place {
    let before = &bytes[..index.min(bytes.len())];
    let is_end =
        |i: usize| before[i] == b'\n' || before[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n');
    let ends = (0..before.len()).filter(|&i| is_end(i));
    let (count, last) = ends.fold((0, None), |(count, _), i| (count + 1, Some(i)));
    Place { line: count + 1, column: before.len() - last.map_or(0, |i| i + 1) + 1 }
}
