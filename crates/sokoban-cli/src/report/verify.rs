//! The report of `verify` on stored moves.

use serde::Serialize;
use sokoban_core::{MovesKind, StoredMoves};
use sokoban_formats::{Judgement, MovesFinding};

use super::Rank;
use super::json::{SCHEMA, written};
use super::text::{counted, runs};
use crate::diagnostics::styled;
use crate::output::printable;

/// What `verify` found of moves that are stored beside a level.
#[derive(Debug)]
pub(crate) struct VerifyReport<'r> {
    /// The file's path as it was given.
    pub(crate) file: &'r str,
    /// The level's number in the file, from 1.
    pub(crate) level: usize,
    pub(crate) title: Option<&'r str>,
    /// The number of the moves among those of the level, from 1.
    pub(crate) number: usize,
    pub(crate) moves: &'r StoredMoves,
    pub(crate) judgement: &'r Judgement,
    /// What findings count as that do not make the moves wrong.
    pub(crate) rank: Rank,
}

/// What became of stored moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MovesVerdict {
    Solved,
    /// A saved game: legal, and not solved.
    Saved,
    Wrong,
}

#[derive(Debug, Serialize)]
struct JsonMoves<'r> {
    schema: u32,
    file: &'r str,
    level: usize,
    title: Option<&'r str>,
    number: usize,
    kind: &'static str,
    line: usize,
    column: usize,
    verdict: &'static str,
    pushes: Option<usize>,
    moves: Option<usize>,
    box_lines: Option<usize>,
    box_changes: Option<usize>,
    pushing_sessions: Option<usize>,
    player_lines: Option<usize>,
    solution: Option<String>,
    findings: Vec<JsonFinding>,
}

#[derive(Debug, Serialize)]
struct JsonFinding {
    code: &'static str,
    line: usize,
    column: usize,
    what: String,
}

impl VerifyReport<'_> {
    pub(crate) fn verdict(&self) -> MovesVerdict {
        if self.judgement.findings.iter().any(|finding| finding.kind.is_wrong()) {
            MovesVerdict::Wrong
        } else if self.judgement.metrics.is_some() {
            MovesVerdict::Solved
        } else {
            MovesVerdict::Saved
        }
    }

    /// Findings that do not make the moves wrong.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = &MovesFinding> {
        self.judgement.findings.iter().filter(|finding| !finding.kind.is_wrong())
    }

    /// Is there anything to say but that the moves are right?
    pub(crate) fn has_findings(&self) -> bool {
        !self.judgement.findings.is_empty()
    }

    /// One line that says whether the moves solve the level, and one for each oddity.
    pub(crate) fn text(&self) -> String {
        let file = printable(self.file);
        let title = self.title.map(|title| format!(" \"{}\"", printable(title)));
        let kind = match self.moves.kind {
            MovesKind::Unnamed => "moves".to_owned(),
            kind => kind.name().to_ascii_lowercase(),
        };
        let (level, title) = (self.level, title.unwrap_or_default());
        let heading = format!("level {level}{title}, {kind} {}", self.number);
        let at = |finding: &MovesFinding| format!("{file}:{}", finding.place);
        let wrong = self.judgement.findings.iter().find(|finding| finding.kind.is_wrong());
        let mut text = match (&self.judgement.metrics, wrong) {
            (_, Some(wrong)) => {
                let (place, code) = (at(wrong), wrong.code());
                let code = styled(&format!("[{code}]"), Rank::Error.color());
                format!("{place}: {heading}: not solved, {} {code}\n", wrong.kind)
            }
            (Some(metrics), None) => {
                let counted = counted(metrics.pushes, metrics.moves);
                format!("{file}: {heading}: solved, {counted}, {}\n", runs(metrics))
            }
            (None, None) => format!("{file}: {heading}: legal, not solved yet\n"),
        };
        for warning in self.warnings() {
            let (place, word, code) = (at(warning), self.rank.styled_word(), warning.code());
            text += &format!("{place}: {word}: {heading}: {} [{code}]\n", warning.kind);
        }
        text
    }

    /// One JSON object, with the end of its line.
    pub(crate) fn json(&self) -> String {
        let metrics = self.judgement.metrics.as_ref();
        let findings = self.judgement.findings.iter().map(|finding| JsonFinding {
            code: finding.code().as_str(),
            line: finding.place.line,
            column: finding.place.column,
            what: finding.kind.to_string(),
        });
        written(&JsonMoves {
            schema: SCHEMA,
            file: self.file,
            level: self.level,
            title: self.title,
            number: self.number,
            kind: match self.moves.kind {
                MovesKind::Solution => "solution",
                MovesKind::Savegame => "savegame",
                MovesKind::Snapshot => "snapshot",
                _ => "unnamed",
            },
            line: self.moves.place.line,
            column: self.moves.place.column,
            verdict: match self.verdict() {
                MovesVerdict::Solved => "solved",
                MovesVerdict::Saved => "saved",
                MovesVerdict::Wrong => "wrong",
            },
            pushes: metrics.map(|metrics| metrics.pushes),
            moves: metrics.map(|metrics| metrics.moves),
            box_lines: metrics.map(|metrics| metrics.box_lines),
            box_changes: metrics.map(|metrics| metrics.box_changes),
            pushing_sessions: metrics.map(|metrics| metrics.pushing_sessions),
            player_lines: metrics.map(|metrics| metrics.player_lines),
            solution: metrics
                .and(self.judgement.solution.as_ref())
                .map(|solution| solution.to_string()),
            findings: findings.collect(),
        })
    }
}
