//! Sessions without a terminal.

mod picture;
mod playing;
mod screens;
mod solving;

use std::collections::BTreeMap;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use sokoban_core::{Direction, Level};

use super::app::{App, Course, Effect, Event};
use super::key::Key;
use super::look::Look;
use super::saves::Saves;
use super::view;

/// Two boxes; 8 pushes and 33 moves solve it.
const SMALL: &str = "; small\n####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n";

/// A solution of [`SMALL`] with the fewest pushes.
const SMALL_SOLUTION: &str = "dlUrrrdLullddrUluRuulDrddrruLdlUU";

/// One push too many is the end of it.
const CORRIDOR: &str = "; corridor\n########\n#@ $ . #\n########\n";

/// A room with many boxes.
const ROOM: &str = "\
; room
##############
#@           #
#  $ $ $ $   #
#            #
#  $ $ $ $   #
#            #
#  . . . .   #
#  . . . .   #
#            #
##############
";

/// A level that the solver takes more than ten seconds for in the memory that it has here.
const HARD: &str = "\
; hard
##################
#@    #    #     #
#  $  $ $  $  $  #
#   #    #    #  #
#  $  $ $  $  $  #
##  #   #   #    #
#  $  $ $  $  $  #
#   #    #     # #
####.......#######
   #........#
   ##########
";

const ASCII: Look = Look { is_ascii: true, has_colors: false };
const UNICODE: Look = Look { is_ascii: false, has_colors: true };

/// The levels as a file of them.
fn course(levels: &[&str]) -> Course {
    let levels: Vec<(usize, Level)> =
        (1..).zip(levels.iter().map(|level| level.parse().unwrap())).collect();
    let (given, given_as) = (BTreeMap::new(), "the given solution");
    Course { name: "levels.xsb".into(), count: levels.len(), levels, given, given_as }
}

/// A session at the first of `levels`, with nothing saved.
fn session(levels: &[&str]) -> App {
    App::new(course(levels), 0, Saves::new()).unwrap()
}

/// Presses a key for each symbol: `<>^v` for arrows, `~` for Enter, `!` for Escape; the effects of
/// all of them.
fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    let key = |symbol| match symbol {
        '<' => Key::Arrow(Direction::Left),
        '>' => Key::Arrow(Direction::Right),
        '^' => Key::Arrow(Direction::Up),
        'v' => Key::Arrow(Direction::Down),
        '~' => Key::Enter,
        '!' => Key::Escape,
        letter => Key::Char(letter),
    };
    keys.chars().flat_map(|symbol| app.update(Event::Key(key(symbol)))).collect()
}

/// The arrows that make the steps of `lurd`.
fn arrows(lurd: &str) -> String {
    let arrow = |letter: char| match letter.to_ascii_lowercase() {
        'u' => '^',
        'd' => 'v',
        'l' => '<',
        _ => '>',
    };
    lurd.chars().map(arrow).collect()
}

/// The steps played so far, as letters.
fn played(app: &App) -> String {
    sokoban_core::lurd_string(app.stage.game.played())
}

/// The screen of so many columns and rows as text.
fn screen(app: &App, look: Look, columns: u16, rows: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| view::draw(app, look, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..rows).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}
