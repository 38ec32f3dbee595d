//! Ctrl-C.

use std::process;

use sokoban_search::CancelToken;

use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::status_line;

/// From now on the first Ctrl-C cancels the token that is returned, and a second one ends the
/// program at once.
///
/// Called once all input is read: a Ctrl-C while standard input is awaited ends the program, as
/// everywhere.
pub(crate) fn token(diagnostics: Diagnostics) -> CancelToken {
    let token = CancelToken::new();
    let shared = token.clone();
    let installed = ctrlc::set_handler(move || {
        if shared.is_cancelled() {
            status_line::clear_line();
            process::exit(i32::from(Exit::Interrupted.code()));
        }
        shared.cancel();
    });
    if let Err(error) = installed {
        diagnostics.warning(&format!("Ctrl-C will lose the present level: {error}"));
    }
    token
}
