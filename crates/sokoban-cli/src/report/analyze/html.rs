//! The analyses of levels as one page for a browser.
//!
//! Nothing is looked up elsewhere, and no script runs: pictures are part of the page, light and dark,
//! and the style sheet shows those that the browser asks for.

use quick_xml::escape::escape;
use sokoban_analyze::{Part, Source, Verdict};

use super::{AnalyzeReport, Analyzed, Finding, pictures, words};
use crate::output::printable;
use crate::report::text::{counted, noun, runs};

const STYLE: &str = include_str!("page.css");

/// Boxes that are named one by one.
const NAMED: usize = 12;

/// Whether a part has pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pictures {
    Drawn,
    /// The page is so large already that a browser has trouble with it.
    LeftOut,
}

/// The part of a page that is about one level.
#[derive(Debug)]
pub(crate) struct Section {
    id: String,
    heading: String,
    body: String,
}

impl Section {
    /// The bytes of its text.
    pub(crate) fn bytes(&self) -> usize {
        self.body.len()
    }
}

/// A level's part of the page; `number` is that of the part.
pub(crate) fn section(report: &AnalyzeReport<'_>, number: usize, pictures: Pictures) -> Section {
    let id = format!("level-{number}");
    let body = match &report.finding {
        Finding::Invalid(invalid) => {
            let what = format!("{}:{}: {}", invalid.line, invalid.column, invalid.what);
            verdict("bad", &format!("invalid: {}", printable(&what)))
        }
        Finding::Failed => verdict("open", "unknown: an internal error ended the analysis"),
        Finding::Analyzed(analyzed) => analysis(analyzed, &id, pictures),
    };
    let warnings = report.warnings.iter().map(|warning| {
        format!(
            "<p>Warning: {}</p>\n",
            escape(printable(&format!("line {}: {}", warning.place, warning.what)))
        )
    });
    Section { heading: report.heading(), body: body + &warnings.collect::<String>(), id }
}

/// The page with all its parts.
pub(crate) fn page(sections: &[Section]) -> String {
    let title = match sections {
        [one] => format!("Analysis of {}", one.heading),
        several => format!("Analyses of {}", noun(several.len(), "level", "levels")),
    };
    let title = escape(&title);
    // The heading of its section says which level it is.
    let top = if sections.len() == 1 { "Analysis of a level" } else { &title };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{top}</h1>\n"
    );
    if sections.len() > 1 {
        let links = sections.iter().map(|Section { id, heading, .. }| {
            format!("<li><a href=\"#{id}\">{}</a></li>\n", escape(heading))
        });
        page += &format!("<nav>\n<ul>\n{}</ul>\n</nav>\n", links.collect::<String>());
    }
    for Section { id, heading, body } in sections {
        let heading = escape(heading);
        page += &format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{body}</section>\n");
    }
    let sources = Source::ALL.map(|source| {
        format!("<li>{}: {}</li>\n", escape(source.short()), escape(source.reference()))
    });
    page += &format!(
        "<footer>\n<p>Every number is proven, or said to be unknown. Sources of the measures:</p>\n\
         <ul>\n{}</ul>\n<p>Made by sokoban {}.</p>\n</footer>\n</main>\n</body>\n</html>\n",
        sources.concat(),
        env!("CARGO_PKG_VERSION"),
    );
    page
}

fn analysis(analyzed: &Analyzed<'_>, id: &str, pictures: Pictures) -> String {
    let analysis = &analyzed.analysis;
    let color = match analysis.verdict {
        Verdict::Solvable => "good",
        Verdict::Unsolvable(_) => "bad",
        Verdict::Unknown(_) => "open",
    };
    let mut body = verdict(color, &words::verdict(&analysis.verdict));
    body += &facts(analyzed);
    body += &match pictures {
        Pictures::Drawn => pictures::figures(analyzed, id),
        Pictures::LeftOut => "<p>No pictures: the page has no more room.</p>\n".to_owned(),
    };
    body += &optimal(analyzed);
    body += &bounds(analyzed);
    let states = words::states(analysis, &analyzed.settings);
    body += &format!(
        "<h3>All states that pushes lead to</h3>\n<p>{}.</p>\n",
        escape(capitalized(&states))
    );
    body += &difficulty(analyzed);
    if let Some(found) = &analysis.found {
        let counts = counted(found.metrics.pushes, found.metrics.moves);
        body += &format!(
            "<h3>Solution</h3>\n<p>{counts}; {}.</p>\n<code>{}</code>\n",
            runs(&found.metrics),
            found.solution,
        );
    }
    body
}

fn verdict(color: &str, text: &str) -> String {
    format!("<p class=\"verdict {color}\">{}</p>\n", escape(capitalized(text)))
}

/// The numbers that are asked for first.
fn facts(analyzed: &Analyzed<'_>) -> String {
    let analysis = &analyzed.analysis;
    let shape = &analysis.shape;
    let mut facts = Vec::new();
    if !analysis.is_unsolvable() {
        let stop = analysis.pushes_stopped_by;
        facts.push(("Pushes", words::least(analysis.pushes, "push", "pushes", stop)));
        let stop = analysis.moves_stopped_by;
        facts.push(("Moves", words::least(analysis.moves, "move", "moves", stop)));
    }
    facts.push(("Size", format!("{} x {}", shape.width, shape.height)));
    let on_goals = match shape.boxes_on_goals {
        0 => String::new(),
        count => format!(", {count} on goals"),
    };
    facts.push(("Boxes and goals", format!("{} and {}{on_goals}", shape.boxes, shape.goals)));
    let (live, dead) = (shape.live_squares(), shape.dead_squares.len());
    facts.push(("Squares", format!("{} ({live} live, {dead} dead)", shape.squares)));
    let (tunnels, one_way) = (shape.tunnels.len(), shape.one_way().count());
    facts.push(("Tunnel squares", format!("{tunnels} ({one_way} one-way)")));
    if let Some(id) = analyzed.id {
        facts.push(("Canonical id", id.to_string()));
    }
    let facts = facts.iter().map(|(name, value)| {
        let value = escape(value);
        format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n")
    });
    format!("<dl class=\"facts\">\n{}</dl>\n", facts.collect::<String>())
}

fn optimal(analyzed: &Analyzed<'_>) -> String {
    let analysis = &analyzed.analysis;
    let heading = "<h3>All solutions with the fewest pushes</h3>\n";
    let Part::Done(survey) = &analysis.optimal else {
        let why = words::no_survey(analysis).unwrap_or_default();
        return format!("{heading}<p>{}.</p>\n", escape(capitalized(&why)));
    };
    let sequences = match survey.sequences {
        1 => "There is one push sequence, so that it is unique.".to_owned(),
        count => format!(
            "There are {} push sequences, through {}.",
            words::sequences(count, &analyzed.settings),
            noun(survey.states as usize, "state", "states"),
        ),
    };
    let unmoved = match survey.unmoved_boxes.len() {
        0 => "Every box is moved by one of them at least.".to_owned(),
        count => format!(
            "None of them moves {}: {}.",
            noun(count, "box", "boxes"),
            words::places(&analyzed.board, &survey.unmoved_boxes, NAMED),
        ),
    };
    let unused = words::unused(&analyzed.board, survey).len();
    let live = analyzed.board.live_squares();
    format!(
        "{heading}<p>{sequences}</p>\n<p>{unmoved}</p>\n<p>No box ever stands on {unused} of the \
         {live} live squares.</p>\n"
    )
}

fn bounds(analyzed: &Analyzed<'_>) -> String {
    let analysis = &analyzed.analysis;
    let rows = analysis.bounds.iter().map(|bound| {
        let (least, short) = words::bound(bound, analysis);
        let whole = if bound.counts_moves() { analysis.moves } else { analysis.pushes };
        let share = bound.least.done().copied().flatten().zip(whole.proven());
        let bar = share.filter(|&(_, whole)| whole > 0 && !analysis.is_unsolvable()).map(
            |(bound, whole)| {
                let percent = 100.0 * f64::from(bound) / f64::from(whole);
                format!("<span class=\"bar\" style=\"width: {percent:.0}%\"></span>")
            },
        );
        format!(
            "<tr><td>{}</td><td class=\"number\">{}</td><td>{}</td><td class=\"track\">{}</td></tr>\n",
            bound.kind.name(),
            escape(&least),
            escape(&short),
            bar.unwrap_or_default(),
        )
    });
    format!(
        "<h3>Bounds at the start</h3>\n<div class=\"wide\">\n<table>\n<thead><tr><th>bound</th>\
         <th class=\"number\">at least</th><th>against the optimum</th><th>share</th></tr></thead>\n\
         <tbody>\n{}</tbody>\n</table>\n</div>\n",
        rows.collect::<String>()
    )
}

fn difficulty(analyzed: &Analyzed<'_>) -> String {
    let rows = analyzed.analysis.measures.iter().map(|measure| {
        format!(
            "<tr><td>{}</td><td class=\"number\">{}</td><td>{}</td></tr>\n",
            escape(measure.kind.description()),
            escape(words::value(measure.value)),
            escape(measure.kind.source().short()),
        )
    });
    format!(
        "<h3>Difficulty, as the literature measures it</h3>\n<div class=\"wide\">\n<table>\n<thead>\
         <tr><th>measure</th><th class=\"number\">value</th><th>source</th></tr></thead>\n<tbody>\n\
         {}</tbody>\n</table>\n</div>\n",
        rows.collect::<String>()
    )
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sokoban_analyze::Settings;
    use sokoban_core::{Board, Level};
    use sokoban_search::Limits;

    use super::*;

    #[test]
    fn pictures_are_drawn_or_said_to_be_left_out() {
        let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
        let board = Board::try_from(&level).unwrap();
        let settings = Settings::default();
        let analysis = sokoban_analyze::analyze(&board, &settings, &Limits::default(), &mut ());
        let (id, elapsed) = (None, Duration::ZERO);
        let analyzed = Analyzed { level: &level, board, id, settings, analysis, elapsed };
        let report = AnalyzeReport {
            file: "levels.xsb".into(),
            number: 3,
            title: Some("</h2>&".into()),
            warnings: Vec::new(),
            finding: Finding::Analyzed(Box::new(analyzed)),
        };
        let drawn = section(&report, 1, Pictures::Drawn);
        let plain = section(&report, 2, Pictures::LeftOut);
        assert_eq!(drawn.body.matches("<svg ").count(), 6);
        assert!(!plain.body.contains("<svg ") && plain.body.contains("no more room"));
        assert!(plain.bytes() < drawn.bytes());
        let page = page(&[drawn, plain]);
        assert!(page.contains("<h1>Analyses of 2 levels</h1>"));
        let heading = "<h2>levels.xsb, level 3, &quot;&lt;/h2&gt;&amp;&quot;</h2>";
        assert!(page.contains(heading), "{page}");
    }
}
