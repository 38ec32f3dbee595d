//! Edges: what a node knows of its successors, in half a byte for each.

/// What is known of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// Its child is in memory.
    Resident,
    /// No solution leads through it, or one no longer leads through a node in memory.
    Infinite,
    /// Its child is not in memory, and no solution through it is shorter than this.
    Open(u16),
}

/// The value of a node without open edges.
pub(super) const INFINITE: u16 = u16::MAX;

/// Half bytes up to this one are numbers.
const MOST: u8 = 13;
const INFINITE_HALF: u8 = 14;
const RESIDENT_HALF: u8 = 15;

/// Makes every edge infinite.
pub(super) fn clear(halves: &mut [u8]) {
    halves.fill(INFINITE_HALF << 4 | INFINITE_HALF);
}

/// The edge, where the least open edge of the node has the value `least`.
pub(super) fn get(halves: &[u8], number: usize, least: u16) -> Edge {
    match half(halves, number) {
        RESIDENT_HALF => Edge::Resident,
        INFINITE_HALF => Edge::Infinite,
        above => Edge::Open(least + u16::from(above)),
    }
}

/// Has the node a child in memory?
pub(super) fn has_resident(halves: &[u8]) -> bool {
    halves.iter().any(|&byte| byte & 15 == RESIDENT_HALF || byte >> 4 == RESIDENT_HALF)
}

/// Has the node an open edge?
pub(super) fn has_open(halves: &[u8]) -> bool {
    lowest(halves) <= MOST
}

/// Changes the edge, and returns the new least value.
///
/// A half byte says by how much an open edge is above the least one, which is the node's value and
/// kept once. What is more than 13 above is kept as 13 above: still a lower bound, and still above
/// the least, so that a search that has put a value up never finds it put down to where it was.
pub(super) fn set(halves: &mut [u8], number: usize, least: u16, edge: Edge) -> u16 {
    match edge {
        Edge::Resident => put(halves, number, RESIDENT_HALF),
        Edge::Infinite => put(halves, number, INFINITE_HALF),
        Edge::Open(value) if value < least => {
            raise(halves, least - value);
            put(halves, number, 0);
            return value;
        }
        Edge::Open(value) => put(halves, number, capped(value - least)),
    }
    let above = lowest(halves);
    if above > MOST {
        return INFINITE;
    }
    if above > 0 {
        for_numbers(halves, |half| half - above);
    }
    least + u16::from(above)
}

fn half(halves: &[u8], number: usize) -> u8 {
    halves[number / 2] >> (number % 2 * 4) & 15
}

fn put(halves: &mut [u8], number: usize, half: u8) {
    let shift = number % 2 * 4;
    let byte = &mut halves[number / 2];
    *byte = *byte & !(15 << shift) | half << shift;
}

fn capped(above: u16) -> u8 {
    above.min(u16::from(MOST)) as u8
}

fn lowest(halves: &[u8]) -> u8 {
    halves.iter().map(|&byte| (byte & 15).min(byte >> 4)).min().unwrap_or(INFINITE_HALF)
}

fn raise(halves: &mut [u8], by: u16) {
    for_numbers(halves, |half| capped(by.saturating_add(u16::from(half))));
}

fn for_numbers(halves: &mut [u8], change: impl Fn(u8) -> u8) {
    let change = |half: u8| if half > MOST { half } else { change(half) };
    for byte in halves {
        *byte = change(*byte & 15) | change(*byte >> 4) << 4;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A plain list of values is the model; a value may be rounded down, but never to the least
        /// or below, and never up.
        #[test]
        fn edges_never_promise_too_much(changes in prop::collection::vec((0usize..9, 0u16..60), 1..60)) {
            let mut halves = [0; 5];
            clear(&mut halves);
            let mut least = INFINITE;
            let mut model = [Edge::Infinite; 9];
            for (number, value) in changes {
                let edge = match value { 0..10 => Edge::Resident, 10..20 => Edge::Infinite, open => Edge::Open(open) };
                least = set(&mut halves, number, least, edge);
                model[number] = edge;
                prop_assert_eq!(has_resident(&halves), model.contains(&Edge::Resident));
                for (number, known) in model.iter_mut().enumerate() {
                    let kept = get(&halves, number, least);
                    match (*known, kept) {
                        (Edge::Open(known), Edge::Open(kept)) => {
                            prop_assert!(kept == known || kept < known && kept >= least);
                        }
                        (known, kept) => prop_assert_eq!(known, kept),
                    }
                    // What was rounded down stays so.
                    *known = kept;
                }
                let lowest = model.iter().filter_map(|edge| match edge { Edge::Open(value) => Some(*value), _ => None }).min();
                prop_assert_eq!(least, lowest.unwrap_or(INFINITE));
            }
        }
    }

    #[test]
    fn a_far_value_is_rounded_down_to_above_the_least() {
        let mut halves = [0; 2];
        clear(&mut halves);
        let least = set(&mut halves, 0, INFINITE, Edge::Open(10));
        let least = set(&mut halves, 1, least, Edge::Open(100));
        assert_eq!((least, get(&halves, 1, least)), (10, Edge::Open(23)));
        assert_eq!(set(&mut halves, 0, least, Edge::Infinite), 23);
    }
}
