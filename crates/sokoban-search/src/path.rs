//! The path to a stored state, rebuilt from the costs in the table.

use crate::node_index::NodeId;
use crate::node_table::NodeTable;
use crate::space::{StateSpace, Step};

/// How a path from a root to a target is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KnownPath<T> {
    /// By a state on it: where its halves meet, or where it ends.
    Through(T),
    /// By its steps.
    Steps(Vec<Step>),
}

/// The steps from a root to the state `end`, at most as many as its g.
///
/// Nothing in the table points back. But every stored g above 0 was once the g of a stored state
/// plus the cost of a step, and a g never rises, so some predecessor whose g is smaller by that
/// cost at least is in the table; the walk takes the one with the least and ends at a root, where
/// g is 0.
///
/// # Complexity
/// O(g * boxes) look-ups.
pub(crate) fn path_to<S: StateSpace>(
    space: &mut S,
    table: &mut NodeTable,
    end: NodeId,
) -> Vec<Step> {
    let (state, g) = (table.state(space, end), table.node(end).g);
    path_back(space, state, g, |space, state, packed| {
        table.find(space, state, packed).map(|id| table.node(id).g)
    })
}

/// The same to a state stored with `g`, where `g_of` tells the g of a state that is stored.
pub(crate) fn path_back<S: StateSpace>(
    space: &mut S,
    end: S::State,
    mut g: u32,
    mut g_of: impl FnMut(&S, &S::State, &[u64]) -> Option<u32>,
) -> Vec<Step> {
    let mut path = Vec::new();
    let mut state = end;
    let mut packed = vec![0; space.packed_words()];
    let mut candidates: Vec<(S::State, Step, u32)> = Vec::new();
    while g > 0 {
        candidates.clear();
        space.predecessors(&state, |before, step, cost| candidates.push((before, step, cost)));
        let mut best: Option<(u32, S::State, Step)> = None;
        for (before, step, cost) in candidates.drain(..) {
            space.pack(&before, &mut packed);
            let Some(known) = g_of(space, &before, &packed) else { continue };
            if known + cost <= g && best.is_none_or(|(least, ..)| known < least) {
                best = Some((known, before, step));
            }
        }
        let (known, before, step) = best.expect("a predecessor of a stored state is stored");
        path.push(step);
        state = before;
        g = known;
    }
    path.reverse();
    path
}
