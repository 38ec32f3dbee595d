//! Writes the reference of the book from the help of the program, or checks it.
//!
//! The help is taken from the snapshots of the program's tests, which hold it to the program. So the
//! pages are made in no time and without a build, and a page that is stale is found by `tidy`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::Verdict;
use crate::flags::HelpPageFlags;

const SNAPSHOTS: &str = "crates/sokoban-cli/tests/snapshots";
/// The folder of the pages.
pub(crate) const FOLDER: &str = "docs/reference";
/// The table of contents of the book.
pub(crate) const SUMMARY: &str = "docs/SUMMARY.md";
/// What mends a page that is stale.
pub(crate) const MEND: &str = "cargo xtask help-pages";
/// Lines of the table of contents that begin so are written by the task.
const ENTRY: &str = "- [sokoban";

/// Reads a file by its path below the root.
type Read<'a> = &'a dyn Fn(&str) -> Result<String>;

/// Runs the task: writes the pages, or with `--check` only compares them.
///
/// # Errors
///
/// A snapshot is missing or has no list of commands; a file cannot be read or written.
pub(crate) fn run(root: &Path, flags: &HelpPageFlags, out: &mut dyn Write) -> Result<Verdict> {
    let read = |path: &str| fs::read_to_string(root.join(path)).with_context(|| path.to_owned());
    let wanted = wanted(&read)?;
    let folder = root.join(FOLDER);
    let mut present = Vec::new();
    if folder.is_dir() {
        for entry in fs::read_dir(&folder).with_context(|| FOLDER.to_owned())? {
            present.push(format!("{FOLDER}/{}", entry?.file_name().to_string_lossy()));
        }
    }
    let stale = stale(&wanted, &present, &read);
    for path in &stale {
        writeln!(out, "stale     {path}")?;
    }
    writeln!(out, "{} files, {} of them stale", wanted.len(), stale.len())?;
    if stale.is_empty() {
        return Ok(Verdict::InOrder);
    }
    if flags.check {
        writeln!(out, "run `{MEND}`")?;
        return Ok(Verdict::Findings);
    }
    fs::create_dir_all(&folder).with_context(|| FOLDER.to_owned())?;
    for path in stale {
        match wanted.get(&path) {
            Some(text) => fs::write(root.join(&path), text),
            None => fs::remove_file(root.join(&path)),
        }
        .with_context(|| path)?;
    }
    Ok(Verdict::InOrder)
}

/// The files that the task writes, by their paths below the root.
///
/// # Errors
///
/// A snapshot of help or the table of contents cannot be read.
pub(crate) fn wanted(read: Read<'_>) -> Result<BTreeMap<String, String>> {
    let program = help(read, "help")?;
    let mut files = BTreeMap::new();
    let mut entries = format!("{ENTRY}](reference/program.md)\n");
    files.insert(format!("{FOLDER}/program.md"), page("sokoban", &program));
    for command in commands(&program)? {
        let title = format!("sokoban {command}");
        let text = page(&title, &help(read, &format!("help-{command}"))?);
        files.insert(format!("{FOLDER}/{command}.md"), text);
        entries += &format!("- [{title}](reference/{command}.md)\n");
    }
    files.insert(SUMMARY.to_owned(), with_entries(&read(SUMMARY)?, &entries)?);
    Ok(files)
}

/// Which of the files in `wanted` are not as they should be, and which of those in `present` should
/// not be there.
pub(crate) fn stale(
    wanted: &BTreeMap<String, String>,
    present: &[String],
    read: Read<'_>,
) -> Vec<String> {
    // Line by line, so that a checkout with other line ends is no difference.
    let differs = |path: &str, text: &str| match read(path) {
        Ok(was) => !was.lines().eq(text.lines()),
        Err(_) => true,
    };
    let changed = wanted.iter().filter(|(path, text)| differs(path, text)).map(|(path, _)| path);
    let orphans = present.iter().filter(|path| !wanted.contains_key(*path));
    changed.chain(orphans).cloned().collect()
}

/// The help in the snapshot called `name`.
fn help(read: Read<'_>, name: &str) -> Result<String> {
    let text = read(&format!("{SNAPSHOTS}/{name}.snap"))?.replace("\r\n", "\n");
    let Some((_, help)) = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"))
    else {
        bail!("{SNAPSHOTS}/{name}.snap does not begin as a snapshot does");
    };
    Ok(help.trim_end().to_owned())
}

/// The commands that the help of the program lists, but for `help` itself.
fn commands(program: &str) -> Result<Vec<&str>> {
    let lines = program.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty());
    let names: Vec<&str> = names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    if names.is_empty() {
        bail!("the help of the program lists no commands");
    }
    Ok(names)
}

fn page(title: &str, help: &str) -> String {
    format!(
        "# {title}\n\n<!-- Written by `{MEND}` from the help of the program: change it there. -->\n\n\
         ```text\n{help}\n```\n"
    )
}

/// The table of contents with `entries` in the place of those that it has.
fn with_entries(summary: &str, entries: &str) -> Result<String> {
    let mut text = String::new();
    let mut is_written = false;
    for line in summary.lines() {
        if !line.starts_with(ENTRY) {
            text += line;
            text.push('\n');
        } else if !is_written {
            text += entries;
            is_written = true;
        }
    }
    if !is_written {
        bail!("{SUMMARY} has no line that begins with `{ENTRY}`, where the reference goes");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "---\nsource: x\n---\nSolves\n\nCommands:\n  solve  Solve levels\n  \
                           help   Print this\n\nOptions:\n  -h\n";
    const SOLVE: &str = "---\nsource: x\n---\nSolve levels\n";
    const OLD: &str = "# Book\n\n- [sokoban](x.md)\n- [sokoban gone](y.md)\n\n# End\n";

    fn read(path: &str) -> Result<String> {
        Ok(match path.rsplit('/').next() {
            Some("help.snap") => PROGRAM,
            Some("help-solve.snap") => SOLVE,
            Some("SUMMARY.md") => OLD,
            _ => bail!("{path} is not there"),
        }
        .to_owned())
    }

    #[test]
    fn pages_are_made_of_help_and_listed() {
        let wanted = wanted(&read).unwrap();
        let paths: Vec<&str> = wanted.keys().map(String::as_str).collect();
        assert_eq!(paths, [SUMMARY, "docs/reference/program.md", "docs/reference/solve.md"]);
        assert!(wanted["docs/reference/solve.md"].starts_with("# sokoban solve\n"));
        assert!(wanted["docs/reference/solve.md"].ends_with("```text\nSolve levels\n```\n"));
        let summary = "# Book\n\n- [sokoban](reference/program.md)\n\
                       - [sokoban solve](reference/solve.md)\n\n# End\n";
        assert_eq!(wanted[SUMMARY], summary);
    }

    #[test]
    fn what_is_stale_missing_or_left_over_is_found() {
        let wanted = wanted(&read).unwrap();
        let present = ["docs/reference/solve.md".to_owned(), "docs/reference/gone.md".to_owned()];
        let fresh = |path: &str| Ok(wanted[path].replace('\n', "\r\n"));
        assert_eq!(stale(&wanted, &present[..1], &fresh), [""; 0]);
        let all = [SUMMARY, "docs/reference/program.md", "docs/reference/solve.md"];
        assert_eq!(stale(&wanted, &present[..1], &read), all);
        assert_eq!(stale(&wanted, &present, &fresh), ["docs/reference/gone.md"]);
    }

    #[test]
    fn a_command_without_recorded_help_is_an_error() {
        let read = |path: &str| match path.ends_with("help-solve.snap") {
            true => bail!("{path} is not there"),
            false => read(path),
        };
        assert!(wanted(&read).unwrap_err().to_string().contains("help-solve.snap"));
    }
}
