//! Expander: what one thread needs to expand states in one direction.

use std::sync::MutexGuard;

use sokoban_heuristics::Heuristic;

use super::agenda::{Harvest, Task};
use super::shards::Shard;
use super::shared::{Shared, Way, Ways};
use crate::child_bounds::ChildBounds;
use crate::memory::Memory;
use crate::node_index::NodeId;
use crate::node_table::TableFull;
use crate::open_list::Entry;
use crate::outcome::StopReason;
use crate::path::KnownPath;
use crate::record::Node;
use crate::space::{StateSpace, Successor};

/// A space and a bound of a thread's own, and its buffers.
pub(super) struct Expander<'h, S: StateSpace, H: Heuristic> {
    way: Way,
    space: S,
    bounds: ChildBounds<'h, H>,
    successors: Vec<Successor>,
    packed: Vec<u64>,
}

/// A child of the state under expansion.
struct Child<'c, T> {
    state: T,
    successor: &'c Successor,
    g: u32,
    /// The bound, if the child was not stored when it was looked up.
    h: Option<u32>,
}

impl<'h, S: StateSpace, H: Heuristic> Expander<'h, S, H> {
    pub(super) fn new(way: Way, space: S, heuristic: &'h H) -> Self {
        let packed = vec![0; space.packed_words()];
        let bounds = ChildBounds::new(heuristic);
        Self { way, space, bounds, successors: Vec::new(), packed }
    }

    /// The bytes that one takes besides the scratch of its bound.
    pub(super) fn bytes(space: &S) -> usize {
        // A box has at most four successors, and a vector that grows doubles.
        let most_successors = 4 * space.box_count();
        space.memory_usage()
            + space.packed_words() * size_of::<u64>()
            + 2 * most_successors * (size_of::<Successor>() + size_of::<Entry>())
    }

    /// Stores and opens every root whose bound is finite.
    ///
    /// # Errors
    /// [`TableFull`], and what `is_time` says before each of them.
    pub(super) fn open_roots(
        &mut self,
        shared: &Shared<S::State>,
        memory: &mut Memory,
        harvest: &mut Harvest,
        mut is_time: impl FnMut(&Harvest) -> Result<(), StopReason>,
    ) -> Result<(), TableFull> {
        let Self { way, space, bounds, successors, packed, .. } = self;
        space.roots(|space, state| {
            is_time(harvest)?;
            space.expand(&state, successors);
            let player = space.player(&state);
            let Some(h) = bounds.of_loaded(space, player) else {
                harvest.stats.deadlocked += 1;
                return Ok(());
            };
            space.pack(&state, packed);
            let key = space.key(&state);
            let mut shard = shared.shards.of_key(key);
            if shard.find(*way, space, &state, packed).is_some() {
                return Ok(());
            }
            let node = Node { player, g: 0, h, closed: false };
            let id = shard.insert(*way, packed, node, memory)?;
            if shard.find(way.other(), space, &state, packed).is_some() {
                shared.best.offer(0, KnownPath::Through(state));
            }
            shared.agenda.open_root(Task { way: *way, entry: Entry { f: h, h, id } })
        })
    }

    /// Expands a state, unless its entry is out of date.
    ///
    /// # Errors
    /// [`TableFull`], or that the node limit was reached.
    pub(super) fn expand(
        &mut self,
        entry: Entry,
        shared: &Shared<S::State>,
        memory: &mut Memory,
        harvest: &mut Harvest,
    ) -> Result<(), TableFull> {
        let Some((state, node)) = self.close(entry, shared)? else { return Ok(()) };
        self.space.expand(&state, &mut self.successors);
        self.bounds.forget();
        harvest.stats.expanded += 1;
        harvest.stats.generated += self.successors.len() as u64;
        for at in 0..self.successors.len() {
            if shared.agenda.is_ended() {
                return Ok(());
            }
            let successor = self.successors[at];
            let state = self.space.child(&state, &successor);
            self.space.pack(&state, &mut self.packed);
            let g = node.g + u32::from(successor.cost);
            let mut child = Child { state, successor: &successor, g, h: None };
            let shard = shared.shards.of_key(successor.key);
            let known = shard.find(self.way, &self.space, &state, &self.packed);
            if known.is_some() {
                self.store((shard, known), &child, shared, memory, harvest)?;
                continue;
            }
            // No one waits for the shard while the bound is found.
            drop(shard);
            let bounds = &mut self.bounds;
            let stats = &mut harvest.stats;
            let h = bounds.of_child(&mut self.space, node, &state, &successor, stats);
            let Some(h) = h.filter(|h| g + h < shared.best.length()) else { continue };
            child.h = Some(h);
            let shard = shared.shards.of_key(successor.key);
            // Another thread may have stored it meanwhile.
            let known = shard.find(self.way, &self.space, &state, &self.packed);
            self.store((shard, known), &child, shared, memory, harvest)?;
        }
        Ok(())
    }

    /// Marks the state of an entry as closed; none if it need not be expanded.
    fn close(
        &mut self,
        entry: Entry,
        shared: &Shared<S::State>,
    ) -> Result<Option<(S::State, Node)>, TableFull> {
        let mut shard = shared.shards.of_id(entry.id);
        let node = shard.node(self.way, entry.id);
        if node.closed || node.h != entry.h || node.g + node.h != entry.f {
            return Ok(None);
        }
        let state = shard.state(self.way, &self.space, entry.id);
        if node.h == 0 && matches!(shared.ways, Ways::One) && self.space.is_target(&state) {
            shared.best.offer(node.g, KnownPath::Through(state));
            return Ok(None);
        }
        shared.count_expansion()?;
        shard.set_node(self.way, entry.id, Node { closed: true, ..node })?;
        Ok(Some((state, node)))
    }

    /// Stores a child, or lowers its g, if this way to it is new or shorter, and looks whether the
    /// other direction has met it: all of it while the shard is locked.
    fn store(
        &self,
        (mut shard, known): (MutexGuard<'_, Shard>, Option<(NodeId, Node)>),
        child: &Child<'_, S::State>,
        shared: &Shared<S::State>,
        memory: &mut Memory,
        harvest: &mut Harvest,
    ) -> Result<(), TableFull> {
        let Self { way, space, packed, .. } = self;
        let &Child { state, successor, g, h } = child;
        harvest.stats.duplicates += u64::from(known.is_some());
        // The h of a stored state stays: its entries are told by it.
        let Some(h) = known.map(|(_, node)| node.h).or(h) else { return Ok(()) };
        if known.is_some_and(|(_, node)| node.g <= g) || g + h >= shared.best.length() {
            return Ok(());
        }
        let met = match shared.ways {
            Ways::One => None,
            Ways::Both(_) => shard.find(way.other(), space, &state, packed).map(|(_, met)| met),
        };
        // Stored, for the path, but not opened.
        let is_nipped = met.is_some_and(|met| shared.is_exact(way.other(), met));
        let node = Node { player: successor.player, g, h, closed: is_nipped };
        let id = match known {
            Some((id, known)) => {
                harvest.stats.reopened += u64::from(known.closed);
                shard.set_node(*way, id, node)?;
                id
            }
            None => shard.insert(*way, packed, node, memory)?,
        };
        if let Some(met) = met {
            shared.best.offer(g + met.g, KnownPath::Through(state));
        }
        if !is_nipped {
            harvest.opened.push(Entry { f: g + h, h, id });
        }
        Ok(())
    }
}
