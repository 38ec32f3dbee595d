//! Saves: what was played, kept in a file from one session to the next.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::whole_file;

/// The version of the file's format.
const SCHEMA: u32 = 1;

/// The largest file that is read: room for the moves of some ten thousand levels.
const MAX_BYTES: u64 = 64 << 20;

/// What is kept of one level. Moves are letters in the directions of the level's canonical form,
/// so that they fit every drawing of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Saved {
    /// The moves of the attempt that was left; empty if none was.
    #[serde(default)]
    pub(super) moves: String,
    /// The best solution: fewest pushes, then fewest moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<String>,
    /// The fewest pushes that any solution has, if that was proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fewest_pushes: Option<usize>,
}

/// What is kept, by the canonical ids of the levels.
pub(super) type Saves = BTreeMap<String, Saved>;

#[derive(Serialize, Deserialize)]
struct SavesFile {
    schema: u32,
    levels: Saves,
}

/// Where saves are kept unless another file is named: in the user's folder for the state of
/// programs. None if the system does not tell.
pub(super) fn usual_path() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    let folder = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(folder.join("sokoban").join("play.json"))
}

/// What the file at `path` holds; nothing if there is none.
///
/// # Errors
/// One line with the path, what is wrong and what to do.
pub(super) fn read(path: &Path) -> Result<Saves, String> {
    let refused = |what: String| {
        let path = path.display();
        format!("{path}:{what}; name another file with --save, or play with --no-save")
    };
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Saves::new()),
        Err(error) => return Err(refused(format!(" {error}"))),
        Ok(metadata) if !metadata.is_file() => return Err(refused(" not a regular file".into())),
        Ok(metadata) if metadata.len() > MAX_BYTES => {
            return Err(refused(format!(" larger than {} MiB", MAX_BYTES >> 20)));
        }
        Ok(_) => {}
    }
    let bytes = fs::read(path).map_err(|error| refused(format!(" {error}")))?;
    let file: SavesFile = serde_json::from_slice(&bytes).map_err(|error| {
        // The parser ends its line with the place, which stands in front here.
        let (line, column) = (error.line(), error.column());
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        refused(format!("{line}:{column}: this is no file of saved games: {what}"))
    })?;
    if file.schema != SCHEMA {
        return Err(refused(format!(" its schema is {}, and only {SCHEMA} is read", file.schema)));
    }
    Ok(file.levels)
}

/// Writes `changed` into the file at `path`, and leaves what it holds of other levels, which
/// another session may have written meanwhile.
///
/// # Errors
/// One line with the path and what is wrong; the file is as it was.
pub(super) fn write(path: &Path, changed: &Saves) -> Result<(), String> {
    let mut levels = read(path)?;
    levels.extend(changed.iter().map(|(id, saved)| (id.clone(), saved.clone())));
    let in_words = |error: io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
        fs::create_dir_all(folder).map_err(in_words)?;
    }
    let file = SavesFile { schema: SCHEMA, levels };
    let mut bytes = serde_json::to_vec_pretty(&file).map_err(|error| in_words(error.into()))?;
    bytes.push(b'\n');
    whole_file::write(path, &bytes).map_err(|failure| match failure {
        Failure::File(_, error) | Failure::Output(error) => in_words(error),
        _ => in_words(io::ErrorKind::Other.into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saves(id: &str, moves: &str) -> Saves {
        Saves::from([(id.to_owned(), Saved { moves: moves.into(), ..Saved::default() })])
    }

    #[test]
    fn what_is_written_is_read_and_other_levels_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("play.json");
        assert_eq!(read(&path), Ok(Saves::new()));
        write(&path, &saves("a", "rR")).unwrap();
        write(&path, &saves("b", "l")).unwrap();
        write(&path, &saves("a", "rRu")).unwrap();
        let mut both = saves("a", "rRu");
        both.extend(saves("b", "l"));
        assert_eq!(read(&path), Ok(both));
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_is_none_of_ours_is_told_with_the_place_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("play.json");
        for (text, expected) in [
            (
                "{\"schema\":1,\n\"levels\":7}",
                ":2:10: this is no file of saved games: invalid type",
            ),
            ("{\"schema\":2,\"levels\":{}}", ": its schema is 2, and only 1 is read"),
            ("", ":1:0: this is no file of saved games: EOF"),
        ] {
            fs::write(&path, text).unwrap();
            let error = write(&path, &saves("a", "r")).unwrap_err();
            assert!(error.contains(expected), "{error}");
            assert!(error.contains("--no-save"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert!(read(folder.path()).unwrap_err().contains("not a regular file"));
    }
}
