//! A folder with level files, and runs of the program in it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin_cmd;
use tempfile::TempDir;

/// One solution, one push at a time: 2 pushes, 3 moves, and two states to expand.
pub(crate) const CORRIDOR: &str = "; corridor\n#######\n#@ $ .#\n#######\n";

/// The box stands in a corner.
pub(crate) const UNSOLVABLE: &str = "; corner\n#####\n#@ .#\n#$  #\n#####\n";

/// No player.
pub(crate) const INVALID: &str = "; nobody\n#####\n# $.#\n#####\n";

/// A room that blind search does not exhaust in the time of a test.
pub(crate) const ROOM: &str = "\
; room
##############
#@           #
#            #
#  $ $ $ $   #
#            #
#  $ $ $ $   #
#            #
#            #
#  . . . .   #
#            #
#  . . . .   #
#            #
##############
";

/// A folder of its own for one test.
pub(crate) struct Session {
    folder: TempDir,
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Session {
    /// A folder with `levels.xsb`, which holds `levels`, with blank lines between them.
    pub(crate) fn new(levels: &[&str]) -> Self {
        let session = Self { folder: TempDir::new().unwrap() };
        session.file("levels.xsb", levels.join("\n").as_bytes());
        session
    }

    /// Writes another file.
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) {
        fs::write(self.folder.path().join(name), bytes).unwrap();
    }

    /// Where the file called `name` is.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Makes a folder in the folder.
    pub(crate) fn folder(&self, name: &str) {
        fs::create_dir(self.folder.path().join(name)).unwrap();
    }

    /// The program with `words` for arguments, ready to be started in the folder.
    pub(crate) fn command(&self, words: &str) -> Command {
        let cargo = cargo_bin_cmd!("sokoban");
        let mut command = Command::new(cargo.get_program());
        command.args(words.split_whitespace()).current_dir(self.folder.path());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
            command.env_remove(variable);
        }
        command.stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, words: &str) -> Run {
        self.command(words).output().unwrap().into()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// Standard output as one JSON object a line.
    pub(crate) fn json(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}
