//! Options that the search asked for would not look at.

use clap::ArgMatches;
use clap::parser::ValueSource;
use sokoban_core::DeadlockConfig;
use sokoban_search::{Algorithm, Direction, HeuristicKind, Objective, SolveConfig, Threads};

/// The options of `solve` that were written on the command line, as far as they are for one
/// algorithm or one bound alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written(Vec<&'static Special>);

/// An option for one algorithm or one bound alone.
#[derive(Debug)]
struct Special {
    /// The name of the field.
    id: &'static str,
    option: &'static str,
    /// What has to be chosen for it, in words.
    choice: &'static str,
    /// Whether that can be chosen where the objective counts moves.
    is_for_moves: bool,
    has_use: fn(&SolveConfig) -> bool,
}

const SPECIAL: [Special; 14] = [
    Special {
        id: "table_bytes",
        option: "--table-bytes",
        choice: "--algorithm ida",
        is_for_moves: false,
        has_use: |config| config.algorithm == Algorithm::Ida || config.table_bytes.is_none(),
    },
    Special {
        id: "sma_stages",
        option: "--sma-stages",
        choice: "--algorithm sma",
        is_for_moves: false,
        has_use: |config| config.algorithm == Algorithm::Sma,
    },
    Special {
        id: "max_stored",
        option: "--max-stored",
        choice: "--algorithm sma",
        is_for_moves: false,
        has_use: |config| config.algorithm == Algorithm::Sma || config.max_stored.is_none(),
    },
    Special {
        id: "pdb_boxes",
        option: "--pdb-boxes",
        choice: "--heuristic pdb",
        is_for_moves: false,
        has_use: |config| config.heuristic == HeuristicKind::Pdb,
    },
    Special {
        id: "conflicts",
        option: "--conflicts",
        choice: "--heuristic conflicts",
        is_for_moves: false,
        has_use: may_be_conflicts,
    },
    Special {
        id: "deadlocks",
        option: "--deadlocks beyond dead-squares",
        choice: "--direction forward",
        is_for_moves: true,
        has_use: is_heeded,
    },
    Special {
        id: "deadlocks",
        option: "--deadlocks beyond dead-squares and freeze",
        choice: "--objective pushes or any",
        is_for_moves: false,
        has_use: is_heeded_for_moves,
    },
    Special {
        id: "macros",
        option: "--macros",
        choice: "--objective pushes or any",
        is_for_moves: false,
        has_use: |config| !config.objective.counts_moves(),
    },
    Special {
        id: "dominance",
        option: "--dominance",
        choice: "an --objective that counts moves",
        is_for_moves: true,
        has_use: |config| config.objective.counts_moves(),
    },
    Special {
        id: "symmetry",
        option: "--symmetry",
        choice: "an --objective that counts moves",
        is_for_moves: true,
        has_use: |config| config.objective.counts_moves(),
    },
    Special {
        id: "finder",
        option: "--finder",
        choice: "--algorithm auto",
        is_for_moves: false,
        has_use: |config| {
            config.algorithm == Algorithm::Auto
                && config.direction == Direction::Forward
                && config.objective == Objective::Pushes
        },
    },
    Special {
        id: "weight",
        option: "--weight",
        choice: "--algorithm weighted",
        is_for_moves: false,
        has_use: is_weighted,
    },
    Special {
        id: "anytime",
        option: "--anytime",
        choice: "--algorithm weighted or features",
        is_for_moves: false,
        has_use: |config| is_weighted(config) || config.algorithm == Algorithm::Features,
    },
    Special {
        id: "threads",
        option: "--threads beyond 1",
        choice: "--algorithm auto, astar, bidirectional or features, for --objective pushes or any",
        is_for_moves: false,
        has_use: has_threads,
    },
];

/// Does the search share out its states, or its searches?
fn has_threads(config: &SolveConfig) -> bool {
    let is_shared_out = match config.algorithm {
        Algorithm::AStar | Algorithm::Bidirectional | Algorithm::Features => true,
        Algorithm::Auto => {
            config.objective != Objective::Any || config.direction == Direction::Forward
        }
        _ => false,
    };
    config.threads == Threads::ONE || is_shared_out && !config.objective.counts_moves()
}

/// `auto` begins with weighted A* where any solution will do.
fn is_weighted(config: &SolveConfig) -> bool {
    match config.algorithm {
        Algorithm::Weighted => true,
        Algorithm::Auto => config.objective == Objective::Any,
        _ => false,
    }
}

/// `auto` takes the bound of conflicts in long searches that count no moves, and `features` always,
/// where the bound is left to them as well.
fn may_be_conflicts(config: &SolveConfig) -> bool {
    match config.heuristic {
        HeuristicKind::Conflicts => true,
        HeuristicKind::Auto => {
            matches!(config.algorithm, Algorithm::Auto | Algorithm::Features)
                && config.direction == Direction::Forward
                && !config.objective.counts_moves()
        }
        _ => false,
    }
}

/// Pulls heed dead squares alone. Who asks for all tests means all that there are.
fn is_heeded(config: &SolveConfig) -> bool {
    let DeadlockConfig { dead_squares, .. } = config.deadlocks;
    config.direction == Direction::Forward
        || config.deadlocks == DeadlockConfig::ALL
        || config.deadlocks == DeadlockConfig { dead_squares, ..DeadlockConfig::NONE }
}

/// Where moves are counted, a block of boxes is left to the test for freezes, and corrals to none.
fn is_heeded_for_moves(config: &SolveConfig) -> bool {
    let DeadlockConfig { dead_squares, freeze, .. } = config.deadlocks;
    !config.objective.counts_moves()
        || config.deadlocks == DeadlockConfig::ALL
        || config.deadlocks == DeadlockConfig { dead_squares, freeze, ..DeadlockConfig::NONE }
}

impl Written {
    /// Those in the arguments of `solve`.
    pub(super) fn of(solve: &ArgMatches) -> Self {
        let is_written =
            |special: &&Special| solve.value_source(special.id) == Some(ValueSource::CommandLine);
        Self(SPECIAL.iter().filter(is_written).collect())
    }

    /// Does the search that `config` asks for look at all of them? A limit that is lifted with
    /// `none` is in nobody's way.
    ///
    /// # Errors
    /// A line that names the first one that has no use, and what it is for.
    pub(super) fn check(&self, config: &SolveConfig) -> Result<(), String> {
        match self.0.iter().find(|special| !(special.has_use)(config)) {
            None => Ok(()),
            Some(Special { option, is_for_moves: false, .. })
                if config.objective.counts_moves() =>
            {
                Err(format!(
                    "{option} has no effect with --objective {}; leave it out",
                    config.objective
                ))
            }
            Some(Special { option, choice, .. }) => {
                Err(format!("{option} has no effect without {choice}; add that, or leave it out"))
            }
        }
    }

    /// Does one at least of the searches of `--compare` look at each?
    ///
    /// # Errors
    /// As [`Self::check`].
    pub(super) fn check_any(&self, configs: &[SolveConfig]) -> Result<(), String> {
        let is_pointless = |special: &&&Special| !configs.iter().any(special.has_use);
        match (self.0.iter().find(is_pointless), configs.first()) {
            (Some(Special { option, .. }), Some(SolveConfig { objective, .. })) => Err(format!(
                "{option} has no effect with --compare --objective {objective}; leave it out"
            )),
            _ => Ok(()),
        }
    }
}
