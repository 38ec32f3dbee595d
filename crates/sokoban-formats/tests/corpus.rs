//! The laws of the readers over the corpus of the fuzzers, over all other sample texts, and over
//! those texts damaged at random.
#![expect(clippy::unwrap_used, reason = "where a helper fails, its test should")]

mod laws;
#[path = "mutation/mod.rs"]
mod mutation;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use laws::LAWS;
use mutation::Mutator;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder, in order.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.retain(|path| path.is_file());
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn the_laws_hold_over_the_corpus() {
    for (name, law) in LAWS {
        let corpus = files(&root().join("fuzz/corpus").join(name));
        assert!(corpus.len() >= 4, "only {} texts for {name}", corpus.len());
        for bytes in corpus {
            law(&bytes);
        }
    }
}

#[test]
fn every_reader_bears_every_sample() {
    let folders = ["crates/sokoban-formats/tests/kinds", "crates/sokoban-core/tests/parse/valid"];
    let more = ["crates/sokoban-core/tests/parse/invalid", "fuzz/corpus/slc", "fuzz/corpus/json"];
    for folder in folders.into_iter().chain(more) {
        for bytes in files(&root().join(folder)) {
            // Wide boards in the samples make many squares, which one reader is enough for.
            let laws = if bytes.len() > 100_000 { &LAWS[..1] } else { &LAWS[..] };
            for (_, law) in laws {
                law(&bytes);
            }
        }
    }
}

#[test]
fn damaged_texts_are_read_without_panic() {
    for (name, law) in LAWS {
        let corpus = files(&root().join("fuzz/corpus").join(name));
        let mut mutator = Mutator::new(corpus, 1);
        let mut seen = BTreeSet::new();
        for _ in 0..400 {
            let bytes = mutator.next();
            if seen.insert(law(&bytes)) {
                mutator.keep(bytes);
            }
        }
        assert!(seen.len() > 5, "{name}: the damage is too little, {} kinds", seen.len());
    }
}
