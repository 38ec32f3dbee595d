//! A set of levels to text.

use crate::format::Format;
use crate::level_set::LevelSet;
use crate::losses::{Loss, losses};
use crate::read::{ReadOptions, read};
use crate::text_writer::{self, Titles};
use crate::{json, slc};

/// A set as text, and what of it does not come back from there.
#[derive(Clone, Debug)]
pub struct Written {
    /// The text, in UTF-8, with `\n` at line ends.
    pub text: String,
    /// What the format could not hold: such as moves in [`Format::Slc`], and in any format the
    /// levels that could not be read. Empty if reading the text gives an equal set.
    pub losses: Vec<Loss>,
}

/// Writes `set` in a format, and reads it again to say what was lost.
///
/// Rows are plain and moves are wrapped, with their run-length codes as they are. Where titles behind
/// `;` would be misread, as a title `Author: me` would, [`Format::Xsb`] has them in `Title:` lines.
///
/// # Complexity
/// O(n) for n characters of text.
#[must_use]
pub fn write(set: &LevelSet, format: Format) -> Written {
    let read_again = |text: &str| {
        read(text.as_bytes(), &ReadOptions { format: Some(format), ..ReadOptions::default() })
    };
    let written = |text: String| {
        let losses = losses(set, &read_again(&text));
        Written { text, losses }
    };
    match format {
        Format::Slc => written(slc::write(set)),
        Format::Json => written(json::write(set)),
        Format::Sok => written(text_writer::write(set, Titles::Keys)),
        Format::Xsb => {
            let with_labels = written(text_writer::write(set, Titles::Labels));
            if with_labels.losses.is_empty() {
                return with_labels;
            }
            let with_keys = written(text_writer::write(set, Titles::Keys));
            let is_better = with_keys.losses.len() < with_labels.losses.len();
            if is_better { with_keys } else { with_labels }
        }
    }
}
