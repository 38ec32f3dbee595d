//! Relative links in Markdown lead somewhere.

use anyhow::Result;

use super::Finding;
use super::tree::{Tree, resolve};

/// The lines of a Markdown text outside fenced code blocks.
#[derive(Debug)]
pub(crate) struct Prose;

impl Prose {
    /// Line numbers from 1 with their text.
    pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
        let mut in_fence = false;
        text.lines().enumerate().filter_map(move |(index, line)| {
            let is_fence = line.trim_start().starts_with("```");
            if is_fence {
                in_fence = !in_fence;
            }
            (!is_fence && !in_fence).then_some((index + 1, line))
        })
    }
}

/// Every relative link names a file or folder, and its anchor a heading there.
pub(crate) fn check(tree: &Tree) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for file in tree.files_ending(&[".md"]) {
        let text = tree.read(file)?;
        for (number, line) in Prose::lines(&text) {
            for target in targets(line) {
                if let Some(message) = fault(tree, file, target)? {
                    findings.push(Finding::at(file, number, message));
                }
            }
        }
    }
    Ok(findings)
}

/// Link targets of a line, those in code spans left out.
pub(crate) fn targets(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for text in line.split('`').step_by(2) {
        for rest in text.split("](").skip(1) {
            if let Some((target, _)) = rest.split_once(')') {
                // A title may follow the target.
                found.extend(target.split_whitespace().next());
            }
        }
        if let Some(target) = text.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
            found.extend(target.1.split_whitespace().next());
        }
    }
    found
}

/// What is wrong with a link, if anything.
fn fault(tree: &Tree, file: &str, target: &str) -> Result<Option<String>> {
    let target = target.trim_matches(['<', '>']);
    if target.contains("://") || target.starts_with("mailto:") {
        return Ok(None);
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(p, a)| (p, Some(a)));
    let resolved = if path.is_empty() { Some(file.to_owned()) } else { resolve(file, path) };
    let Some(resolved) = resolved else {
        return Ok(Some(format!("links to {target}, which lies outside of the repository")));
    };
    if !tree.has_file(&resolved) && !tree.has_folder(&resolved) {
        return Ok(Some(format!("links to {target}, which is not there")));
    }
    if let Some(anchor) = anchor
        && resolved.ends_with(".md")
        && !anchors(&tree.read(&resolved)?).any(|heading| heading == anchor)
    {
        return Ok(Some(format!("links to {target}, but {resolved} has no such heading")));
    }
    Ok(None)
}

/// The anchors of the headings of a text, as forges make them.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let headings = Prose::lines(text).filter(|(_, line)| line.starts_with('#'));
    headings.map(|(_, line)| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::made_up;
    use super::*;

    fn findings(readme: &str) -> Vec<String> {
        let style = ("docs/style.md", "# Style\n## Hot loops, `unsafe`\n[up](../README.md)\n");
        let (_folder, tree) = made_up(&[("README.md", readme), style]);
        check(&tree).unwrap().into_iter().map(|finding| finding.to_string()).collect()
    }

    #[test]
    fn good_links_and_code_are_in_order() {
        let text = "[a](docs/style.md) [b](docs/) [c](docs/style.md#hot-loops-unsafe)\n\
                    [d](https://example.org/x) [e](#top) `v[0](x)`\n# Top\n\
                    ```text\n[f](nowhere.md)\n```\n[g]: docs/style.md\n";
        assert_eq!(findings(text), [""; 0]);
    }

    #[test]
    fn dead_links_are_found_with_their_line() {
        let text = "x\n[a](docs/gone.md)\n[b](docs/style.md#gone \"title\")\n[c](../up.md)\n";
        let found = findings(text);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], "README.md:2: links to docs/gone.md, which is not there");
    }
}
