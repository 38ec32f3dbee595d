//! SolveConfig: which search runs, with which bound and which deadlock tests.

use std::fmt;
use std::str::FromStr;

use sokoban_core::{Counts, DeadlockConfig};
use sokoban_heuristics::{ConflictConfig, StepCosts};

use crate::threads::Threads;
use crate::weight::Weight;

/// Which search runs, with which bound and which deadlock tests.
///
/// ```
/// use sokoban_search::{HeuristicKind, SolveConfig};
/// let config = SolveConfig { heuristic: HeuristicKind::PushDistance, ..SolveConfig::default() };
/// assert_eq!(config.heuristic.name(), "push-distance");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveConfig {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// From the start by pushes, or from the goals by pulls.
    pub direction: Direction,
    /// The bound.
    pub heuristic: HeuristicKind,
    /// The boxes of a pattern, for [`HeuristicKind::Pdb`].
    pub pdb_boxes: PdbBoxes,
    /// The parts that count, for [`HeuristicKind::Conflicts`].
    pub conflicts: ConflictConfig,
    /// What is minimized.
    pub objective: Objective,
    /// The deadlock tests that prune successors.
    pub deadlocks: DeadlockConfig,
    /// Whether a box is moved through a one-way passage in one step.
    pub macros: Macros,
    /// The most bytes that the table of IDA* takes; if none, 256 MiB or half of
    /// [`Limits::bytes`](crate::Limits::bytes), whichever is less.
    pub table_bytes: Option<usize>,
    /// For [`Algorithm::Sma`], the most states in memory at one time; none leaves it to
    /// [`Limits::bytes`](crate::Limits::bytes) alone. The table of the second stage gets the bytes
    /// that so many nodes of the first would take.
    pub max_stored: Option<usize>,
    /// For [`Algorithm::Sma`], what it may go over to where forgetting does not pay.
    pub sma_stages: SmaStages,
    /// The factor of the bound in [`Algorithm::Weighted`].
    pub weight: Weight,
    /// Whether [`Algorithm::Weighted`] and [`Algorithm::Features`] go on after their first solution.
    pub anytime: Anytime,
    /// Whether [`Algorithm::Auto`] looks for solutions besides proving that there are none.
    pub finder: Finder,
    /// Whether states are dropped for others with the same boxes where moves are counted.
    pub dominance: Dominance,
    /// Whether one state stands for all that the board's symmetries make of it where moves are
    /// counted.
    pub symmetry: SymmetryUse,
    /// The threads of A*, bidirectional search, [`Algorithm::Features`] and what [`Algorithm::Auto`]
    /// makes of them; the other algorithms have one. Verdict and optimum are the same with any number, and with more than one
    /// the solution and the counts may differ from run to run.
    pub threads: Threads,
}

impl SolveConfig {
    /// Does what it asks for go together? [`solve`](crate::solve()) asks as well.
    ///
    /// # Errors
    /// [`ConfigError`], the first thing that does not.
    ///
    /// ```
    /// use sokoban_search::{Algorithm, Objective, SolveConfig};
    /// let moves = SolveConfig { objective: Objective::Moves, ..SolveConfig::default() };
    /// assert!(moves.check().is_ok());
    /// assert!(SolveConfig { algorithm: Algorithm::Ida, ..moves }.check().is_err());
    /// ```
    pub fn check(&self) -> Result<(), ConfigError> {
        self.chosen_algorithm().map(|_| ())
    }

    /// The algorithm that runs; [`Algorithm::Auto`] where the search itself has to show which.
    ///
    /// # Errors
    /// [`ConfigError::Direction`] for a direction that the algorithm does not leave open,
    /// [`ConfigError::Heuristic`] for one that the bound does not serve, and
    /// [`ConfigError::Objective`] and [`ConfigError::Bound`] for an objective that the algorithm or
    /// the bound does not serve.
    pub(crate) fn chosen_algorithm(&self) -> Result<Algorithm, ConfigError> {
        let Self { algorithm, objective, heuristic, .. } = *self;
        if objective.step_costs().is_some() {
            let is_known = [Algorithm::Auto, Algorithm::AStar, Algorithm::Bidirectional];
            if !is_known.contains(&algorithm) {
                return Err(ConfigError::Objective { algorithm, objective });
            }
            let is_known = [HeuristicKind::Auto, HeuristicKind::Ghosts, HeuristicKind::Zero];
            if !is_known.contains(&heuristic) {
                return Err(ConfigError::Bound { heuristic, objective });
            }
        } else if heuristic == HeuristicKind::Ghosts {
            return Err(ConfigError::Bound { heuristic, objective });
        }
        if self.heuristic == HeuristicKind::Conflicts && self.direction == Direction::Reverse {
            let Self { heuristic, direction, .. } = *self;
            return Err(ConfigError::Heuristic { heuristic, direction });
        }
        match (self.algorithm, self.direction) {
            (Algorithm::Auto, Direction::Forward) if self.objective == Objective::Any => {
                Ok(Algorithm::Features)
            }
            (Algorithm::Auto, Direction::Reverse) if self.objective == Objective::Any => {
                Ok(Algorithm::Weighted)
            }
            (Algorithm::Auto, Direction::Reverse) => Ok(Algorithm::AStar),
            (Algorithm::Bidirectional | Algorithm::Features, Direction::Reverse) => {
                Err(ConfigError::Direction { algorithm: self.algorithm, direction: self.direction })
            }
            (chosen, _) => Ok(chosen),
        }
    }
}

/// A choice that has a name in options and reports.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $name {
            /// Every choice.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name in options and reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $name {
            type Err = UnknownName;

            /// Reads the name that [`Self::name`] gives.
            ///
            /// # Errors
            /// [`UnknownName`], which lists the names there are.
            fn from_str(text: &str) -> Result<Self, UnknownName> {
                let known = Self::ALL.iter().copied().find(|choice| choice.name() == text);
                known.ok_or_else(|| UnknownName {
                    what: $what,
                    name: text.to_owned(),
                    known: &[$($text,)+],
                })
            }
        }
    };
}

named! {
    /// A search algorithm. The objectives that count moves are served by [`Self::Auto`],
    /// [`Self::AStar`] and [`Self::Bidirectional`].
    Algorithm, "algorithm" {
        /// A* forward for 1,000 expansions (150,000 with up to 6 boxes), then both ways where the boxes have at most 1,000
        /// choices of goals, with [`HeuristicKind::Conflicts`] if the bound is left open too, if
        /// there are 2 to 64 boxes, and if its tables have room; else A* goes on. When their memory is
        /// full, IDA* from the bound proven so far, if another limit will end it. For
        /// [`Objective::Any`] weighted A* for 20,000 expansions and then [`Self::Features`], weighted
        /// A* alone for [`Direction::Reverse`]; A* by pulls for it elsewhere. For objectives that count
        /// moves, A* forward for 20,000 expansions, then both ways, with what it has so far.
        #[default]
        Auto = "auto",
        /// A*: [`SolveConfig::heuristic`] and the pushes made so far choose the next state.
        AStar = "astar",
        /// IDA*: depth first within a threshold that rises, with a table of fixed size.
        Ida = "ida",
        /// SMA*: A* that forgets states when its memory is full, and remembers what they were worth.
        Sma = "sma",
        /// Weighted A*: any solution fast, then better ones until the best is proven.
        Weighted = "weighted",
        /// By pushes from the start and by pulls from the goals, until the two meet. It takes
        /// [`Direction::Forward`], the default, and goes both ways.
        Bidirectional = "bidirectional",
        /// Many searches that are guided by features of a state and differ in what they make of
        /// them: any solution, then shorter ones, until one is proven optimal or nothing better is
        /// found. It takes [`Direction::Forward`].
        Features = "features",
    }
}

named! {
    /// The direction of play in which a search runs.
    Direction, "direction" {
        /// By pushes from the start.
        #[default]
        Forward = "forward",
        /// By pulls from the solved placements.
        Reverse = "reverse",
    }
}

named! {
    /// A lower bound.
    HeuristicKind, "heuristic" {
        /// The matching over push distances up to 256 goals, and push distances to the nearest goal
        /// beyond, where a matching costs too much a state. In a long search by
        /// [`Algorithm::Auto`], the conflicts.
        #[default]
        Auto = "auto",
        /// None: blind search.
        Zero = "zero",
        /// Rows and columns to the nearest goal.
        Manhattan = "manhattan",
        /// Pushes of a lone box to the nearest goal.
        PushDistance = "push-distance",
        /// Pushes to a goal of its own for each box.
        Matching = "matching",
        /// Rows and columns to a goal of its own for each box.
        MatchingManhattan = "matching-manhattan",
        /// The matching, raised by pattern databases of [`SolveConfig::pdb_boxes`] boxes.
        Pdb = "pdb",
        /// The matching, raised by what pairs of boxes cost that are in one another's way, with
        /// frozen boxes taken as walls. For [`Direction::Forward`] only; a search both ways takes
        /// the matching for its other front.
        Conflicts = "conflicts",
        /// The player's cheapest way with a few boxes, the others taken as ghosts: the bound of the
        /// objectives that count moves, and of no other.
        Ghosts = "ghosts",
    }
}

named! {
    /// The most boxes of a pattern.
    PdbBoxes, "number of boxes" {
        /// Lone boxes: nothing that the matching does not know.
        One = "1",
        /// Pairs.
        #[default]
        Two = "2",
        /// Pairs and triples.
        Three = "3",
    }
}

named! {
    /// Whether steps through passages are taken as one.
    Macros, "macros" {
        /// Yes, at the cost of their length.
        #[default]
        On = "on",
        /// No: every step moves a box by one square.
        Off = "off",
    }
}

named! {
    /// The stages of [`Algorithm::Sma`].
    SmaStages, "stages" {
        /// SMA*, then iterative deepening where forgetting costs more than it saves.
        #[default]
        Both = "ab",
        /// SMA* alone.
        A = "a",
    }
}

named! {
    /// Whether a weighted search goes on after its first solution.
    Anytime, "anytime" {
        /// Yes: until the solution is proven optimal or a limit is reached.
        #[default]
        On = "on",
        /// No: the first solution is the end.
        Off = "off",
    }
}

named! {
    /// Whether the long search of [`Algorithm::Auto`] takes turns with the finder, a search by
    /// features for a solution of as many pushes as are proven to be needed.
    Finder, "finder" {
        /// Yes.
        #[default]
        On = "on",
        /// No.
        Off = "off",
    }
}

named! {
    /// Whether a search that counts moves drops a state where one with the same boxes lets the
    /// player walk to its square at no more cost.
    Dominance, "dominance" {
        /// Yes.
        #[default]
        On = "on",
        /// No.
        Off = "off",
    }
}

named! {
    /// Whether a search that counts moves searches one state of those that a symmetry of the board
    /// lays onto one another.
    SymmetryUse, "symmetry" {
        /// Yes.
        #[default]
        On = "on",
        /// No.
        Off = "off",
    }
}

named! {
    /// What a search minimizes, and what a solution can be proven optimal for.
    Objective, "objective" {
        /// The number of pushes.
        #[default]
        Pushes = "pushes",
        /// The number of moves, pushes included.
        Moves = "moves",
        /// The number of pushes, and among solutions of as few the number of moves.
        PushesMoves = "pushes-moves",
        /// The number of moves, and among solutions of as few the number of pushes.
        MovesPushes = "moves-pushes",
        /// Nothing: any solution will do, the sooner the better. No solution is ever proven for
        /// this objective; one may turn out to be optimal in pushes.
        Any = "any",
    }
}

impl Objective {
    /// What is minimized first: the moves of a solution with these counts if the objective counts
    /// those first, else its pushes.
    #[must_use]
    pub const fn first_measure(self, counts: Counts) -> usize {
        match self {
            Self::Moves | Self::MovesPushes => counts.moves,
            Self::Pushes | Self::PushesMoves | Self::Any => counts.pushes,
        }
    }

    /// The name of [`Self::first_measure`]: `moves` or `pushes`.
    #[must_use]
    pub const fn first_measure_name(self) -> &'static str {
        match self {
            Self::Moves | Self::MovesPushes => "moves",
            Self::Pushes | Self::PushesMoves | Self::Any => "pushes",
        }
    }

    /// Does it count moves, first or second? Such objectives have a search of their own: see
    /// [`Algorithm`] and [`HeuristicKind::Ghosts`] for what serves them.
    #[must_use]
    pub const fn counts_moves(self) -> bool {
        self.step_costs().is_some()
    }

    /// What a push and a walk cost, for an objective that counts moves.
    pub(crate) const fn step_costs(self) -> Option<StepCosts> {
        match self {
            Self::Moves => Some(StepCosts::MOVES),
            Self::MovesPushes => Some(StepCosts::MOVES_THEN_PUSHES),
            Self::PushesMoves => Some(StepCosts::PUSHES_THEN_MOVES),
            Self::Pushes | Self::Any => None,
        }
    }
}

/// A name that none of the choices has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} '{name}'; one of: {}", known.join(", "))]
pub struct UnknownName {
    what: &'static str,
    name: String,
    known: &'static [&'static str],
}

/// A configuration that asks for what does not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The algorithm goes its own way.
    #[error("algorithm '{algorithm}' takes no direction '{direction}'")]
    Direction {
        /// The algorithm asked for.
        algorithm: Algorithm,
        /// The direction asked for.
        direction: Direction,
    },
    /// The algorithm does not count what is to be minimized.
    #[error(
        "algorithm '{algorithm}' does not minimize '{objective}'; auto, astar and bidirectional do"
    )]
    Objective {
        /// The algorithm asked for.
        algorithm: Algorithm,
        /// The objective asked for.
        objective: Objective,
    },
    /// The bound does not count what is to be minimized.
    #[error(
        "bound '{heuristic}' is not one for objective '{objective}'; objectives that count moves take auto, ghosts and zero, the others all but ghosts"
    )]
    Bound {
        /// The bound asked for.
        heuristic: HeuristicKind,
        /// The objective asked for.
        objective: Objective,
    },
    /// The bound looks one way only.
    #[error("bound '{heuristic}' is one to goals and takes no direction '{direction}'")]
    Heuristic {
        /// The bound asked for.
        heuristic: HeuristicKind,
        /// The direction asked for.
        direction: Direction,
    },
}
