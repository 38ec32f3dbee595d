//! GhostTable: the player's cheapest way with a few boxes, the others taken as ghosts.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use sokoban_core::{Board, Direction, Square};

use super::potentials::{NO_PUSH, Potentials, Sense};
use super::radix_heap::RadixHeap;
use super::step_costs::{Measures, StepCosts};

/// The most boxes of a table.
pub(crate) const MOST_BOXES: usize = 4;

/// The most squares that boxes may stand on: a place in the queue has so many bits for each.
const MOST_LIVE: usize = 1 << BOX_BITS;
const BOX_BITS: u32 = 12;
const PLAYER_BITS: u32 = 16;

/// States taken from the queue between two looks at the watch.
const INTERVAL: u32 = 1 << 12;

/// Ranks that are turned round together.
const RANKS_AT_ONCE: usize = 16;

/// What no way leads to or from.
const NO_WAY: u32 = u32::MAX;

/// For each set of so many boxes and each square of the player, the least reduced cost of a way
/// from there until all of the set stand on goals (or to there from the start).
///
/// A push of a box of the set costs its reduced pushes. Every other step of the player costs what a
/// walk does; but where a *ghost*, a box outside the set, could be pushed at no reduced cost, it
/// costs nothing. So the way of the player in any solution, looked at with the boxes of the set
/// alone, costs no more here than there, and if all boxes are in the set it costs the same.
#[derive(Clone, Debug)]
pub(crate) struct GhostTable {
    boxes: usize,
    players: usize,
    sets: usize,
    /// `choose[i][s]` = C(s, i + 1).
    choose: [Vec<u32>; MOST_BOXES],
    /// While it is built, by rank of the set, then by the player's square: [`Measures::key`]. A walk
    /// then stays in a line or two of the cache. Once it is built, by the player's square, then by
    /// rank: sets that differ in their first box lie together, which are those of a state with
    /// three others in common. Searches of 12 and 16 boxes with sets of four then expand a fifth to
    /// a third more a second (Microban 146 and 144).
    keys: Vec<u32>,
}

/// Boxes of a set, ascending, and the player.
#[derive(Clone, Copy)]
struct Place<const BOXES: usize> {
    boxes: [u16; BOXES],
    player: u16,
}

impl GhostTable {
    /// The entries of a table, or none if there would be too many to number.
    pub(crate) fn entries(board: &Board, boxes: usize) -> Option<usize> {
        let live = board.live_squares();
        if live > MOST_LIVE || !(1..=MOST_BOXES).contains(&boxes) {
            return None;
        }
        let sets = (0..boxes).try_fold(1_usize, |sets, taken| {
            Some(sets.checked_mul(live.saturating_sub(taken))? / (taken + 1))
        })?;
        u32::try_from(sets.checked_mul(board.squares())?).ok().map(|entries| entries as usize)
    }

    /// The bytes of a table with so many entries.
    pub(crate) fn bytes(board: &Board, entries: usize) -> Option<usize> {
        entries.checked_add(MOST_BOXES * board.live_squares())?.checked_mul(size_of::<u32>())
    }

    /// Builds the table for sets of `boxes` of the boxes of `board`. None if `watch` breaks, which
    /// is told every few thousand states how many bytes the queue takes, or if a cost is too large
    /// to be written down.
    ///
    /// # Complexity
    /// Dijkstra's algorithm over C(live squares, boxes) * squares states, four arcs each.
    pub(crate) fn new_while(
        board: &Board,
        potentials: &Potentials,
        costs: StepCosts,
        sense: Sense,
        boxes: usize,
        watch: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Option<Self> {
        let entries = Self::entries(board, boxes)?;
        let choose = [1, 2, 3, 4].map(|count: usize| -> Vec<u32> {
            let sets = |square: usize| {
                (0..count).fold(1_u64, |sets, taken| {
                    sets * (square.saturating_sub(taken) as u64) / (taken as u64 + 1)
                })
            };
            (0..board.live_squares())
                .map(|square| sets(square).min(u64::from(u32::MAX)) as u32)
                .collect()
        });
        let players = board.squares();
        let sets = entries / players;
        let table = Self { boxes, players, sets, choose, keys: vec![NO_WAY; entries] };
        let has_ghosts = board.start_boxes().len() > boxes;
        let arcs =
            (0..players).map(|player| Arc::of(board, potentials, sense, Square::new(player)));
        let arcs = arcs.collect();
        let queue = RadixHeap::new();
        let build = Build { board, potentials, costs, has_ghosts, table, queue, arcs };
        let built = match boxes {
            1 => build.run::<1>(sense, watch),
            2 => build.run::<2>(sense, watch),
            3 => build.run::<3>(sense, watch),
            _ => build.run::<4>(sense, watch),
        }?;
        Some(built.by_player())
    }

    /// Turns the table round, for being asked.
    fn by_player(mut self) -> Self {
        let mut keys = vec![NO_WAY; self.keys.len()];
        // A few ranks at a time: a line of the cache is filled before it is left.
        for first in (0..self.sets).step_by(RANKS_AT_ONCE) {
            let last = self.sets.min(first + RANKS_AT_ONCE);
            for player in 0..self.players {
                for rank in first..last {
                    keys[player * self.sets + rank] = self.keys[rank * self.players + player];
                }
            }
        }
        self.keys = keys;
        self
    }

    /// The number of boxes of a set.
    pub(crate) fn boxes(&self) -> usize {
        self.boxes
    }

    /// The most that a set of the `boxes`, ascending, costs with the player there; none if one of
    /// them has no way. There must be at least as many as in a set.
    pub(crate) fn greatest(&self, boxes: &[Square], player: Square) -> Option<Measures> {
        let keys = &self.keys[player.index() * self.sets..][..self.sets];
        let key = self.greatest_below(keys, self.boxes, boxes, 0);
        (key != NO_WAY).then(|| Measures::from_key(key))
    }

    /// The greatest of the keys of the sets that add `left` of the first of `boxes` to those with so
    /// much of a rank.
    fn greatest_below(&self, keys: &[u32], left: usize, boxes: &[Square], rank: usize) -> u32 {
        let choose = &self.choose[left - 1];
        if left == 1 {
            // Of one box, the rank is its square.
            return boxes.iter().map(|square| keys[rank + square.index()]).max().unwrap_or(0);
        }
        let mut greatest = 0;
        for last in left - 1..boxes.len() {
            let rank = rank + choose[boxes[last].index()] as usize;
            greatest = greatest.max(self.greatest_below(keys, left - 1, &boxes[..last], rank));
        }
        greatest
    }

    /// The index of the entry with these boxes and the player on square 0.
    fn base<const BOXES: usize>(&self, place: &Place<BOXES>) -> usize {
        let ranks = place.boxes.iter().zip(&self.choose);
        let rank: usize = ranks.map(|(&square, choose)| choose[square as usize] as usize).sum();
        rank * self.players
    }

    pub(crate) fn memory_usage(&self) -> usize {
        let choose: usize = self.choose.iter().map(Vec::capacity).sum();
        (choose + self.keys.capacity()) * size_of::<u32>()
    }
}

struct Build<'b> {
    board: &'b Board,
    potentials: &'b Potentials,
    costs: StepCosts,
    has_ghosts: bool,
    table: GhostTable,
    queue: RadixHeap,
    /// By the player's square and direction.
    arcs: Vec<[Arc; 4]>,
}

/// A step of the player, on to a square or back to where it came from.
#[derive(Clone, Copy)]
struct Arc {
    /// Where the player comes to, or was: no square, no step.
    near: u16,
    /// The square beyond the next one, or beyond the player's when looking back.
    far: u16,
    /// Of pushing a box in this direction from where the step leads.
    reduced: u16,
}

/// The number of no square.
const NOWHERE: u16 = Square::NONE.index() as u16;

impl Arc {
    fn of(board: &Board, potentials: &Potentials, sense: Sense, player: Square) -> [Self; 4] {
        Direction::ALL.map(|direction| {
            let [near, far, pushed] = match sense {
                Sense::ToGoals => {
                    let before = board.neighbor(player, direction.opposite());
                    [before, board.neighbor(player, direction), player]
                }
                Sense::FromStart => {
                    let next = board.neighbor(player, direction);
                    let is_wall = next.is_none();
                    let far = if is_wall { next } else { board.neighbor(next, direction) };
                    [next, far, next]
                }
            };
            let reduced = if pushed.is_none() {
                NO_PUSH
            } else {
                potentials.reduced(pushed)[direction.index()]
            };
            let [near, far] = [near, far].map(|square| square.index() as u16);
            Self { near, far, reduced }
        })
    }
}

impl Build<'_> {
    fn run<const BOXES: usize>(
        mut self,
        sense: Sense,
        watch: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Option<GhostTable> {
        if watch(0).is_break() {
            return None;
        }
        self.seed::<BOXES>(sense)?;
        let mut taken = 0_u32;
        while let Some((key, packed)) = self.queue.pop() {
            taken = taken.wrapping_add(1);
            if taken.is_multiple_of(INTERVAL) && watch(self.queue.memory_usage()).is_break() {
                return None;
            }
            let place = Place::<BOXES>::unpack(packed);
            // A walk changes the player alone, so the rank of the boxes is found once.
            let base = self.table.base(&place);
            if key > self.table.keys[base + place.player as usize] {
                continue;
            }
            let so_far = Measures::from_key(key);
            for arc in self.arcs[place.player as usize] {
                match sense {
                    Sense::ToGoals => self.step_back(place, base, so_far, arc)?,
                    Sense::FromStart => self.step_on(place, base, so_far, arc)?,
                }
            }
        }
        Some(self.table)
    }

    /// The places where the ways end, or begin.
    fn seed<const BOXES: usize>(&mut self, sense: Sense) -> Option<()> {
        let anchors = self.potentials.anchors().len();
        let mut chosen: [usize; BOXES] = core::array::from_fn(|at| at);
        loop {
            let squares = chosen.map(|anchor| self.potentials.anchors()[anchor]);
            let mut place = Place { boxes: squares.map(|square| square.index() as u16), player: 0 };
            place.boxes.sort_unstable();
            if squares.iter().all(|&square| self.board.is_live(square)) {
                match sense {
                    Sense::ToGoals => {
                        for player in 0..self.board.squares() {
                            self.seed_one(Place { player: player as u16, ..place }, chosen)?;
                        }
                    }
                    Sense::FromStart => {
                        let player = self.board.start_player().index() as u16;
                        self.seed_one(Place { player, ..place }, chosen)?;
                    }
                }
            }
            // The next choice.
            let Some(at) = (0..BOXES).rev().find(|&at| chosen[at] + BOXES - at < anchors) else {
                return Some(());
            };
            chosen[at] += 1;
            for later in at + 1..BOXES {
                chosen[later] = chosen[later - 1] + 1;
            }
        }
    }

    fn seed_one<const BOXES: usize>(
        &mut self,
        place: Place<BOXES>,
        chosen: [usize; BOXES],
    ) -> Option<()> {
        if place.holds(place.player) {
            return Some(());
        }
        let player = Square::new(place.player as usize);
        let mut cost = Measures::NONE;
        for anchor in chosen {
            let Some(end) = self.potentials.end(anchor, player) else { return Some(()) };
            cost = cost.plus(self.costs.push.times(end)?)?;
        }
        self.reach(place, self.table.base(&place), cost);
        Some(())
    }

    /// The ways that come to `place` by a step.
    fn step_back<const BOXES: usize>(
        &mut self,
        place: Place<BOXES>,
        base: usize,
        so_far: Measures,
        Arc { near, far, reduced }: Arc,
    ) -> Option<()> {
        if near == NOWHERE || place.holds(near) {
            return Some(());
        }
        let moved = Place { player: near, ..place };
        let is_pushed = far != NOWHERE && place.holds(far);
        // A box that stands before the player was either pushed there by this step, or stood there.
        self.walk(moved, base, so_far, reduced == 0 && !is_pushed)?;
        if is_pushed && reduced != NO_PUSH {
            self.push(moved.with_box(far, place.player), so_far, reduced)?;
        }
        Some(())
    }

    /// The ways that go on from `place` by a step.
    fn step_on<const BOXES: usize>(
        &mut self,
        place: Place<BOXES>,
        base: usize,
        so_far: Measures,
        Arc { near, far, reduced }: Arc,
    ) -> Option<()> {
        if near == NOWHERE {
            return Some(());
        }
        let moved = Place { player: near, ..place };
        let is_blocked = far == NOWHERE || place.holds(far);
        if place.holds(near) {
            if !is_blocked && reduced != NO_PUSH {
                self.push(moved.with_box(near, far), so_far, reduced)?;
            }
            return Some(());
        }
        self.walk(moved, base, so_far, reduced == 0 && !is_blocked)
    }

    /// A step of the player, for which a ghost may have been pushed at no cost.
    fn walk<const BOXES: usize>(
        &mut self,
        place: Place<BOXES>,
        base: usize,
        so_far: Measures,
        may_be_ghostly: bool,
    ) -> Option<()> {
        let is_ghostly = may_be_ghostly && self.has_ghosts;
        let cost = if is_ghostly { Measures::NONE } else { self.costs.walk };
        self.reach(place, base, so_far.plus(cost)?);
        Some(())
    }

    /// A push of a box of the set.
    fn push<const BOXES: usize>(
        &mut self,
        place: Place<BOXES>,
        so_far: Measures,
        reduced: u16,
    ) -> Option<()> {
        let cost = self.costs.push.times(reduced)?;
        self.reach(place, self.table.base(&place), so_far.plus(cost)?);
        Some(())
    }

    fn reach<const BOXES: usize>(&mut self, place: Place<BOXES>, base: usize, cost: Measures) {
        let known = &mut self.table.keys[base + place.player as usize];
        let key = cost.key();
        if key < *known {
            *known = key;
            self.queue.push(key, place.pack());
        }
    }
}

impl<const BOXES: usize> Place<BOXES> {
    fn holds(&self, square: u16) -> bool {
        self.boxes.contains(&square)
    }

    /// With the box on `from` on `to` instead.
    fn with_box(mut self, from: u16, to: u16) -> Self {
        for square in &mut self.boxes {
            if *square == from {
                *square = to;
            }
        }
        self.boxes.sort_unstable();
        self
    }

    fn pack(self) -> u64 {
        let boxes = self.boxes.iter().rev();
        let packed = boxes.fold(0, |packed, &square| packed << BOX_BITS | u64::from(square));
        packed << PLAYER_BITS | u64::from(self.player)
    }

    fn unpack(packed: u64) -> Self {
        let squares = packed >> PLAYER_BITS;
        let boxes = core::array::from_fn(|at| {
            (squares >> (BOX_BITS * at as u32)) as u16 & (MOST_LIVE as u16 - 1)
        });
        Self { boxes, player: packed as u16 }
    }
}
