//! Fuzzes the laws of the reader `json`: `cargo +nightly fuzz run json` in this folder's parent.
#![no_main]

#[path = "../../crates/sokoban-formats/tests/laws/mod.rs"]
mod laws;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    laws::json(bytes);
});
