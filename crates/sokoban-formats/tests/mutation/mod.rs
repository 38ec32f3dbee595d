//! Damage to texts by chance, the same in every run with one seed.

/// Pieces that readers take notice of.
const PIECES: [&str; 64] = [
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    " ",
    "\t",
    "#",
    "##",
    "#####",
    "@",
    "$",
    ".",
    "*",
    "+",
    "-",
    "_",
    "p",
    "b",
    "P",
    "B",
    "o",
    "|",
    "(",
    ")",
    "2(",
    "9999999999",
    "0",
    "3#",
    "7-",
    "; ",
    ";",
    "::",
    "> ",
    "Title: ",
    "Author: ",
    "Collection: ",
    "Game: ",
    "Comment:",
    "Comment-End:",
    "Solution",
    "Solution 3/2\n",
    "Savegame\n",
    "Snapshot",
    "lurd",
    "URDL",
    "rRR\n",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ":",
    ",",
    "<L>",
    "</L>",
    "<Level Id=\"",
    "</Level>",
    "<![CDATA[",
    "]]>",
    "&#35;",
    "&amp;",
    "\u{feff}",
    "é",
    "\u{0}",
];

/// The longest text that is made, in bytes.
const LONGEST: usize = 1 << 16;

/// Makes damaged texts of those in its pool.
pub(crate) struct Mutator {
    pool: Vec<Vec<u8>>,
    state: u64,
}

impl Mutator {
    /// Starts with the texts of `pool`.
    pub(crate) fn new(pool: Vec<Vec<u8>>, seed: u64) -> Self {
        assert!(!pool.is_empty());
        Self { pool, state: seed }
    }

    /// Keeps a text to damage it further.
    pub(crate) fn keep(&mut self, bytes: Vec<u8>) {
        if self.pool.len() < 4096 {
            self.pool.push(bytes);
        } else {
            let index = self.below(self.pool.len());
            self.pool[index] = bytes;
        }
    }

    /// The next damaged text.
    pub(crate) fn next(&mut self) -> Vec<u8> {
        let index = self.below(self.pool.len());
        let mut bytes = self.pool[index].clone();
        let (one, other) = (self.below(8), self.below(8));
        // Mostly few, since JSON and XML bear little.
        for _ in 0..=(one & other) {
            self.damage(&mut bytes);
        }
        bytes.truncate(LONGEST);
        bytes
    }

    fn damage(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len() + 1);
        let end = (at + self.below(30)).min(bytes.len());
        match self.below(9) {
            0 if at < bytes.len() => bytes[at] = self.random().to_le_bytes()[0],
            1 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let part = bytes[at..end].to_vec();
                let times = 1 + self.below(20);
                bytes.splice(at..at, part.repeat(times));
            }
            4 => {
                let other = self.below(self.pool.len());
                let other = self.pool[other].clone();
                let from = self.below(other.len() + 1);
                let to = (from + self.below(200)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            5 => bytes.truncate(at),
            6 => {
                let digits = self.random() % 100_000;
                bytes.splice(at..at, digits.to_string().into_bytes());
            }
            _ => {
                let piece = PIECES[self.below(PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.random() % limit as u64) as usize
    }

    /// SplitMix64, after Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
    fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
