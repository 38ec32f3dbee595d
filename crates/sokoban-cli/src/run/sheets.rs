//! Sheets: many levels in one picture, or in as many as they take.

use std::path::{Path, PathBuf};

use sokoban_render::{Picture, RenderError, Tile, usual_columns};

use super::playable::playable;
use super::render::{refused, write_stills};
use crate::args::RenderArgs;
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::input::is_stdin;
use crate::interrupt;
use crate::level_files::LevelFile;
use crate::output::printable;
use crate::outputs::{self, Product, Target};

/// Draws the levels of `file` that can be played on one sheet, or on pages of `--per-page`.
///
/// # Errors
/// [`Failure`] for wrong usage, before anything is written, and when a picture cannot be written.
pub(super) fn sheets(
    args: &RenderArgs,
    file: &LevelFile,
    diagnostics: Diagnostics,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Success;
    for warning in &file.warnings {
        diagnostics.line(&warning.line(&file.name));
    }
    let mut boards = Vec::new();
    for (number, parsed) in &file.levels {
        match playable(parsed) {
            Ok((level, board)) => boards.push((*number, level, board)),
            Err(invalid) => {
                diagnostics.line(&invalid.line_of(&file.name));
                exit = Exit::Invalid;
            }
        }
    }
    if boards.is_empty() {
        return Ok(exit);
    }
    let tiles: Vec<Tile<'_>> = boards
        .iter()
        .map(|(number, level, board)| Tile { number: *number, level, board })
        .collect();
    let on_a_page = args.per_page.map_or(tiles.len(), usize::from);
    // All pages look alike, also the last one, which may have fewer levels.
    let columns =
        args.columns.map_or_else(|| usual_columns(on_a_page.min(tiles.len())), usize::from);
    let pages: Vec<&[Tile<'_>]> = tiles.chunks(on_a_page).collect();
    let draw = |page: &[Tile<'_>]| {
        Picture::sheet(page, Some(columns), &args.style()).map_err(|error| match error {
            RenderError::TooManyTiles { .. } => Failure::Usage(format!(
                "{error} with --level, such as 1-100, or add --per-page 100"
            )),
            error => refused(error),
        })
    };
    let cancel = interrupt::token(diagnostics);
    // What cannot be drawn is told before the first page is written.
    for page in &pages {
        if cancel.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
        draw(page).map(drop)?;
    }
    let paths = paths(args, pages.len())?;
    let name = Path::new(&file.name).file_name().map(|name| name.to_string_lossy().into_owned());
    let name = printable(&name.unwrap_or_else(|| file.name.clone()));
    for (index, (page, [svg, png])) in pages.iter().zip(paths).enumerate() {
        if cancel.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
        let title = match pages.len() {
            1 => format!("levels of {name}"),
            pages => format!("levels of {name}, page {} of {pages}", index + 1),
        };
        write_stills(svg.as_deref(), png.as_deref(), &draw(page)?.with_title(&title))?;
    }
    Ok(exit)
}

/// For each page, where its SVG and its PNG go.
///
/// # Errors
/// [`Failure`] where several pages cannot go, and as [`outputs::check`].
fn paths(args: &RenderArgs, pages: usize) -> Result<Vec<[Option<PathBuf>; 2]>, Failure> {
    let given = [&args.svg, &args.png];
    if pages == 1 {
        return Ok(vec![given.map(Clone::clone)]);
    }
    if given.into_iter().flatten().any(|path| is_stdin(path)) {
        let usage = format!("{pages} pages do not fit into standard output; name a file");
        return Err(Failure::Usage(usage));
    }
    if let Some(device) = given.into_iter().flatten().find(|path| path.exists() && !path.is_file())
    {
        let device = device.display();
        return Err(Failure::Usage(format!("{pages} pages go beside {device}, which is no file")));
    }
    let paths: Vec<[Option<PathBuf>; 2]> = (1..=pages)
        .map(|page| given.map(|path| path.as_deref().map(|path| page_path(path, page, pages))))
        .collect();
    let kinds = [("--svg", Product::Svg), ("--png", Product::Png)];
    let targets: Vec<Target<'_>> = paths
        .iter()
        .flat_map(|page| page.iter().zip(kinds))
        .filter_map(|(path, (option, product))| {
            Some(Target { option, path: path.as_deref()?, product })
        })
        .collect();
    outputs::check(&[&args.file], &targets, &[])?;
    Ok(paths)
}

/// The file of a page: `sheet-07.png` of `sheet.png`, with as many digits as the last page has, so
/// that the names are in order.
fn page_path(path: &Path, page: usize, pages: usize) -> PathBuf {
    let digits = pages.to_string().len();
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{page:0digits$}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_named_in_order() {
        let name = |path: &str, page, pages| page_path(Path::new(path), page, pages);
        assert_eq!(name("a/sheet.png", 7, 10), Path::new("a/sheet-07.png"));
        assert_eq!(name("sheet.v1.svg", 2, 2), Path::new("sheet.v1-2.svg"));
        assert_eq!(name("sheet", 1, 100), Path::new("sheet-001"));
    }
}
