//! generate: candidates in the order of their numbers, until there are enough levels.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use sokoban_core::Canonical;
use sokoban_search::{CancelToken, ConfigError};

use crate::candidate::{Candidate, Dropped, Made};
use crate::settings::{Settings, SettingsError};

/// The most candidates that are made between two looks at what came of them.
const MOST_AT_ONCE: usize = 64;

/// The levels made, and how it ended.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Batch {
    /// In the order of their numbers, no two of the same canonical form.
    pub levels: Vec<Made>,
    /// Why there are no more.
    pub ending: Ending,
    /// Candidates looked at, and what became of them.
    pub progress: Progress,
}

/// Why no more levels are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// There are as many as asked for.
    Complete,
    /// [`Settings::tries`] candidates in a row were dropped.
    GaveUp,
    /// The token was cancelled.
    Cancelled,
}

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Levels made.
    pub made: usize,
    /// Candidates looked at.
    pub candidates: u64,
    /// Dropped as [`Dropped::TooFewPushes`].
    pub too_few_pushes: u64,
    /// Dropped as [`Dropped::TooManyPushes`].
    pub too_many_pushes: u64,
    /// Dropped as [`Dropped::TooHard`].
    pub too_hard: u64,
    /// Dropped as [`Dropped::NoBoxMovedTwice`].
    pub no_box_moved_twice: u64,
    /// Dropped as [`Dropped::TooFewBoxChanges`].
    pub too_few_box_changes: u64,
    /// Dropped as [`Dropped::Duplicate`].
    pub duplicates: u64,
}

impl Progress {
    fn count(&mut self, dropped: Dropped) {
        let count = match dropped {
            Dropped::TooFewPushes => &mut self.too_few_pushes,
            Dropped::TooManyPushes => &mut self.too_many_pushes,
            Dropped::TooHard => &mut self.too_hard,
            Dropped::NoBoxMovedTwice => &mut self.no_box_moved_twice,
            Dropped::TooFewBoxChanges => &mut self.too_few_box_changes,
            Dropped::Duplicate => &mut self.duplicates,
        };
        *count += 1;
    }
}

/// Why nothing could be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// There can be no such levels.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The search refuses its configuration.
    #[error(transparent)]
    Search(#[from] ConfigError),
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
}

/// Makes levels as `settings` say, on so many threads, which change nothing but the time; `watch`
/// hears of what was done now and then.
///
/// What comes back is complete, or what was made until too many candidates in a row were dropped or
/// `cancel` was cancelled. It is then a beginning of what would have been complete.
///
/// # Errors
/// [`GenerateError`] before anything is made.
///
/// # Complexity
/// One search of at most [`Settings::nodes`] expansions a candidate, and at most
/// [`Settings::tries`] candidates a level.
pub fn generate(
    settings: &Settings,
    threads: NonZeroUsize,
    cancel: &CancelToken,
    watch: &mut dyn FnMut(&Progress),
) -> Result<Batch, GenerateError> {
    settings.check()?;
    let pool = ThreadPoolBuilder::new().num_threads(threads.get()).build()?;
    let mut levels: Vec<Made> = Vec::new();
    let mut forms = BTreeSet::new();
    let mut progress = Progress::default();
    let mut in_vain = 0;
    loop {
        let missing = settings.count - levels.len();
        let block = missing.max(2 * threads.get()).min(MOST_AT_ONCE.max(threads.get()));
        let first = progress.candidates + 1;
        let numbers = first..first + block as u64;
        let candidates: Vec<Result<Candidate, ConfigError>> = pool.install(|| {
            let candidate = |number| Candidate::new(settings, number, cancel);
            numbers.into_par_iter().map(candidate).collect::<Vec<_>>()
        });
        for candidate in candidates {
            let dropped = match candidate? {
                Candidate::Cancelled => {
                    return Ok(Batch { levels, ending: Ending::Cancelled, progress });
                }
                Candidate::Dropped(dropped) => Some(dropped),
                Candidate::Made(made) => {
                    let form = Canonical::try_from(&made.level).expect("the level has a board");
                    if forms.insert(form.into_text()) {
                        levels.push(*made);
                        None
                    } else {
                        Some(Dropped::Duplicate)
                    }
                }
            };
            progress.candidates += 1;
            progress.made = levels.len();
            if let Some(dropped) = dropped {
                progress.count(dropped);
                in_vain += 1;
            } else {
                in_vain = 0;
            }
            if levels.len() == settings.count {
                return Ok(Batch { levels, ending: Ending::Complete, progress });
            }
            if in_vain >= settings.tries {
                return Ok(Batch { levels, ending: Ending::GaveUp, progress });
            }
        }
        watch(&progress);
    }
}
