//! TableProbe: the table of states alone, as a bench needs it. Built with the feature
//! `table-probe` only; no part of the interface.

use sokoban_core::{Board, DeadlockConfig, Deadlocks, State};

use crate::memory::Memory;
use crate::node_table::NodeTable;
use crate::record::{Node, RecordLayout};
use crate::space::StateSpace;
use crate::space::forward::ForwardSpace;
use crate::space::passages::Passages;

/// The widest board that it takes, in words.
const WORDS: usize = 2;

/// States to look for: each by itself and packed.
type Probes = Vec<(State<WORDS>, Vec<u64>)>;

/// A table full of the states that breadth-first search meets first, and states to look up in it.
#[expect(missing_debug_implementations, reason = "a space of states has none")]
pub struct TableProbe<'b> {
    space: ForwardSpace<'b, WORDS>,
    layout: RecordLayout,
    stored: Probes,
    others: Probes,
}

impl<'b> TableProbe<'b> {
    /// The first `states` states that pushes lead to, and as many of their children that are not
    /// among them as there are, up to the same number. None if there are fewer states, or if the
    /// board has too many squares.
    #[must_use]
    pub fn new(board: &'b Board, states: usize) -> Option<Self> {
        if board.live_squares() > WORDS * 64 {
            return None;
        }
        let deadlocks = Deadlocks::new(DeadlockConfig::BOXES);
        let mut space = ForwardSpace::<WORDS>::new(board, deadlocks, Passages::none());
        let layout = RecordLayout::new(space.packed_bytes(), space.player_bits(), 0);
        let mut memory = Memory::new(None);
        let mut table = NodeTable::new(layout, &mut memory).ok()?;
        let packed_words = space.packed_words();
        let packed = move |space: &ForwardSpace<'_, WORDS>, state: &State<WORDS>| {
            let mut packed = vec![0; packed_words];
            space.pack(state, &mut packed);
            packed
        };
        let mut stored: Probes = Vec::new();
        let mut others = Vec::new();
        space
            .roots::<()>(|space, root| {
                let probe = (root, packed(space, &root));
                store(space, &mut table, &probe, &mut memory)?;
                stored.push(probe);
                Ok(())
            })
            .ok()?;
        let mut expanded = 0;
        let mut successors = Vec::new();
        while others.len() < states && expanded < stored.len() {
            let state = stored[expanded].0;
            expanded += 1;
            space.expand(&state, &mut successors);
            for successor in &successors {
                let child = space.child(&state, successor);
                let probe = (child, packed(&space, &child));
                if table.find(&space, &child, &probe.1).is_some() {
                    continue;
                }
                if stored.len() < states {
                    store(&space, &mut table, &probe, &mut memory).ok()?;
                    stored.push(probe);
                } else {
                    others.push(probe);
                }
            }
        }
        let is_full = stored.len() == states;
        is_full.then(|| {
            shuffle(&mut stored);
            shuffle(&mut others);
            Self { space, layout, stored, others }
        })
    }

    /// A new table of all the states; none if memory has no room.
    ///
    /// # Complexity
    /// O(states), growth of the table included.
    #[must_use]
    pub fn filled(&self) -> Option<FilledTable> {
        let mut memory = Memory::new(None);
        let mut table = NodeTable::new(self.layout, &mut memory).ok()?;
        for probe in &self.stored {
            store(&self.space, &mut table, probe, &mut memory).ok()?;
        }
        Some(FilledTable(table))
    }

    /// How many of the states are found in the table, in an order unlike that of their storing.
    #[must_use]
    pub fn hits(&self, table: &FilledTable) -> usize {
        self.found(table, &self.stored)
    }

    /// How many of the other states are found in the table, and how many there are.
    #[must_use]
    pub fn misses(&self, table: &FilledTable) -> (usize, usize) {
        (self.found(table, &self.others), self.others.len())
    }

    fn found(&self, FilledTable(table): &FilledTable, probes: &Probes) -> usize {
        let is_found =
            |(state, packed): &&(_, Vec<u64>)| table.find(&self.space, state, packed).is_some();
        probes.iter().filter(is_found).count()
    }
}

/// A table with states in it.
#[derive(Debug)]
pub struct FilledTable(NodeTable);

impl FilledTable {
    /// The states in it.
    #[must_use]
    pub fn states(&self) -> usize {
        self.0.len()
    }

    /// The bytes of records and index.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.memory_usage()
    }
}

fn store(
    space: &ForwardSpace<'_, WORDS>,
    table: &mut NodeTable,
    (state, packed): &(State<WORDS>, Vec<u64>),
    memory: &mut Memory,
) -> Result<(), ()> {
    let node = Node { player: space.player(state), g: 0, h: 0, closed: false };
    table.insert(packed, node, memory).map(|_| ()).map_err(|_| ())
}

/// An order that is the same every time and has nothing to do with the one before: the states of a
/// search come to the table so, and a walk in the order of storing would find each line in cache.
fn shuffle(probes: &mut Probes) {
    let mut bits: u64 = 1;
    for last in (1..probes.len()).rev() {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        probes.swap(last, (bits >> 33) as usize % (last + 1));
    }
}
