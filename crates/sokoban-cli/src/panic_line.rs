//! A panic is a bug of this program, and told in one line.

use std::io::{self, Write as _};
use std::panic::{self, PanicHookInfo};

/// Replaces the usual message of a panic, with its backtrace hint, by one line for users.
pub(crate) fn install() {
    panic::set_hook(Box::new(|info| {
        // One line or none: a panic must not bring on another.
        let _ = writeln!(io::stderr(), "{}", line(info));
    }));
}

fn line(info: &PanicHookInfo<'_>) -> String {
    let what = info.payload_as_str().unwrap_or("unknown cause").replace('\n', " ");
    let place = info.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
    let place = place.unwrap_or_default();
    format!("internal error: {what}{place}; this is a bug, please report it with the level")
}
