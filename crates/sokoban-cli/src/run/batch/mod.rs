//! The command `batch`: very many levels, one line each.
//!
//! One thread reads levels at a time ([`source`]), all search them ([`label`]), and the thread that
//! began it writes their lines ([`sink`]). [`window`] keeps the searches from running far ahead of
//! a level that takes long, and so bounds the lines that wait for it.

mod class;
mod label;
mod ledger;
mod progress;
mod sink;
mod source;
mod window;

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use rayon::ThreadPoolBuilder;
use sokoban_search::Limits;

use self::class::Classes;
use self::label::{Labeller, Tally};
use self::ledger::Ledger;
use self::progress::BatchProgress;
use self::sink::{Done, Sink, Start};
use self::source::Source;
use self::window::Window;
use crate::args::{BatchArgs, ColorWhen};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::units::ByteLimit;
use crate::{free_memory, interrupt, level_folders};

/// The levels that may be begun and not yet written: some twenty megabytes of lines. It is as many as
/// a core gets done in ten seconds, the default limit of the one that the others wait for.
const WINDOW: usize = 1 << 15;

/// Said when there is nothing to label.
const NO_LEVEL: &str = "no level was found";

/// Labels the levels asked for.
///
/// # Errors
/// [`Failure`] for wrong usage, for a file that is not to be resumed, and when lines cannot be
/// written.
pub(crate) fn batch(args: &BatchArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    let config = args.search.config(std::num::NonZeroUsize::MIN).map_err(Failure::Usage)?;
    config.check().map_err(|error| Failure::Usage(error.to_string()))?;
    let (files, exit) = level_folders::list(&args.paths, diagnostics)?;
    if files.is_empty() {
        if exit == Exit::Success {
            diagnostics.error(NO_LEVEL);
        }
        return Ok(exit.max(Exit::Invalid));
    }
    let (sink, ledger) = match &args.out {
        Some(path) => {
            if let Some(file) = files.iter().find(|file| file.is(path)) {
                let name = &file.name;
                return Err(Failure::Usage(format!("--out would overwrite the levels in {name}")));
            }
            let start = match (args.resume, args.force) {
                (true, _) => Start::Resume,
                (false, true) => Start::Replace,
                (false, false) => Start::New,
            };
            let (file, ledger) = sink::open(path, start, &args.options)?;
            (Sink::file(file, path, !args.unordered), ledger)
        }
        None => (Sink::stdout(!args.unordered), Ledger::default()),
    };
    let threads = match args.threads {
        Some(threads) => threads.get(),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let memory = args.memory.map_or_else(free_memory::three_quarters, ByteLimit::of_search);
    let limits = Limits {
        time: args.time.0,
        nodes: args.nodes.0,
        bytes: memory.map(|bytes| bytes / threads),
        cancel: interrupt::token(diagnostics),
    };
    let has_ids = args.id || args.dedupe || args.out.is_some();
    let classes = args.dedupe.then(Classes::default);
    let labeller = Labeller {
        args,
        config,
        limits,
        source: Mutex::new(Source::new(
            files,
            ledger,
            classes,
            has_ids,
            &args.alphabet,
            diagnostics,
        )),
        window: Window::new(WINDOW),
        tally: Mutex::default(),
    };
    let started = Instant::now();
    let written = label_all(&labeller, threads, sink);
    let Labeller { limits, source, tally, .. } = labeller;
    let source = source.into_inner().unwrap_or_else(PoisonError::into_inner);
    let Tally { summary, has_failed, failure } =
        tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    written?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if !source.has_levels && !limits.cancel.is_cancelled() {
        if let Some(path) = &args.out {
            sink::remove_empty(path);
        }
        let exit = exit.max(source.exit);
        if exit == Exit::Success {
            diagnostics.error(NO_LEVEL);
        }
        return Ok(exit.max(Exit::Invalid));
    }
    let before = args.resume.then_some(source.skipped);
    diagnostics.line(summary.table_of_batch(before, started.elapsed()).trim_end());
    let exit = exit.max(source.exit).max(if has_failed { Exit::Internal } else { Exit::Success });
    if !limits.cancel.is_cancelled() {
        return Ok(exit);
    }
    if let Some(path) = &args.out {
        let path = path.display();
        diagnostics.line(&format!("{path} keeps what was done; the same with --resume goes on"));
    }
    Ok(Exit::Interrupted)
}

/// Searches on so many threads, and writes on this one.
fn label_all(labeller: &Labeller<'_>, threads: usize, sink: Sink) -> Result<(), Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Usage(format!("--threads {threads}: {error}")))?;
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(move |_| labeller.work(&sender));
        }
        drop(sender);
        let written = write_all(labeller, &receiver, sink);
        if written.is_err() {
            labeller.limits.cancel.cancel();
        }
        written
    })
}

/// Writes lines as they come, until no thread is left that could send one.
fn write_all(
    labeller: &Labeller<'_>,
    receiver: &Receiver<Done>,
    mut sink: Sink,
) -> Result<(), Failure> {
    let mut progress = BatchProgress::new(!labeller.args.no_progress);
    let skipped = || labeller.source.lock().unwrap_or_else(PoisonError::into_inner).skipped_share;
    loop {
        let done = match receiver.try_recv() {
            Ok(done) => done,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                // Whoever reads need not wait for the next level.
                sink.flush()?;
                match receiver.recv() {
                    Ok(done) => done,
                    Err(_) => break,
                }
            }
        };
        progress.add(done.share, skipped);
        sink.take(done, &labeller.window)?;
    }
    sink.finish()
}
