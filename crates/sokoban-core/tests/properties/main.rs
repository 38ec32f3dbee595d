//! Properties: every optimized routine against its plain twin, on levels made and random.

#[path = "../corpus/mod.rs"]
mod corpus;
mod plain;

mod distances;
mod metrics;
mod moves;
mod numbering;
mod reach;
mod stances;
mod walks;
mod widths;
