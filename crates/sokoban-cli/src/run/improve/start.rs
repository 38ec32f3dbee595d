//! Start: the solution that is to be improved.

use std::path::Path;

use sokoban_core::{Board, Counts, Level, Remarks, Solution, SolutionMetrics};
use sokoban_search::Objective;

use crate::args::ImproveArgs;
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::input;
use crate::level_files::LevelFile;
use crate::output::printable;
use crate::report::Rank;
use crate::report::improve::rank;
use crate::run::given::MeantLevel;
use crate::run::stored::StoredJudge;

/// The solution that is to be improved, replayed.
#[derive(Debug)]
pub(super) struct Start {
    /// Its index among the moves that are stored of the level; none if it was given.
    pub(super) index: Option<usize>,
    pub(super) solution: Solution,
    pub(super) metrics: SolutionMetrics,
}

/// The solution of the command line, if there is one; or how the program ends since it cannot be
/// read, which is told.
///
/// # Errors
/// [`Failure::Usage`] if standard input is to be both levels and solution.
pub(super) fn given(
    args: &ImproveArgs,
    diagnostics: Diagnostics,
) -> Result<Result<Option<Solution>, Exit>, Failure> {
    let Some(text) = &args.solution else { return Ok(Ok(None)) };
    let stdin = Path::new("-");
    if text.trim() != "-" {
        return Ok(parse(text, diagnostics).map(Some));
    }
    if args.levels.paths.iter().any(|path| input::is_stdin(path)) {
        return Err(Failure::Usage("standard input, '-', can be read only once".into()));
    }
    let bytes = match input::read(stdin) {
        Ok(bytes) => bytes,
        Err(error) => {
            diagnostics.error(&error.to_string());
            return Ok(Err(Exit::File));
        }
    };
    Ok(parse(&String::from_utf8_lossy(&bytes), diagnostics).map(Some))
}

fn parse(text: &str, diagnostics: Diagnostics) -> Result<Solution, Exit> {
    text.parse().map_err(|error| {
        diagnostics.error(&format!("the solution cannot be read: {error}"));
        Exit::Invalid
    })
}

impl Start {
    /// Its moves and pushes.
    pub(super) fn counts(&self) -> Counts {
        Counts { moves: self.metrics.moves, pushes: self.metrics.pushes }
    }

    /// The solution that was given for the one level there is; or why it is none, which is told as
    /// `verify` tells it.
    pub(super) fn of_given(
        meant: MeantLevel<'_>,
        board: &Board,
        solution: &Solution,
        diagnostics: Diagnostics,
    ) -> Result<Self, String> {
        match SolutionMetrics::replay(solution, board) {
            Ok(metrics) => Ok(Self { index: None, solution: solution.clone(), metrics }),
            Err(error) => {
                diagnostics.line(&meant.not_solved(solution, &error));
                Err(format!("the solution is wrong: {error}"))
            }
        }
    }

    /// The best by `objective` of the solutions that are stored of a level; or why there is none, which
    /// is told.
    pub(super) fn of_stored(
        file: &LevelFile,
        (number, level): (usize, &Level),
        board: &Board,
        remarks: &Remarks,
        (judge, objective): (&mut StoredJudge<'_>, Objective),
        diagnostics: Diagnostics,
    ) -> Result<Self, String> {
        judge.has_wrong = false;
        let best = judge
            .solutions(number, level, board, remarks)
            .min_by_key(|stored| rank(objective, stored.metrics));
        if let Some(stored) = best {
            let (solution, metrics) = (stored.solution, stored.metrics);
            return Ok(Self { index: Some(stored.index), solution, metrics });
        }
        if judge.has_wrong {
            return Err("no stored solution is right, see standard error".to_owned());
        }
        let title = level.title().map(|title| format!(" \"{}\"", printable(title)));
        diagnostics.line(&format!(
            "{}:{}: {}: level {number}{} has no stored solution; give one with --level {number} \
             --solution LURD",
            printable(&file.name),
            level.first_line(),
            Rank::Warning.styled_word(),
            title.unwrap_or_default(),
        ));
        Err("no stored solution; give one with --solution LURD".to_owned())
    }
}
