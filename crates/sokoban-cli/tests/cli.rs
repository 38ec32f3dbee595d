//! The program from outside: exit codes, streams, formats, options.
#![expect(clippy::unwrap_used, reason = "where a helper fails, its test should")]

#[path = "cli/analyze.rs"]
mod analyze;
#[path = "cli/batch.rs"]
mod batch;
#[path = "cli/book.rs"]
mod book;
#[path = "cli/check.rs"]
mod check;
#[path = "cli/compare.rs"]
mod compare;
#[path = "cli/convert.rs"]
mod convert;
#[path = "cli/curve.rs"]
mod curve;
#[path = "cli/exit_codes.rs"]
mod exit_codes;
#[path = "cli/export.rs"]
mod export;
#[path = "cli/formats.rs"]
mod formats;
#[path = "cli/generate.rs"]
mod generate;
#[path = "cli/improve.rs"]
mod improve;
#[path = "cli/inputs.rs"]
mod inputs;
#[path = "cli/objectives.rs"]
mod objectives;
#[path = "cli/options.rs"]
mod options;
#[path = "cli/outputs.rs"]
mod outputs;
#[path = "cli/pages.rs"]
mod pages;
#[path = "cli/play.rs"]
mod play;
#[path = "cli/render.rs"]
mod render;
#[path = "cli/resume.rs"]
mod resume;
#[path = "cli/session.rs"]
mod session;
#[cfg(unix)]
#[path = "cli/streams.rs"]
mod streams;
#[path = "cli/verify.rs"]
mod verify;
