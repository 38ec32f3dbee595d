//! IDA*: depth first within a threshold on f, again and again with the next one.

use sokoban_core::Square;
use sokoban_heuristics::Heuristic;

use crate::astar::{Ending, Found};
use crate::budget::Budget;
use crate::outcome::StopReason;
use crate::path_stack::{Left, PathStack, Untried};
use crate::roots::{Root, roots};
use crate::space::parity::rounded;
use crate::space::{StateSpace, Step, Successor};
use crate::stats::Stats;
use crate::table_slot::SlotLayout;
use crate::transposition::{INFINITE, Known, TranspositionTable};

/// IDA* (Korf 1985) with a transposition table (Reinefeld & Marsland 1994) of at most `table_bytes`
/// bytes: depth first through all paths whose f = g + h does not pass a threshold, then again with
/// the least f that did, until a target is met.
///
/// The first threshold is the least bound of a root, or `first_threshold` if that is greater,
/// which must be a proven lower bound. The path is a shortest one if `heuristic` is admissible;
/// consistent it need not be. A search that is stopped reports the threshold under way.
///
/// # Why it is right
/// Let T be a threshold that no path to a target is shorter than, and d(s) the cost of the cheapest
/// path from s to a target.
///
/// *A target met within T* is reached by a path of cost at most T, hence of cost T, hence by a
/// shortest one.
///
/// *Otherwise the iteration ends*, and then for every n, by induction: (1) for a state with
/// d(s) = n that was expanded at some g, g + n > T; (2) a `remaining` that was stored for it is at
/// most n. Take its successor c on a cheapest path, which was met at g + cost, with a smaller d.
/// - It was *expanded*: by (1) and (2) for c its cost stands for (1), and what it handed up
///   bounds n as (2) wants.
/// - It was *cut by the heuristic or a stored bound*: that is at most d(c), so f passes T only if
///   g + n does, and f bounds it.
/// - It was *on the path* already, at some lower g': by (1) for c, d(c) is at least T + 1 - g', and
///   so g + n at least T + 1 and the cost of the way round: this is what is handed up.
/// - It was *expanded in this iteration at no greater cost*: as if it had been expanded again.
/// - It was *expanded ever at a smaller cost* g': no path is shorter than T, so d(c) is at least
///   T - g', and what is handed up is T and the difference of the costs.
/// - It was *swapped*: dropped because it is met as well by the last two steps the other way round.
///   T + 1 is handed up; why that is right stands in `space/swap.rs`.
///
/// Where every path has the same parity, every f is rounded up to it.
///
/// So stored bounds hold at any g and in any later iteration, and within the same one too.
///
/// *The next threshold* is the least f of a *real* cut: one of a successor that this search never
/// expanded at a smaller g, as far as the table knows, and that is not on the path. On a shortest
/// path to a target, of cost C, let s be the last state that was expanded in this iteration at
/// no more than its least g. Then its successor c on the path was met at its least g too, so it was
/// not on the path, nor expanded in this iteration before; nor at a smaller g ever. So it was cut,
/// the cut was real, and its f is at most C. Without a real cut there is no path.
///
/// Bounds from earlier iterations can go on cutting states in turn for a very long time in a level
/// that has no solution. So when no cut was made at a state that is not in the table, the next
/// iteration takes none of them but the infinite ones: it ends without a real cut if the states in
/// the table are all there are. In a table too small for them all no such proof is promised.
///
/// # Complexity
/// Memory is that of the table and of one path. Each iteration expands at least the states with
/// f below its threshold, more where the table has forgotten some.
pub(crate) fn ida_star<S: StateSpace, H: Heuristic>(
    space: &mut S,
    heuristic: &H,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
    table_bytes: usize,
    first_threshold: u32,
) -> Found {
    let booked = budget.memory.used();
    let mut lower_bound = first_threshold;
    let ending = run(space, heuristic, budget, stats, table_bytes, &mut lower_bound);
    budget.memory.release(budget.memory.used() - booked);
    Found { ending: ending.unwrap_or_else(Ending::Stopped), lower_bound }
}

/// Runs all iterations; `lower_bound` is the first threshold, and then the one under way.
fn run<S: StateSpace, H: Heuristic>(
    space: &mut S,
    heuristic: &H,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
    table_bytes: usize,
    lower_bound: &mut u32,
) -> Result<Ending, StopReason> {
    // A box has at most four successors.
    let most = 4 * space.box_count();
    let packed = vec![0; space.packed_words()];
    let buffers = most * (size_of::<Successor>() + size_of::<(u32, Untried)>());
    budget.memory.reserve(buffers + size_of_val(&*packed))?;
    let mut successors = Vec::with_capacity(most);
    let mut scratch = heuristic.scratch();
    let roots = roots(space, heuristic, budget, stats, &mut successors, &mut scratch)?;
    let Some((first, least)) = roots.first().zip(roots.iter().map(|root| root.bound).min()) else {
        return Ok(Ending::NoPath);
    };
    let parity = space.parity();
    *lower_bound = rounded(parity, least.max(*lower_bound));
    // The path is as long as the threshold where each step costs 1.
    let free = budget.memory.free();
    let cost = with_margin(*lower_bound);
    let path_bytes = PathStack::<S::State>::bytes(cost as usize);
    let table_bytes = table_bytes.min(free.saturating_sub(path_bytes).max(free / 4));
    let mut search = Search {
        table: TranspositionTable::new(space, table_bytes, cost, &mut budget.memory)?,
        stack: PathStack::new(first.state),
        scratch,
        packed,
        successors,
        open: Vec::with_capacity(most),
        next_threshold: INFINITE,
        is_beyond_table: false,
        trusts_earlier: true,
        iteration: 1,
        parity,
        space,
        heuristic,
        budget,
        stats,
        threshold: *lower_bound,
    };
    let ending = search.run(&roots);
    *lower_bound = search.threshold;
    ending
}

/// A cost that thresholds will seldom pass if they begin with this one.
fn with_margin(threshold: u32) -> u32 {
    threshold.saturating_add(threshold / 4).saturating_add(16)
}

/// What is to be done with a state.
enum Verdict {
    /// Nothing: no path through it passes under this f.
    Settled(u32),
    /// To be searched, with this f at least.
    Open(u32),
}

struct Search<'s, 'o, S: StateSpace, H: Heuristic> {
    space: &'s mut S,
    heuristic: &'s H,
    budget: &'s mut Budget<'o>,
    stats: &'s mut Stats,
    scratch: H::Scratch,
    table: TranspositionTable,
    stack: PathStack<S::State>,
    /// The packed boxes of the state that was looked up last.
    packed: Vec<u64>,
    /// Those of the state that was expanded last.
    successors: Vec<Successor>,
    /// Those of them that are to be searched, each with its f.
    open: Vec<(u32, Untried)>,
    /// The parity of every path's cost, if it is known.
    parity: Option<u32>,
    threshold: u32,
    /// The least f of a real cut in this iteration.
    next_threshold: u32,
    /// Was a real cut made at a state that is not in the table?
    is_beyond_table: bool,
    /// Do bounds of earlier iterations cut?
    trusts_earlier: bool,
    /// The number of this iteration, from 1; past the greatest that has room, it is 2 again.
    iteration: u8,
}

impl<S: StateSpace, H: Heuristic> Search<'_, '_, S, H> {
    fn run(&mut self, roots: &[Root<S::State>]) -> Result<Ending, StopReason> {
        loop {
            self.next_threshold = INFINITE;
            self.is_beyond_table = false;
            for root in roots {
                if let Some(path) = self.search_from(root)? {
                    return Ok(Ending::Shortest(path));
                }
            }
            if self.next_threshold == INFINITE {
                return Ok(Ending::NoPath);
            }
            debug_assert!(self.next_threshold > self.threshold);
            self.threshold = self.next_threshold;
            self.trusts_earlier = self.is_beyond_table;
            if self.table.has_room_for(self.threshold) {
                self.iteration += 1;
            } else {
                let cost = with_margin(self.threshold);
                self.table.widen(self.space, cost, &mut self.budget.memory)?;
                self.iteration = 1;
            }
            if self.iteration > SlotLayout::GREATEST_ITERATION {
                self.iteration = self.table.age() + 1;
            }
        }
    }

    /// Searches all paths from `root` within the threshold, until one meets a target.
    fn search_from(&mut self, root: &Root<S::State>) -> Result<Option<Vec<Step>>, StopReason> {
        let key = self.space.key(&root.state);
        let player = self.space.player(&root.state);
        let known = self.look_up(&root.state, key, player);
        if let Verdict::Settled(_) = self.judge(0, known, Some(root.bound)) {
            return Ok(None);
        }
        if root.bound == 0 && self.space.is_target(&root.state) {
            return Ok(Some(Vec::new()));
        }
        let mut last = self.enter(root.state, None)?;
        loop {
            if let Some(last) = last {
                return Ok(Some(self.stack.steps().chain([last]).collect()));
            }
            if self.stack.len() == 0 {
                return Ok(None);
            }
            let Some(successor) = self.stack.next_untried() else {
                self.leave();
                continue;
            };
            let (state, g) = self.stack.last();
            let g = g + u32::from(successor.cost);
            let state = self.space.child(&state, &successor);
            // It may have been met elsewhere since it was put off.
            let known = self.look_up(&state, self.space.key(&state), successor.player);
            if let Verdict::Settled(f) = self.judge(g, known, None) {
                self.stats.duplicates += 1;
                self.stack.lower(f);
                continue;
            }
            last = self.enter(state, Some((successor.step, successor.cost)))?;
        }
    }

    /// Goes on to a state and expands it. Returns the step to a target if one leads there.
    fn enter(
        &mut self,
        state: S::State,
        step: Option<(Step, u16)>,
    ) -> Result<Option<Step>, StopReason> {
        self.budget.check(self.stats, self.table.len() as u64, self.threshold)?;
        self.make_room(0)?;
        self.stack.push(self.space, state, step, self.stats.expanded);
        self.stats.expanded += 1;
        self.space.expand(&state, &mut self.successors);
        self.stats.generated += self.successors.len() as u64;
        let stored = self.table.len() + self.stack.len();
        self.stats.peak_states = self.stats.peak_states.max(stored as u64);

        let (_, reached) = self.stack.last();
        let mut is_prepared = false;
        self.open.clear();
        for index in 0..self.successors.len() {
            let successor = self.successors[index];
            let g = reached + u32::from(successor.cost);
            let child = self.space.child(&state, &successor);
            let known = self.look_up(&child, successor.key, successor.player);
            if let Verdict::Settled(f) = self.judge(g, known, None) {
                self.stats.duplicates += 1;
                self.stack.lower(f);
                continue;
            }
            if let Some(earlier) = self.stack.find(self.space, &child) {
                self.stats.duplicates += 1;
                self.stack.lower(rounded(self.parity, self.threshold + 1) + (g - earlier));
                continue;
            }
            // A bound of the table is no worse than the heuristic.
            let usable = known.filter(|known| self.is_trusted(known));
            let own = match usable {
                Some(_) => None,
                None => {
                    if self.space.is_deadlocked(&child, &successor) {
                        self.stats.deadlocked += 1;
                        continue;
                    }
                    // The bound of the expanded state is prepared when the first child needs it.
                    if !is_prepared {
                        let player = self.space.player(&state);
                        self.heuristic.bound(self.space.boxes(), player, &mut self.scratch);
                        is_prepared = true;
                    }
                    let Some(own) = self.bound_after(&successor) else {
                        self.stats.deadlocked += 1;
                        continue;
                    };
                    let may_end = own == 0 && g <= self.threshold && known.is_none();
                    if may_end && self.space.is_target(&child) {
                        return Ok(Some(successor.step));
                    }
                    Some(own)
                }
            };
            match self.judge(g, known, own) {
                Verdict::Settled(f) => self.stack.lower(f),
                Verdict::Open(_) if self.is_swapped(&successor) => {
                    self.stats.duplicates += 1;
                    self.stack.lower(rounded(self.parity, self.threshold + 1));
                }
                Verdict::Open(f) => {
                    let Successor { step, player, cost, .. } = successor;
                    self.open.push((f, Untried { step, player, cost }));
                }
            }
        }
        self.put_off()?;
        Ok(None)
    }

    /// Is a successor of the last state met as well by way of another, by the last two steps the
    /// other way round?
    fn is_swapped(&mut self, successor: &Successor) -> bool {
        self.stack.last_step().is_some_and(|(player, first)| {
            successor.step.to < first.to && self.space.can_be_swapped(player, first, successor)
        })
    }

    /// Puts the open successors on the stack, so that the one of least f is tried first.
    fn put_off(&mut self) -> Result<(), StopReason> {
        self.make_room(self.open.len())?;
        // Ties go by squares, so that the order is the same everywhere.
        self.open.sort_unstable_by_key(|&(f, Untried { step, .. })| {
            std::cmp::Reverse((f, step.from, step.to))
        });
        for &(_, untried) in &self.open {
            self.stack.add_untried(untried);
        }
        Ok(())
    }

    /// Makes room on the path for one more state and so many successors. The table gives way.
    fn make_room(&mut self, successors: usize) -> Result<(), StopReason> {
        while let Err(reason) = self.stack.make_room(successors, &mut self.budget.memory) {
            if !self.table.halve(self.space, &mut self.budget.memory) {
                return Err(reason);
            }
        }
        Ok(())
    }

    fn bound_after(&mut self, successor: &Successor) -> Option<u32> {
        let moved = usize::from(successor.box_index);
        let (to, player) = (successor.step.to, successor.player);
        let boxes = self.space.boxes();
        self.heuristic.bound_after(boxes, moved, to, player, &mut self.scratch).pushes()
    }

    /// Leaves the last state, stores what was found below it and hands it up.
    fn leave(&mut self) {
        let left = self.stack.pop(self.space, self.stats.expanded);
        let Some(Left { state, g, least, expanded }) = left else { return };
        debug_assert!(least > self.threshold, "the whole of it was searched");
        let effort = expanded.max(1).ilog2() as u8;
        let remaining = if least == INFINITE { INFINITE } else { least - g };
        let known = Known { g, remaining, iteration: self.iteration, effort };
        self.space.pack(&state, &mut self.packed);
        self.table.store(self.space, &state, &self.packed, known, &mut self.budget.memory);
        self.stack.lower(least);
    }

    fn look_up(&mut self, state: &S::State, key: u64, player: Square) -> Option<Known> {
        self.space.pack(state, &mut self.packed);
        self.table.find(key, &self.packed, player)
    }

    fn is_trusted(&self, known: &Known) -> bool {
        self.trusts_earlier || known.remaining == INFINITE
    }

    /// Settles a state that is met at cost `g` if it was met at a smaller one ever, or at the same
    /// in this iteration; or if the bound of the table or its `own` passes the threshold, and then
    /// counts the cut as a real one.
    fn judge(&mut self, g: u32, known: Option<Known>, own: Option<u32>) -> Verdict {
        let mut f = own.map_or(g, |own| rounded(self.parity, g + own));
        if let Some(known) = known {
            if known.remaining == INFINITE {
                return Verdict::Settled(INFINITE);
            }
            let stored = g.saturating_add(known.remaining);
            if known.iteration == self.iteration && known.g <= g {
                let least = rounded(self.parity, self.threshold + 1) + (g - known.g);
                return Verdict::Settled(stored.max(least));
            }
            if known.g < g {
                return Verdict::Settled(stored.max(self.threshold + (g - known.g)));
            }
            if self.is_trusted(&known) {
                f = f.max(stored);
            }
        }
        if f <= self.threshold {
            return Verdict::Open(f);
        }
        self.next_threshold = self.next_threshold.min(f);
        self.is_beyond_table |= known.is_none();
        Verdict::Settled(f)
    }
}
