//! Lists of names that say which deadlock tests and which parts of a bound are on.

use clap::ValueEnum;
use sokoban_core::DeadlockConfig;
use sokoban_heuristics::ConflictConfig;

/// A deadlock test by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DeadlockName {
    All,
    None,
    DeadSquares,
    SquareBlock,
    Freeze,
    PiCorral,
    CorralSearch,
}

/// A part of the bound of conflicts by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ConflictName {
    All,
    None,
    Pairs,
    Triples,
    Frozen,
    Parity,
}

/// The tests that `names` switches on.
///
/// # Errors
/// A line about `--deadlocks` if it names `none` together with a test.
pub(super) fn deadlocks(names: &[DeadlockName]) -> Result<DeadlockConfig, String> {
    if names.len() > 1 && names.contains(&DeadlockName::None) {
        return Err("--deadlocks: 'none' stands alone; leave it out to name tests".into());
    }
    let mut config = DeadlockConfig::NONE;
    for name in names {
        match name {
            DeadlockName::All => config = DeadlockConfig::ALL,
            DeadlockName::None => {}
            DeadlockName::DeadSquares => config.dead_squares = true,
            DeadlockName::SquareBlock => config.square_block = true,
            DeadlockName::Freeze => config.freeze = true,
            DeadlockName::PiCorral => config.pi_corral = true,
            DeadlockName::CorralSearch => config.corral_search = true,
        }
    }
    Ok(config)
}

/// The parts that `names` switches on.
///
/// # Errors
/// A line about `--conflicts` if it names `none` together with a part, or `parity` without the
/// pairs that it acts on.
pub(super) fn conflicts(names: &[ConflictName]) -> Result<ConflictConfig, String> {
    if names.len() > 1 && names.contains(&ConflictName::None) {
        return Err("--conflicts: 'none' stands alone; leave it out to name parts".into());
    }
    let mut config = ConflictConfig::NONE;
    for name in names {
        match name {
            ConflictName::All => config = ConflictConfig::ALL,
            ConflictName::None => {}
            ConflictName::Pairs => config.pairs = true,
            ConflictName::Triples => config.triples = true,
            ConflictName::Frozen => config.frozen = true,
            ConflictName::Parity => config.parity = true,
        }
    }
    if config.parity && !config.pairs {
        return Err(
            "--conflicts: 'parity' has no effect without 'pairs'; add that, or leave it out".into(),
        );
    }
    Ok(config)
}
