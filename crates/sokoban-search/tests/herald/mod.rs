//! A search that another thread cancels while it is under way.

use std::ops::ControlFlow;
use std::sync::mpsc;
use std::thread;

use sokoban_search::{
    CancelToken, Limits, Observer, Outcome, Progress, SolveConfig, StopReason, solve,
};

use crate::case::Case;

/// Says on a channel that the search is under way.
struct Herald(mpsc::Sender<()>);

impl Observer for Herald {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.expanded > 0 {
            // Nobody listens any more after the first time.
            let _ = self.0.send(());
        }
        ControlFlow::Continue(())
    }
}

/// Holds a search that would not end by itself to its cancel token.
pub(crate) fn assert_another_thread_cancels(case: &Case, config: &SolveConfig) {
    let (sender, receiver) = mpsc::channel();
    let token = CancelToken::new();
    // The memory limit is there for the day when cancelling breaks.
    let limits = Limits { cancel: token.clone(), bytes: Some(1 << 30), ..Limits::default() };
    let report = thread::scope(|scope| {
        scope.spawn(move || {
            receiver.recv().expect("the search says that it is under way");
            token.cancel();
        });
        solve(&case.board, config, &limits, &mut Herald(sender))
    });
    let report = report.expect("the choices go together");
    assert!(!case.judge(&report));
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled));
    assert!(report.stats.expanded > 0);
}
