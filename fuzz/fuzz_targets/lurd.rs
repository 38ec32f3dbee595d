//! Fuzzes the laws of the reader `lurd`: `cargo +nightly fuzz run lurd` in the project's folder.
#![no_main]

#[expect(dead_code, reason = "each target runs one law")]
#[path = "../../crates/sokoban-formats/tests/laws/mod.rs"]
mod laws;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    laws::lurd(bytes);
});
