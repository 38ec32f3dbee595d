//! Fuzzes the laws of the reader `charmap`: `cargo +nightly fuzz run charmap` in this folder's parent.
#![no_main]

#[path = "../../crates/sokoban-formats/tests/laws/mod.rs"]
mod laws;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    laws::charmap(bytes);
});
