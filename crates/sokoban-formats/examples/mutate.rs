//! Damages the corpus of a reader by chance for a time, where no fuzzer is at hand.
//!
//! `cargo run -p sokoban-formats --example mutate -- text 600 1` damages the texts in
//! `fuzz/corpus/text` for 600 seconds, with seed 1, and ends with an error at the first text that
//! breaks a law, takes longer than five seconds, or more memory than 1 GiB. That text is then in
//! `target/mutate-text.bin`.

#[path = "../tests/laws/mod.rs"]
mod laws;
#[path = "../tests/mutation/mod.rs"]
mod mutation;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::panic;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use laws::LAWS;
use mutation::Mutator;

/// The longest that one text may take.
const LONGEST: Duration = Duration::from_secs(5);

/// The most memory that the process may have taken, in KiB.
const MOST_MEMORY: u64 = 1 << 20;

fn main() -> ExitCode {
    match run() {
        Ok(summary) => {
            let _ = writeln!(io::stdout(), "{summary}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<String, String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, seconds, seed] = &words[..] else {
        return Err("usage: mutate text|slc|json|charmap|lurd SECONDS SEED".to_owned());
    };
    let law = LAWS.iter().find(|(known, _)| known == name).ok_or("no such reader")?.1;
    let seconds: u64 = seconds.parse().map_err(|_| "SECONDS is a whole number")?;
    let seed: u64 = seed.parse().map_err(|_| "SEED is a whole number")?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("fuzz/corpus").join(name);
    let entries = fs::read_dir(&folder).map_err(|error| format!("{folder:?}: {error}"))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let corpus: Vec<Vec<u8>> = paths.iter().filter_map(|path| fs::read(path).ok()).collect();
    let mut mutator = Mutator::new(corpus, seed);
    let mut seen = BTreeSet::new();
    let start = Instant::now();
    let (mut runs, mut slowest) = (0_u64, Duration::ZERO);
    while start.elapsed() < Duration::from_secs(seconds) {
        let bytes = mutator.next();
        let began = Instant::now();
        let held = panic::catch_unwind(|| law(&bytes));
        let took = began.elapsed();
        slowest = slowest.max(took);
        runs += 1;
        let fault = if held.is_err() {
            Some("breaks a law".to_owned())
        } else if took > LONGEST {
            Some(format!("takes {took:?}"))
        } else {
            peak_kib().filter(|&kib| kib > MOST_MEMORY).map(|kib| format!("takes {kib} KiB"))
        };
        if let Some(fault) = fault {
            let path = root.join(format!("target/mutate-{name}.bin"));
            fs::create_dir_all(root.join("target")).map_err(|error| error.to_string())?;
            fs::write(&path, &bytes).map_err(|error| error.to_string())?;
            return Err(format!("text {runs} of seed {seed} {fault}; it is in {}", path.display()));
        }
        if let Ok(signature) = held
            && seen.insert(signature)
        {
            mutator.keep(bytes);
        }
    }
    let (kinds, peak) = (seen.len(), peak_kib().unwrap_or(0));
    Ok(format!("{name}: {runs} texts, {kinds} kinds, slowest {slowest:?}, peak {peak} KiB"))
}

/// The most memory that the process has had, where the system tells.
fn peak_kib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
