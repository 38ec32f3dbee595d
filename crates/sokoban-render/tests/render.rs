//! Pictures read back: SVG as text, PNG and GIF as pixels.
#![expect(clippy::unwrap_used, reason = "where a helper fails, its test should")]

#[path = "render/animations.rs"]
mod animations;
#[path = "render/pictures.rs"]
mod pictures;
#[path = "render/sheets.rs"]
mod sheets;
#[path = "render/support.rs"]
mod support;
