//! The XML of `.slc` files: `SokobanLevels > LevelCollection > Level > L`, one `L` a row.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use sokoban_core::{Level, ParseError, Place, Remarks};

use crate::level_set::{Entry, LevelSet, broken, one_line};
use crate::text_place::TextPlace;

/// Reads the levels of an XML text.
///
/// Entities of the text's own are not expanded, so nothing grows. Where the XML is broken, the
/// levels before the break are kept, and an error stands behind them.
pub(crate) fn read(text: &str) -> LevelSet {
    let mut reader = Reader::from_str(text);
    let mut slc = Slc { places: TextPlace::new(text), ..Slc::default() };
    loop {
        let offset = reader.buffer_position();
        let place = slc.places.at(usize::try_from(offset).unwrap_or(usize::MAX));
        match reader.read_event() {
            Ok(Event::Eof) => break,
            Ok(event) => slc.event(event, place),
            Err(error) => {
                let offset = usize::try_from(reader.error_position()).unwrap_or(usize::MAX);
                slc.broken(offset, &error.to_string());
                return slc.set;
            }
        }
    }
    if let Some(name) = slc.open.pop() {
        slc.broken(usize::MAX, &format!("the text ends before </{name}>; it may be cut off"));
    }
    slc.set
}

/// What has been read so far.
#[derive(Debug, Default)]
struct Slc<'t> {
    places: TextPlace<'t>,
    set: LevelSet,
    /// The names of the elements that are open, outermost first.
    open: Vec<String>,
    copyright: Option<String>,
    level: Option<OpenLevel>,
    /// The text of the element that is open now.
    text: String,
    /// Where it begins.
    text_place: Option<Place>,
}

/// A `Level` whose end has not come yet.
#[derive(Debug)]
struct OpenLevel {
    place: Place,
    title: Option<String>,
    author: Option<String>,
    rows: Vec<(Place, String)>,
}

impl Slc<'_> {
    fn event(&mut self, event: Event<'_>, place: Place) {
        match event {
            Event::Start(start) => self.start(&start, place),
            Event::Empty(start) => {
                self.start(&start, place);
                self.end(place);
            }
            Event::End(_) => self.end(place),
            Event::Text(text) => self.add(&text.into_inner(), place),
            Event::CData(text) => self.add(&text.into_inner(), place),
            Event::GeneralRef(reference) => {
                let character = match reference.resolve_char_ref() {
                    Ok(Some(character)) => character,
                    _ => match &*reference {
                        "lt" => '<',
                        "gt" => '>',
                        "amp" => '&',
                        "quot" => '"',
                        "apos" => '\'',
                        _ => '\u{fffd}',
                    },
                };
                self.add(character.encode_utf8(&mut [0; 4]), place);
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Eof => {}
        }
    }

    fn add(&mut self, text: &str, place: Place) {
        self.text_place.get_or_insert(place);
        self.text.push_str(text);
    }

    fn start(&mut self, start: &BytesStart<'_>, place: Place) {
        let name = start.local_name().into_inner().to_owned();
        self.text.clear();
        self.text_place = None;
        match name.as_str() {
            "LevelCollection" => self.copyright = attribute(start, "Copyright"),
            "Level" => {
                self.end_level();
                self.level = Some(OpenLevel {
                    place,
                    title: attribute(start, "Id"),
                    author: attribute(start, "Copyright").or_else(|| self.copyright.clone()),
                    rows: Vec::new(),
                });
            }
            _ => {}
        }
        self.open.push(name);
    }

    fn end(&mut self, place: Place) {
        let Some(name) = self.open.pop() else { return };
        let text = std::mem::take(&mut self.text);
        let place = self.text_place.take().unwrap_or(place);
        match (name.as_str(), &mut self.level) {
            ("Level", _) => self.end_level(),
            ("L", Some(level)) => level.rows.push((place, text)),
            ("Title", None) => self.set.title = self.set.title.take().or_else(|| one_line(&text)),
            ("Description", None) => self.set.remarks.notes = Remarks::tidy_notes(&text),
            ("Email" | "Url", None) => {
                self.set.remarks.keys.extend(one_line(&text).map(|value| (name, value)));
            }
            _ => {}
        }
    }

    fn end_level(&mut self) {
        let Some(OpenLevel { place, title, author, rows }) = self.level.take() else { return };
        let rows: Vec<(Place, &str)> =
            rows.iter().map(|(place, row)| (*place, row.as_str())).collect();
        let level = match Level::from_rows(&rows) {
            Ok(level) => Ok(level.with_title(title).with_author(author)),
            Err(error) if rows.is_empty() => {
                Err(ParseError::new(place, error.kind().clone()).with_title(title))
            }
            Err(error) => Err(error.with_title(title)),
        };
        self.set.entries.push(Entry { level, remarks: Remarks::default() });
    }

    fn broken(&mut self, offset: usize, what: &str) {
        let level = Err(broken(self.places.at(offset), "XML", what));
        self.set.entries.push(Entry { level, remarks: Remarks::default() });
    }
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = start.try_get_attribute(name).ok()??;
    one_line(&attribute.normalized_value(XmlVersion::Implicit1_0).unwrap_or(attribute.value))
}

/// The levels that could be read, as XML. It has no place for moves, nor for keys and notes of a
/// single level.
pub(crate) fn write(set: &LevelSet) -> String {
    let levels: Vec<&Level> =
        set.entries.iter().filter_map(|entry| entry.level.as_ref().ok()).collect();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n");
    let mut element = |name: &str, content: &str| {
        if !content.is_empty() {
            text += &format!("  <{name}>{}</{name}>\n", escaped(content));
        }
    };
    element("Title", set.title.as_deref().unwrap_or_default());
    element("Description", &set.remarks.notes);
    for (key, value) in &set.remarks.keys {
        if matches!(key.as_str(), "Email" | "Url") {
            element(key, value);
        }
    }
    let common = levels.first().and_then(|level| level.author());
    let common = common.filter(|_| levels.iter().all(|level| level.author() == common));
    let width = levels.iter().map(|level| level.width()).max().unwrap_or(0);
    let height = levels.iter().map(|level| level.height()).max().unwrap_or(0);
    text += "  <LevelCollection";
    add_attribute(&mut text, "Copyright", common);
    text += &format!(" MaxWidth=\"{width}\" MaxHeight=\"{height}\">\n");
    for level in levels {
        text += "    <Level";
        add_attribute(&mut text, "Id", level.title());
        add_attribute(&mut text, "Copyright", level.author().filter(|_| common.is_none()));
        text += &format!(" Width=\"{}\" Height=\"{}\">\n", level.width(), level.height());
        for row in level.to_string().lines() {
            text += &format!("      <L>{row}</L>\n");
        }
        text += "    </Level>\n";
    }
    text += "  </LevelCollection>\n</SokobanLevels>\n";
    text
}

fn add_attribute(text: &mut String, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        *text += &format!(" {name}=\"{}\"", escaped(value));
    }
}

/// `text` with what XML would take for its own written as references. Control characters, which XML
/// cannot hold, become U+FFFD.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' => escaped.push_str("&#9;"),
            '\n' => escaped.push('\n'),
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}
