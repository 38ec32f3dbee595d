//! The command `check`.

use sokoban_core::{Board, Remarks};
use sokoban_formats::Judge;

use super::playable::{playable, title, warnings};
use crate::args::{CheckArgs, CheckFormat, ColorWhen};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::level_files;
use crate::output::Output;
use crate::report::check::{CheckReport, Size};
use crate::report::{Rank, Warned};

/// Says of each level whether it is well-formed, and if not, where and why.
///
/// # Errors
/// [`Failure`] for wrong usage, and when standard output cannot be written.
pub(crate) fn check(args: &CheckArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    let (files, mut exit) = level_files::read_packs(&args.levels, diagnostics)?;
    let rank = Rank::of_warnings(args.strict);
    let mut output = Output::new(color);
    let (mut levels, mut invalid, mut warned) = (0, 0, 0);
    for file in &files {
        for warning in &file.warnings {
            diagnostics.line(&warning.coded_line(&file.name, rank));
        }
        warned += file.warnings.len();
        let mut judge = Judge::default();
        for ((number, parsed), remarks) in file.levels.iter().zip(&file.remarks) {
            let playable = playable(parsed);
            let board = playable.as_ref().ok().map(|(_, board)| board);
            let mut warnings =
                parsed.as_ref().map_or_else(|_| Vec::new(), |level| warnings(level, board));
            warnings
                .extend(board.into_iter().flat_map(|board| of_moves(&mut judge, board, remarks)));
            let report = CheckReport {
                file: file.name.clone(),
                number: *number,
                title: title(parsed),
                warnings,
                rank,
                finding: playable.map(|(level, board)| Size::of(level, &board)),
            };
            levels += 1;
            warned += report.warnings.len();
            if report.finding.is_err() {
                invalid += 1;
                exit = exit.max(Exit::Invalid);
            }
            if args.quiet && !report.has_findings() {
                continue;
            }
            output.write(&match args.format {
                CheckFormat::Text if args.quiet => report.findings(),
                CheckFormat::Text => report.text(),
                CheckFormat::Json => report.json(),
            })?;
        }
    }
    if args.format == CheckFormat::Text {
        let well_formed = levels - invalid;
        output.write(&format!(
            "levels {levels}: well-formed {well_formed}, invalid {invalid}, warnings {warned}\n"
        ))?;
    }
    Ok(if args.strict && warned > 0 { exit.max(Exit::Invalid) } else { exit })
}

/// What is wrong or odd with the moves that are stored beside a level.
fn of_moves(judge: &mut Judge, board: &Board, remarks: &Remarks) -> Vec<Warned> {
    let findings = remarks.moves.iter().flat_map(|moves| judge.judge(board, moves).findings);
    let warned = findings.map(|finding| Warned {
        place: finding.place.to_string(),
        what: format!("stored moves: {}", finding.kind),
        code: finding.code(),
    });
    warned.collect()
}
