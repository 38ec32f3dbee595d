//! The book below `docs` is whole: every page has its place, no link leads out of it, and the
//! reference is what the program says.

use anyhow::Result;

use super::Finding;
use super::links::{Prose, targets};
use super::tree::{Tree, resolve};
use crate::help_pages::{self, FOLDER, MEND, SUMMARY};

const BOOK: &str = "docs/";

/// Every page of the book is listed once, links only to what the book holds, and the pages made of
/// help are as they should be.
pub(crate) fn check(tree: &Tree) -> Result<Vec<Finding>> {
    if !tree.has_file(SUMMARY) {
        return Ok(vec![Finding::new(SUMMARY, "is missing")]);
    }
    let summary = tree.read(SUMMARY)?;
    let listed: Vec<String> =
        summary.lines().flat_map(targets).filter_map(|target| resolve(SUMMARY, target)).collect();
    let mut findings = Vec::new();
    for page in tree.files_ending(&[".md"]).filter(|file| file.starts_with(BOOK)) {
        let count = listed.iter().filter(|listed| *listed == page).count();
        if page != SUMMARY && count != 1 {
            findings.push(Finding::new(page, format!("is listed {count} times in {SUMMARY}")));
        }
        for (number, line) in Prose::lines(&tree.read(page)?) {
            for target in targets(line).into_iter().filter(|target| !target.contains("://")) {
                let path = target.split_once('#').map_or(target, |(path, _)| path);
                let place = resolve(page, path);
                if !place.is_some_and(|place| place.starts_with(BOOK)) && !path.is_empty() {
                    let message = format!("links to {target}, which is not in the book");
                    findings.push(Finding::at(page, number, message));
                }
            }
        }
    }
    let read = |path: &str| tree.read(path);
    match help_pages::wanted(&read) {
        Ok(wanted) => {
            let pages = tree.files().filter(|file| file.starts_with(FOLDER));
            let present: Vec<String> = pages.map(str::to_owned).collect();
            let stale = help_pages::stale(&wanted, &present, &read).into_iter();
            findings.extend(stale.map(|path| Finding::new(path, format!("is stale: `{MEND}`"))));
        }
        Err(error) => findings.push(Finding::new(FOLDER, format!("{error:#}"))),
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::made_up;
    use super::*;

    const SNAPSHOTS: &str = "crates/sokoban-cli/tests/snapshots";

    fn findings(summary: &str, page: &str) -> Vec<String> {
        let program = "---\nsource: x\n---\nSolves\n\nCommands:\n  solve  Solve\n";
        let help = |title: &str, text: &str| {
            let made = format!("`{MEND}` from the help of the program: change it there.");
            format!("# {title}\n\n<!-- Written by {made} -->\n\n```text\n{text}\n```\n")
        };
        let (_folder, tree) = made_up(&[
            (&format!("{SNAPSHOTS}/help.snap"), program),
            (&format!("{SNAPSHOTS}/help-solve.snap"), "---\nsource: x\n---\nSolve\n"),
            (SUMMARY, summary),
            ("docs/page.md", page),
            ("docs/reference/program.md", &help("sokoban", program.split_at(18).1.trim_end())),
            ("docs/reference/solve.md", &help("sokoban solve", "Solve")),
            ("README.md", ""),
        ]);
        check(&tree).unwrap().into_iter().map(|finding| finding.to_string()).collect()
    }

    const GOOD: &str = "# Book\n[page](page.md)\n- [sokoban](reference/program.md)\n\
                        - [sokoban solve](reference/solve.md)\n";

    #[test]
    fn a_whole_book_is_in_order() {
        let page = "[a](#top) [b](reference/solve.md#x) <https://example.org> [c](https://a.org)";
        assert_eq!(findings(GOOD, page), [""; 0]);
    }

    #[test]
    fn what_is_missing_twice_outside_or_stale_is_found() {
        let found = findings(&GOOD.replace("[page](page.md)", ""), "[up](../README.md)");
        let outside = "docs/page.md:1: links to ../README.md, which is not in the book";
        assert_eq!(found, ["docs/page.md: is listed 0 times in docs/SUMMARY.md", outside]);
        let found = findings(&GOOD.replace("sokoban solve", "sokoban sole"), "");
        assert_eq!(found, ["docs/SUMMARY.md: is stale: `cargo xtask help-pages`"]);
    }
}
