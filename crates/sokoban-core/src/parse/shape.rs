//! What a line, taken by itself, looks like: a board's row, a damaged one, or words.

/// The look of a line, before its neighbors are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Nothing but spaces and tabs.
    Blank,
    /// Symbols only, with a wall or a box on a goal: a row that can make a board.
    Row,
    /// Symbols only, and a player or a box among them: a row where it touches a board.
    Loose,
    /// Symbols only, but no more than an ornament or a word made of letters: a row only in the
    /// middle of a board.
    Inner,
    /// A row with repeat counts or row bars.
    RunLength,
    /// Walls at both ends and a character between them that is no symbol.
    Torn,
    /// Mostly symbols, with some character that is none.
    Frayed,
    /// Words.
    Text,
}

/// What one pass over a line counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineScan {
    /// The characters of `# . $ * @ +`.
    symbols: usize,
    pub(super) walls: usize,
    pub(super) boxes: usize,
    pub(super) boxes_on_goals: usize,
    pub(super) players: usize,
    /// Boxes and players on plain floor, which no ornament of `+`, `.` and `-` contains.
    off_goals: usize,
    /// The characters of `p P b B o O`, which are symbols too.
    letters: usize,
    /// The letters `B`, which can close an outline.
    closing_letters: usize,
    digits: usize,
    pub(super) bars: usize,
    /// Whatever is no symbol and no blank.
    foreign: usize,
    /// The first foreign character, with its index in the line's characters.
    pub(super) first_foreign: Option<(usize, char)>,
    first: Option<char>,
    last: Option<char>,
    has_word: bool,
    /// Whether a repeat count stands where nothing can be repeated.
    has_idle_count: bool,
    has_floor_mark: bool,
}

impl LineScan {
    pub(super) fn new(text: &str) -> Self {
        let mut scan = Self::default();
        let mut word = Word::default();
        let mut previous = ' ';
        for (index, character) in text.chars().enumerate() {
            scan.count(index, character);
            scan.has_word |= word.grow(character);
            scan.has_idle_count |= previous.is_ascii_digit()
                && !character.is_ascii_digit()
                && matches!(character, ' ' | '\t' | '|' | ')');
            previous = character;
        }
        scan.has_idle_count |= previous.is_ascii_digit();
        scan
    }

    fn count(&mut self, index: usize, character: char) {
        match character {
            ' ' | '\t' => return,
            '-' | '_' => {
                self.has_floor_mark = true;
                return;
            }
            '#' => self.walls += 1,
            '$' | 'b' => self.boxes += 1,
            '*' | 'B' => self.boxes_on_goals += 1,
            '@' | '+' | 'p' | 'P' => self.players += 1,
            _ => {}
        }
        self.off_goals += usize::from(matches!(character, '$' | 'b' | '@' | 'p'));
        match character {
            '#' | '.' | '$' | '*' | '@' | '+' => self.symbols += 1,
            'p' | 'P' | 'b' | 'o' | 'O' => self.letters += 1,
            'B' => {
                self.letters += 1;
                self.closing_letters += 1;
            }
            _ => {
                self.foreign += 1;
                self.digits += usize::from(character.is_ascii_digit());
                self.bars += usize::from(matches!(character, '|' | '(' | ')'));
                self.first_foreign.get_or_insert((index, character));
            }
        }
        self.first.get_or_insert(character);
        self.last = Some(character);
    }

    /// Whether the line has repeat counts, row bars or groups.
    pub(super) fn is_coded(&self) -> bool {
        self.digits + self.bars > 0
    }

    /// Whether the first and the last symbol can both close a board.
    pub(super) fn is_closed(&self) -> bool {
        let closes = |end: Option<char>| matches!(end, Some('#' | '*' | 'B'));
        closes(self.first) && closes(self.last)
    }

    /// Whether a torn line with no neighbor is still a board of one row, such as `#@x$.#`.
    pub(super) fn is_torn_board(&self) -> bool {
        self.symbols > self.walls && 2 * self.foreign <= self.symbols + self.letters
    }

    /// Whether the line is an ornamented label such as `### 12 ###`, given that it is torn or
    /// frayed: one kind of symbol outside, and something set off by spaces inside.
    pub(super) fn is_banner(text: &str) -> bool {
        let text = text.trim();
        let Some(ornament) = text.chars().next() else {
            return false;
        };
        let inner = text.trim_matches(ornament);
        inner.len() < text.len()
            && inner.starts_with(' ')
            && inner.ends_with(' ')
            && !inner.contains(['#', '.', '$', '*', '@', '+'])
    }

    /// Whether the line begins as a closed row and goes on, after a space, with other text.
    pub(super) fn is_row_with_text(text: &str) -> bool {
        let is_board = |character: char| " \t-_#.$*@+".contains(character);
        let end = text.find(|character| !is_board(character)).unwrap_or(text.len());
        let (row, rest) = (&text[..end], &text[end..]);
        let symbols = row.trim_matches([' ', '\t', '-', '_']);
        let closes = |end: char| matches!(end, '#' | '*');
        !rest.is_empty()
            && row.ends_with([' ', '\t'])
            && symbols.len() > 2
            && symbols.starts_with(closes)
            && symbols.ends_with(closes)
    }

    pub(super) fn shape(&self) -> Shape {
        let strange = self.foreign + self.letters;
        if self.first.is_none() {
            return if self.has_floor_mark { Shape::Inner } else { Shape::Blank };
        }
        if self.foreign == 0 {
            let is_word = self.symbols == 0 && self.closing_letters < self.letters;
            return if is_word {
                Shape::Text
            } else if self.letters > 0 && !self.is_closed() {
                Shape::Inner
            } else if self.walls + self.boxes_on_goals > 0 {
                Shape::Row
            } else if self.off_goals > 0 {
                Shape::Loose
            } else {
                Shape::Inner
            };
        }
        let counts_only = self.foreign == self.digits + self.bars;
        if counts_only && !self.has_idle_count {
            if self.walls > 0 {
                return Shape::RunLength;
            }
            // Counted boxes on goals or floor, such as `7-`, are too little to begin a board with.
            if self.is_closed() || self.symbols == 0 && self.has_floor_mark {
                return Shape::Inner;
            }
        }
        if self.has_word {
            Shape::Text
        } else if self.is_closed() && self.symbols + self.letters >= 2 {
            Shape::Torn
        } else if self.symbols >= 2 * strange {
            Shape::Frayed
        } else {
            Shape::Text
        }
    }
}

/// The run of letters that a line's scan is in.
#[derive(Default)]
struct Word {
    length: usize,
    /// How many of its letters differ from the one before: a run of one letter is no word.
    changes: usize,
    /// How many of its letters are no symbols.
    foreign: usize,
    last: Option<char>,
}

impl Word {
    /// Takes the next character, and says whether a word has been seen: four letters or more.
    fn grow(&mut self, character: char) -> bool {
        if !character.is_alphabetic() {
            *self = Self::default();
            return false;
        }
        self.length += 1;
        self.changes += usize::from(self.last.is_some_and(|last| last != character));
        self.foreign += usize::from(!matches!(character, 'p' | 'P' | 'b' | 'B' | 'o' | 'O'));
        self.last = Some(character);
        self.length >= 4 && self.changes >= 2 && self.foreign >= 2
    }
}
