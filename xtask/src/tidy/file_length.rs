//! No source file holds more than one concept's worth of code.

use anyhow::Result;

use super::Finding;
use super::tree::Tree;

/// Past this many lines of code a file is split by concept.
const MOST_LINES: usize = 400;

/// Source files of the crates and of the tasks stay short, tests not counted.
pub(crate) fn check(tree: &Tree) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for file in tree.files_ending(&[".rs"]) {
        let is_source = file.starts_with("xtask/src/")
            || (file.starts_with("crates/") && file.split('/').nth(2) == Some("src"));
        if !is_source {
            continue;
        }
        let lines = code_lines(&tree.read(file)?);
        if lines > MOST_LINES {
            let message = format!("{lines} lines of code, at most {MOST_LINES}; split by concept");
            findings.push(Finding::new(file, message));
        }
    }
    Ok(findings)
}

/// Lines that are neither blank nor comment nor part of a `#[cfg(test)]` module.
fn code_lines(text: &str) -> usize {
    let mut count = 0;
    let mut in_comment = false;
    // The line that closes the test module: its own indentation and a brace.
    let mut test_end: Option<String> = None;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let code = line.trim();
        if let Some(end) = &test_end {
            if line.trim_end() == end {
                test_end = None;
            }
        } else if in_comment || code.starts_with("/*") {
            in_comment = !code.contains("*/");
        } else if code.starts_with("#[cfg(") && code.contains("test") && next_is_module(&mut lines)
        {
            let indentation = &line[..line.len() - line.trim_start().len()];
            test_end = Some(format!("{indentation}}}"));
        } else if !code.is_empty() && !code.starts_with("//") {
            count += 1;
        }
    }
    count
}

fn next_is_module<'a>(lines: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>) -> bool {
    lines.peek().is_some_and(|line| {
        let is_module = line.split_whitespace().any(|word| word == "mod");
        is_module && line.trim_end().ends_with('{')
    })
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::made_up;
    use super::*;

    #[test]
    fn blanks_comments_and_tests_are_not_code() {
        let text = "//! Doc.\n\n/* one\ntwo */\nfn a() {\n    // Why.\n    b();\n}\n\n\
                    #[cfg(test)]\nmod tests {\n    fn c() {}\n}\nfn d() {}\n";
        assert_eq!(code_lines(text), 4);
    }

    #[test]
    fn only_sources_past_the_limit_are_found() {
        let long = "x();\n".repeat(MOST_LINES + 1);
        let (_folder, tree) = made_up(&[
            ("crates/a/src/long.rs", &long),
            ("crates/a/tests/long.rs", &long),
            ("xtask/src/just.rs", &"x();\n".repeat(MOST_LINES)),
        ]);
        let findings = check(&tree).unwrap();
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].place, "crates/a/src/long.rs");
    }
}
