//! Where output may go: never onto what is read, and onto what is there only if it is made again.
//!
//! The rule for the whole program, which `docs/formats.md` states for users:
//!
//! 1. No output goes to a file that the same command reads, by whatever path or link.
//! 2. Levels and labels, which may be the only ones, replace a file only with `--force`.
//! 3. Pictures, pages and planning tasks, which their command makes again, replace a file of their own kind
//!    and no other.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use same_file::{Handle, is_same_file};
use sokoban_formats::Format;

use crate::failure::Failure;
use crate::input::is_stdin;
use crate::whole_file;

/// What a command makes from levels and can make again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Product {
    Svg,
    Png,
    Gif,
    Pddl,
    Html,
}

/// Where a command is to write one product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'a> {
    /// The option that names the file.
    pub(crate) option: &'static str,
    pub(crate) path: &'a Path,
    pub(crate) product: Product,
}

/// How much of a file is looked at to tell its kind.
const HEAD: u64 = 4096;

/// Ends of names that say what is in a file, besides those of level files.
const KNOWN_ENDS: [&str; 19] = [
    "svg", "png", "gif", "jpg", "jpeg", "webp", "bmp", "tif", "tiff", "avif", "ico", "pdf", "ps",
    "eps", "html", "md", "jsonl", "pddl", "sas",
];

impl Product {
    /// The end of its files' names, without the dot.
    const fn end(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Pddl => "pddl",
            Self::Html => "html",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Svg => "SVG",
            Self::Png => "PNG",
            Self::Gif => "GIF",
            Self::Pddl => "PDDL",
            Self::Html => "HTML",
        }
    }

    /// Does a file that begins with `head` hold this?
    fn is(self, head: &[u8]) -> bool {
        match self {
            Self::Png => head.starts_with(b"\x89PNG"),
            Self::Gif => head.starts_with(b"GIF8"),
            Self::Svg => {
                let text = String::from_utf8_lossy(head);
                text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
                    && text.contains("<svg")
            }
            Self::Html => {
                let text = String::from_utf8_lossy(head).to_lowercase();
                text.trim_start_matches('\u{feff}').trim_start().starts_with("<!doctype html")
            }
            Self::Pddl => {
                let text = String::from_utf8_lossy(head);
                let mut lines = text.lines().map(str::trim_start);
                let first = lines.find(|line| !line.is_empty() && !line.starts_with(';'));
                first.is_some_and(|line| line.starts_with("(define"))
            }
        }
    }
}

/// May the products be written? `can_make` are those that the command has options for.
///
/// # Errors
/// [`Failure`] for a target that is one of `inputs`, whose name says that it is of another kind,
/// that is there and is of another kind, that no file can be written at, or that is there twice.
pub(crate) fn check(
    inputs: &[&Path],
    targets: &[Target<'_>],
    can_make: &[Product],
) -> Result<(), Failure> {
    for (index, target) in targets.iter().enumerate() {
        let Target { option, path, product } = *target;
        let name = path.display();
        if let Some(other) = targets[..index].iter().find(|other| is_same(other.path, path)) {
            let what = format!("{} and {option} cannot both go to {name}", other.option);
            return Err(Failure::Usage(what));
        }
        if is_stdin(path) {
            continue;
        }
        if is_input(path, inputs.iter().copied()) {
            let what = format!("{option} {name} would overwrite the levels that are read");
            return Err(Failure::Usage(what));
        }
        if let Some(end) = other_end(path, product) {
            let option_of = can_make.iter().find(|other| other.end() == end.to_lowercase());
            let choice =
                option_of.map_or_else(String::new, |other| format!(", or use --{}", other.end()));
            let (kind, right) = (product.name(), product.end());
            return Err(Failure::Usage(format!(
                "{option} writes {kind}, but {name} ends in .{end}; end it in .{right}{choice}"
            )));
        }
        whole_file::check(path)?;
        if !may_replace(path, product) {
            let kind = product.name();
            return Err(Failure::Usage(format!(
                "{option} {name} would overwrite a file that is no {kind}; name another, or remove it"
            )));
        }
    }
    Ok(())
}

/// The format of levels that go to `out`, named by `to` or by the end of its name; standard output
/// gets sok.
///
/// # Errors
/// [`Failure::Usage`] if neither names one, and if a file is there that must not be replaced: only
/// with `--force`, which is `is_forced`.
pub(crate) fn format_of_levels(
    out: &Path,
    to: Option<Format>,
    is_forced: bool,
) -> Result<Format, Failure> {
    if is_stdin(out) {
        return Ok(to.unwrap_or(Format::Sok));
    }
    let name = out.display();
    let Some(format) = to.or_else(|| Format::of_path(out)) else {
        let what = format!("the name of {name} says no format");
        return Err(Failure::Usage(format!("{what}; choose one with --to xsb, sok, slc or json")));
    };
    if out.exists() && !whole_file::is_special(out) && !is_forced {
        return Err(Failure::Usage(format!("{name} exists; --force replaces it")));
    }
    Ok(format)
}

/// Is `path` one of the files that are read? `-` among them is what standard input comes from.
pub(crate) fn is_input<'a>(path: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> bool {
    // What is written to a device is not kept there.
    let is_kept = path.metadata().is_ok_and(|metadata| metadata.is_file());
    is_kept && inputs.into_iter().any(|input| is_read_from(input, path).unwrap_or(false))
}

fn is_read_from(input: &Path, path: &Path) -> io::Result<bool> {
    if is_stdin(input) {
        return Ok(Handle::stdin()? == Handle::from_path(path)?);
    }
    is_same_file(input, path)
}

/// Do two paths of outputs, of files that need not be there yet, mean the same file?
fn is_same(one: &Path, other: &Path) -> bool {
    let resolved = |path: &Path| -> Option<PathBuf> {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?))
    };
    one == other
        || is_same_file(one, other).unwrap_or(false)
        || resolved(one).is_some_and(|one| Some(one) == resolved(other))
}

/// The end of the name of `path`, if it says that it is something else than `product`.
fn other_end(path: &Path, product: Product) -> Option<&str> {
    let end = path.extension()?.to_str()?;
    let is = |known: &str| end.eq_ignore_ascii_case(known);
    let is_known = KNOWN_ENDS.into_iter().chain(Format::EXTENSIONS).any(is);
    (is_known && !is(product.end())).then_some(end)
}

/// Is nothing lost if `path` is overwritten: is there no file, or an empty one, or one of the same
/// kind? A file that cannot be looked at is kept.
fn may_replace(path: &Path, product: Product) -> bool {
    let Ok(metadata) = path.metadata() else { return true };
    if !metadata.is_file() || metadata.len() == 0 {
        return true;
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && product.is(&head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_tell_their_kind_by_how_they_begin() {
        let heads: [(&[u8], Option<Product>); 11] = [
            (b"\x89PNG\r\n\x1a\n", Some(Product::Png)),
            (b"GIF89a", Some(Product::Gif)),
            (b"<svg xmlns", Some(Product::Svg)),
            (b"\xef\xbb\xbf\n<?xml version='1.0'?>\n<svg>", Some(Product::Svg)),
            (b"; a level\n\n  (define (domain sokoban)", Some(Product::Pddl)),
            (b"<?xml version='1.0'?><SokobanLevels>", None),
            (b"#####\n#@$.#\n#####\n; <svg", None),
            (b"; (define\n#####\n#@$.#\n", None),
            (b"{\"schema\":1}", None),
            (b"\xff\xd8\xff\xe0JFIF", None),
            (b"\n", None),
        ];
        for (head, kind) in heads {
            for product in [Product::Svg, Product::Png, Product::Gif, Product::Pddl] {
                assert_eq!(product.is(head), kind == Some(product), "{product:?} {head:?}");
            }
        }
    }

    #[test]
    fn names_that_say_something_else_are_told() {
        let end = |path| other_end(Path::new(path), Product::Png);
        assert_eq!(end("a.jpg"), Some("jpg"));
        assert_eq!(end("a.XSB"), Some("XSB"));
        for path in ["a.png", "a.PNG", "a", "a.7", "a.png.tmp", "b.jpg/a", "/dev/stdout"] {
            assert_eq!(end(path), None, "{path}");
        }
    }

    #[test]
    fn two_spellings_of_a_path_are_the_same_file() {
        let same = |one, other| is_same(Path::new(one), Path::new(other));
        assert!(same("a.png", "a.png") && same("a.png", "./a.png") && same("-", "-"));
        assert!(!same("a.png", "b.png") && !same("nowhere/a", "elsewhere/a"));
    }
}
