//! A marker of an open task names its issue.

use anyhow::Result;

use super::Finding;
use super::tree::Tree;

/// The marker words. They are put together here so that this file does not find itself.
const MARKERS: [&str; 3] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];

/// Every marker in code or configuration is followed on its line by an issue number such as `#12`.
pub(crate) fn check(tree: &Tree) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for file in tree.files_ending(&[".rs", ".toml", ".yml", ".yaml", ".sh", ".ci/run"]) {
        for (index, line) in tree.read(file)?.lines().enumerate() {
            if let Some(marker) = MARKERS.into_iter().find(|marker| is_without_issue(line, marker))
            {
                let message = format!("{marker} without an issue number; write {marker}(#12)");
                findings.push(Finding::at(file, index + 1, message));
            }
        }
    }
    Ok(findings)
}

fn is_without_issue(line: &str, marker: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(marker).any(|(start, _)| {
        let rest = &line[start + marker.len()..];
        let stands_alone = !line[..start].ends_with(is_word) && !rest.starts_with(is_word);
        stands_alone && !has_issue(rest)
    })
}

fn has_issue(text: &str) -> bool {
    text.split('#').skip(1).any(|after| after.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::made_up;
    use super::*;

    #[test]
    fn a_marker_needs_an_issue() {
        let marker = MARKERS[0];
        let text = format!(
            "// {marker}(#12): later.\n// {marker}: later.\n// MAS{marker}S\n// {marker} see #x\n"
        );
        let (_folder, tree) = made_up(&[("crates/a/src/lib.rs", &text), ("docs/a.md", &text)]);
        let places: Vec<String> = check(&tree).unwrap().into_iter().map(|f| f.place).collect();
        assert_eq!(places, ["crates/a/src/lib.rs:2", "crates/a/src/lib.rs:4"]);
    }
}
