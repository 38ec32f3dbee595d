//! SVG: the picture as a text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::picture::{Item, Layer, Picture};
use crate::shape::{Path, Point, SQUARE, Shape, Stroke};
use crate::symbol::Symbol;
use crate::theme::Theme;

impl Picture {
    /// The picture as SVG 1.1, in lines.
    ///
    /// Each symbol is written once and used by its id, which begins with `sokoban`. Nothing is
    /// looked up elsewhere, neither fonts nor images.
    #[must_use]
    pub fn svg(&self) -> String {
        self.svg_with_ids("sokoban")
    }

    /// The same with ids that begin with `prefix`, so that several pictures have room in one page,
    /// where an id must be there once. Of the prefix only letters, digits and hyphens of ASCII count.
    ///
    /// ```
    /// use sokoban_core::{Board, Level};
    /// use sokoban_render::{Moment, Picture, Style};
    /// let level: Level = "#####\n#@$.#\n#####".parse()?;
    /// let board = Board::try_from(&level)?;
    /// let start = Moment::start(&board);
    /// let picture = Picture::of_level(&level, &board, &start, &Style::default())?;
    /// assert!(picture.svg_with_ids("start").contains("<g id=\"start-light-box\">"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn svg_with_ids(&self, prefix: &str) -> String {
        let is_plain = |symbol: &char| symbol.is_ascii_alphanumeric() || *symbol == '-';
        let prefix: String = prefix.chars().filter(is_plain).collect();
        let (width, height) = (self.width, self.height);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n"
        );
        if !self.title.is_empty() {
            svg += &format!("<title>{}</title>\n", escaped(&self.title));
        }
        let items = self.layers.iter().flat_map(|layer| &layer.items);
        let symbols: BTreeSet<Symbol> = items
            .filter_map(|item| match item {
                Item::Symbol(symbol, _) => Some(*symbol),
                Item::Shape(_) => None,
            })
            .collect();
        if !symbols.is_empty() {
            svg += "<defs>\n";
            for symbol in symbols {
                svg += &format!("<g id=\"{}\">\n", id(&prefix, symbol, self.theme));
                symbol.shapes(self.theme).iter().for_each(|shape| add_shape(&mut svg, shape));
                svg += "</g>\n";
            }
            svg += "</defs>\n";
        }
        svg +=
            &format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n", self.paper());
        self.layers.iter().for_each(|layer| add_layer(&mut svg, layer, &prefix, self.theme));
        svg += "</svg>\n";
        svg
    }
}

fn add_layer(svg: &mut String, layer: &Layer, prefix: &str, theme: Theme) {
    let Layer { x, y, scale, items } = layer;
    let factor = f64::from(*scale) / f64::from(SQUARE);
    *svg += &format!("<g transform=\"translate({x} {y}) scale({factor})\">\n");
    for item in items {
        match item {
            Item::Shape(shape) => add_shape(svg, shape),
            Item::Symbol(symbol, position) => {
                let side = SQUARE as usize;
                let (x, y) = (position.column * side, position.row * side);
                let id = id(prefix, *symbol, theme);
                *svg += &format!("<use xlink:href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>\n");
            }
        }
    }
    *svg += "</g>\n";
}

fn id(prefix: &str, symbol: Symbol, theme: Theme) -> String {
    format!("{prefix}-{}-{}", theme.name(), symbol.name())
}

fn add_shape(svg: &mut String, shape: &Shape) {
    if shape.path.is_empty() {
        return;
    }
    *svg += "<path";
    if shape.is_filled {
        *svg += &format!(" fill=\"{}\" fill-rule=\"evenodd\"", shape.color);
    } else {
        *svg += " fill=\"none\"";
    }
    if shape.line_width > 0 {
        *svg += &format!(
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            shape.color, shape.line_width
        );
    }
    *svg += " d=\"";
    add_path(svg, &shape.path);
    *svg += "\"/>\n";
}

fn add_path(svg: &mut String, path: &Path) {
    // Where the pen is, as far as it is known.
    let mut at: Option<Point> = None;
    for stroke in path.strokes() {
        let written = match *stroke {
            Stroke::Move(to) => write!(svg, "M{} {}", to.x, to.y),
            Stroke::Line(to) => match at {
                Some(at) if at == to => Ok(()),
                Some(at) if at.y == to.y => write!(svg, "H{}", to.x),
                Some(at) if at.x == to.x => write!(svg, "V{}", to.y),
                _ => write!(svg, "L{} {}", to.x, to.y),
            },
            Stroke::Curve(a, b, to) => {
                write!(svg, "C{} {} {} {} {} {}", a.x, a.y, b.x, b.y, to.x, to.y)
            }
            Stroke::Close => write!(svg, "Z"),
        };
        written.expect("writing to a string cannot fail");
        at = match *stroke {
            Stroke::Move(to) | Stroke::Line(to) | Stroke::Curve(_, _, to) => Some(to),
            Stroke::Close => None,
        };
    }
}

/// `text` as the content of an element. Characters that XML cannot hold are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '\t' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if symbol.is_control() => {}
            _ => escaped.push(symbol),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_cannot_break_out() {
        let text = "</title><script>&\u{0}\u{1b}\t\u{ffff}é";
        assert_eq!(escaped(text), "&lt;/title&gt;&lt;script&gt;&amp; é");
    }
}
