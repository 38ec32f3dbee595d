//! Account: the bytes and the patience that the build of a table has.

use alloc::vec::Vec;
use core::ops::ControlFlow;

/// How much a build may take, and on how many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildConfig {
    /// The most bytes that tables and buffers may take together while they are built.
    pub bytes: usize,
    /// The threads that build.
    pub workers: Workers,
}

impl Default for BuildConfig {
    fn default() -> Self {
        Self { bytes: usize::MAX, workers: Workers::All }
    }
}

/// The threads that build a table. The table is the same for either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workers {
    /// The calling thread alone.
    One,
    /// All of the `rayon` pool, if the crate's feature `parallel` is on; else the calling thread.
    All,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildProgress {
    /// The bytes in use, those about to be used included: whoever keeps an account of memory can
    /// book them now, or break. What a large table has allocated but not yet written to, which
    /// the operating system backs with no memory, comes in as it is written.
    pub bytes: usize,
    /// The states whose distance is known.
    pub known: usize,
    /// All states of the table under construction; zero while they are being counted.
    pub states: usize,
}

/// Why a table was not built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Nothing was allocated for what would not have fit.
    #[error("the pattern database needs at least {bytes} bytes, and {limit} are allowed")]
    TooLarge {
        /// The bytes that it would have come to, as far as they could be counted.
        bytes: usize,
        /// [`BuildConfig::bytes`].
        limit: usize,
    },
    /// The observer of the progress said so.
    #[error("the build of the pattern database was stopped")]
    Stopped,
}

/// The account of one build.
pub(crate) struct Account<'w> {
    config: BuildConfig,
    watch: &'w mut dyn FnMut(&BuildProgress) -> ControlFlow<()>,
    progress: BuildProgress,
}

impl<'w> Account<'w> {
    pub(crate) fn new(
        config: BuildConfig,
        watch: &'w mut dyn FnMut(&BuildProgress) -> ControlFlow<()>,
    ) -> Self {
        Self { config, watch, progress: BuildProgress { bytes: 0, known: 0, states: 0 } }
    }

    pub(crate) fn workers(&self) -> Workers {
        self.config.workers
    }

    /// Books `bytes` that are about to be allocated.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] past the limit, [`BuildError::Stopped`] if the observer breaks.
    pub(crate) fn reserve(&mut self, bytes: usize) -> Result<(), BuildError> {
        self.check_room(bytes)?;
        self.progress.bytes += bytes;
        self.tell()
    }

    /// Would `bytes` more fit? For what is known to be needed, but booked as it comes into use.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] past the limit.
    pub(crate) fn check_room(&self, bytes: usize) -> Result<(), BuildError> {
        let bytes = self.progress.bytes.saturating_add(bytes);
        if bytes > self.config.bytes {
            return Err(BuildError::TooLarge { bytes, limit: self.config.bytes });
        }
        Ok(())
    }

    /// A vector with room for exactly `length` items, none of which is booked yet.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] past the limit, or past what the system grants.
    pub(crate) fn vector<T>(&self, length: usize) -> Result<Vec<T>, BuildError> {
        let bytes = length.saturating_mul(size_of::<T>());
        self.check_room(bytes)?;
        let mut vector = Vec::new();
        match vector.try_reserve_exact(length) {
            Ok(()) => Ok(vector),
            Err(_) => Err(BuildError::TooLarge { bytes, limit: self.config.bytes }),
        }
    }

    /// Gives back bytes that were freed.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.progress.bytes -= bytes;
    }

    /// Tells the observer how many of `states` are known.
    ///
    /// # Errors
    /// [`BuildError::Stopped`] if the observer breaks.
    pub(crate) fn tell_known(&mut self, known: usize, states: usize) -> Result<(), BuildError> {
        self.progress.known = known;
        self.progress.states = states;
        self.tell()
    }

    /// Tells the observer that the build goes on.
    ///
    /// # Errors
    /// [`BuildError::Stopped`] if the observer breaks.
    pub(crate) fn tell(&mut self) -> Result<(), BuildError> {
        match (self.watch)(&self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(BuildError::Stopped),
        }
    }
}
