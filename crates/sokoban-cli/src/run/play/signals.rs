//! Signals that end a session.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the system has asked the program to end.
///
/// Ctrl-C is a key while a session has the terminal; this is for what comes from outside.
#[derive(Debug)]
pub(super) struct Signals(Arc<AtomicBool>);

impl Signals {
    /// From now on such a signal is noticed, instead of ending the program at once.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn notice() -> io::Result<Self> {
        let flag = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
            for signal in [SIGHUP, SIGINT, SIGTERM] {
                signal_hook::flag::register(signal, Arc::clone(&flag))?;
            }
        }
        Ok(Self(flag))
    }

    /// Did one come?
    pub(super) fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
