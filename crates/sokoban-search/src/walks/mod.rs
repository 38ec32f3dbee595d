//! Walks: search for the fewest moves, or for pushes and moves in either order.
//!
//! A state is a set of boxes and the exact square of the player, and a step is a push with the walk
//! to it. All costs are integers of [`StepCosts`]. There are few more states than in a search for
//! pushes: a state is dropped if another with the same boxes lets the player walk to its square at
//! no more cost (dominance).
//!
//! What is pruned here holds for every order of the two measures: dead squares, frozen boxes off
//! goal, and states whose bound is infinite. Corrals are not looked at: to leave the pushes outside
//! of a corral for later may cost moves. Passages are not taken as one step, since the player may
//! turn round in one to walk less; nor are bounds rounded up by parity, which the square where the
//! player ends leaves open.

mod distances;
mod front;
mod nodes;
mod open;
mod slab;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use sokoban_core::{Board, Square};
use sokoban_heuristics::{Ghosts, StepCosts};

use crate::astar::Ending;
use crate::budget::Budget;
use crate::config::{Direction, Dominance};
use crate::outcome::StopReason;
use crate::space::Step;
use crate::stats::Stats;
use front::{Stored, WalkFront, WalkTask};
use nodes::NONE;

/// A table is built when a search has expanded one state for so many entries: it then takes about
/// as long as the search has taken so far.
const ENTRIES_PER_EXPANSION: u64 = 100;

/// Choices of goals that are stored between two looks at the clock.
const ROOTS_BETWEEN_LOOKS: usize = 1 << 10;

/// The most bytes of a table, and the share of the free memory.
const MOST_TABLE_BYTES: usize = 1 << 30;
const TABLE_SHARE: usize = 4;

/// Which fronts search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkTurns {
    /// One of them.
    One(Direction),
    /// Both from the beginning, so that they meet half way.
    Both,
    /// Forward, and then side by side if it has not ended after so many expansions.
    ForwardFirst(u64),
    /// Both, each as if it were alone but for what it finds of the other.
    SideBySide,
}

/// What to search for, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalkPlan {
    pub(crate) costs: StepCosts,
    pub(crate) turns: WalkTurns,
    /// Without a bound.
    pub(crate) is_blind: bool,
    pub(crate) dead_squares: bool,
    pub(crate) freeze: bool,
    pub(crate) dominance: Dominance,
}

/// What a search found, and the least cost that is proven for any solution.
#[derive(Debug)]
pub(crate) struct WalkFound {
    /// With single pushes.
    pub(crate) ending: Ending,
    pub(crate) lower_bound: u64,
    /// Whether both fronts came to search.
    pub(crate) went_both_ways: bool,
}

/// Searches for a solution of least cost.
pub(crate) fn search_walks(
    board: &Board,
    plan: WalkPlan,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> WalkFound {
    let mut search = WalkSearch {
        task: WalkTask {
            board,
            costs: plan.costs,
            dead_squares: plan.dead_squares,
            freeze: plan.freeze,
            dominance: plan.dominance,
        },
        is_blind: plan.is_blind,
        fronts: [None, None],
        has_room: [true; 2],
        turns: plan.turns,
        best: None,
        proven: 0,
    };
    let ended = search.run(budget, stats);
    let best = search.best.map(|meeting| (meeting.cost, search.path(meeting)));
    let lower_bound = search.proven;
    let ending = match (ended, best) {
        (Ok(()), Some((_, path))) => Ending::Shortest(path),
        (Ok(()), None) => Ending::NoPath,
        (Err(reason), Some((_, path))) => Ending::Incumbent { path, stopped_by: Some(reason) },
        (Err(reason), None) => Ending::Stopped(reason),
    };
    let went_both_ways = search.fronts.iter().all(Option::is_some);
    WalkFound { ending, lower_bound, went_both_ways }
}

struct WalkSearch<'b> {
    task: WalkTask<'b>,
    is_blind: bool,
    /// Forward, and reverse.
    fronts: [Option<WalkFront<'b>>; 2],
    /// By front, whether larger tables may still be built.
    has_room: [bool; 2],
    turns: WalkTurns,
    best: Option<Meeting>,
    proven: u64,
}

/// A solution: a state of one front, and the state of the other with the same boxes that it is
/// continued from; none where it ends by itself.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    cost: u64,
    /// The number of the front, and the state there.
    side: usize,
    id: u32,
    other: Option<u32>,
}

const DIRECTIONS: [Direction; 2] = [Direction::Forward, Direction::Reverse];

impl<'b> WalkSearch<'b> {
    /// Searches until the best solution is proven, or it is proven that there is none.
    fn run(&mut self, budget: &mut Budget<'_>, stats: &mut Stats) -> Result<(), StopReason> {
        match self.turns {
            WalkTurns::One(Direction::Reverse) => self.add_front(1, budget)?,
            WalkTurns::One(Direction::Forward) | WalkTurns::ForwardFirst(_) => {
                self.add_front(0, budget)?;
            }
            WalkTurns::Both | WalkTurns::SideBySide => {
                self.add_front(0, budget)?;
                self.add_front(1, budget)?;
                if self.turns == WalkTurns::Both {
                    self.balance();
                }
            }
        }
        let (board, costs) = (self.task.board, self.task.costs);
        loop {
            let Some((least, side)) = self.next_turn() else {
                // What is not open or closed in a front leads to nothing better.
                self.proven = self.best.map_or(self.proven, |best| best.cost);
                return Ok(());
            };
            self.proven = self.proven.max(least);
            if let Some(best) = self.best
                && best.cost <= self.proven
            {
                self.proven = best.cost;
                return Ok(());
            }
            let stored = self.fronts.iter().flatten().map(|front| front.nodes.len() as u64).sum();
            stats.peak_states = stats.peak_states.max(stored);
            let measure = u32::try_from(costs.major(self.proven)).unwrap_or(u32::MAX);
            budget.check(stats, stored, measure)?;
            self.raise(side, budget, stats)?;
            if let WalkTurns::ForwardFirst(alone) = self.turns
                && stats.expanded >= alone
            {
                if roots_are_few(board) {
                    self.add_front(1, budget)?;
                    self.turns = WalkTurns::SideBySide;
                } else {
                    self.turns = WalkTurns::One(Direction::Forward);
                }
                continue;
            }
            if !self.step(side, budget, stats)? {
                // A state that was looked at and put back takes time as well.
                budget.look_after(1, stats, stored, measure)?;
            }
        }
    }

    /// The front whose turn it is, and the lower bound that the fronts have come to; none if one has
    /// no open state.
    ///
    /// Balanced fronts go by the least priority, which is a bound on any way that they could still
    /// meet on. Side by side, each front is an A* search of its own, so that the least f of either is
    /// a bound; they take turns, and what one needs alone the two need in twice the time.
    fn next_turn(&self) -> Option<(u64, usize)> {
        let mut turn: Option<(u64, usize)> = None;
        let mut bound = 0;
        for (side, front) in self.fronts.iter().enumerate() {
            let Some(front) = front else { continue };
            let least = front.least()?;
            bound = bound.max(least);
            let order = if self.turns == WalkTurns::SideBySide { front.expanded } else { least };
            turn = Some(turn.map_or((order, side), |other| other.min((order, side))));
        }
        let (order, side) = turn?;
        Some((if self.turns == WalkTurns::Both { order } else { bound }, side))
    }

    /// Takes the next state of a front, and says whether it was expanded.
    fn step(
        &mut self,
        side: usize,
        budget: &mut Budget<'_>,
        stats: &mut Stats,
    ) -> Result<bool, StopReason> {
        let Self { task, fronts, best, proven, .. } = self;
        let [forward, reverse] = fronts;
        let (front, other) =
            if side == 0 { (forward, reverse.as_ref()) } else { (reverse, forward.as_ref()) };
        let front = front.as_mut().expect("it is this front's turn");
        let Some(id) = front.take(&mut budget.memory)? else { return Ok(false) };
        stats.expanded += 1;
        front.expanded += 1;
        let most = best.map_or(u64::MAX, |best| best.cost);
        let before = most;
        let WalkTask { board, costs, .. } = *task;
        front.expand(id, most, (&mut budget.memory, stats), |stored, boxes, walk| {
            let Stored { id, g } = stored;
            let mut end = |cost: Option<u64>, other: Option<u32>| {
                if let Some(cost) = cost
                    && best.is_none_or(|best| cost < best.cost)
                {
                    *best = Some(Meeting { cost, side, id, other });
                }
            };
            if side == 0 {
                let is_solved = boxes.iter().all(|&square| board.is_goal(square));
                end(is_solved.then_some(g), None);
            } else if boxes == board.start_boxes() {
                end(walk(board.start_player()).map(|steps| g + steps * costs.walk()), None);
            }
            if let Some(other) = other
                && let Some(set) = other.nodes.find(boxes, nodes::key_of(boxes))
            {
                for (id, node) in other.nodes.chain(set) {
                    let total = walk(node.player).map(|steps| g + node.g + steps * costs.walk());
                    end(total, Some(id));
                }
            }
            best.map_or(u64::MAX, |best| best.cost)
        })?;
        if let Some(best) = best
            && best.cost < before
        {
            let [found, bound] = [best.cost, *proven]
                .map(|cost| u32::try_from(costs.major(cost)).unwrap_or(u32::MAX));
            budget.tell_incumbent(found, bound);
        }
        Ok(true)
    }

    /// Adds a front with its roots.
    fn add_front(&mut self, side: usize, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let (task, board) = (self.task, self.task.board);
        let ghosts = if self.is_blind {
            None
        } else {
            let building = Ghosts::building_bytes(board);
            budget.memory.reserve(building)?;
            let ghosts = budget.watch(|watch| match DIRECTIONS[side] {
                Direction::Forward => Ghosts::to_goals_while(board, task.costs, watch),
                Direction::Reverse => Ghosts::from_start_while(board, task.costs, watch),
            })?;
            budget.memory.release(building);
            budget.memory.reserve(ghosts.memory_usage())?;
            Some(ghosts)
        };
        let mut front = WalkFront::new(task, DIRECTIONS[side], ghosts, &mut budget.memory)?;
        match DIRECTIONS[side] {
            Direction::Forward => {
                let boxes = board.start_boxes();
                let is_open = front.add_root(boxes, board.start_player(), &mut budget.memory)?;
                if is_open && boxes.iter().all(|&square| board.is_goal(square)) {
                    self.best = Some(Meeting { cost: 0, side, id: 0, other: None });
                }
            }
            Direction::Reverse => {
                let mut chosen: Vec<usize> = (0..board.start_boxes().len()).collect();
                let mut placed = Vec::with_capacity(chosen.len());
                loop {
                    placed.clear();
                    placed.extend(chosen.iter().map(|&goal| board.goals()[goal]));
                    placed.sort_unstable();
                    if placed == board.start_boxes() {
                        // However the player stands: nothing is left to do.
                        let id = front.nodes.len() as u32;
                        self.best = Some(Meeting { cost: 0, side, id, other: None });
                    }
                    front.add_root(&placed, Square::NONE, &mut budget.memory)?;
                    if front.nodes.len().is_multiple_of(ROOTS_BETWEEN_LOOKS) {
                        budget.poll()?;
                    }
                    if !next_choice(&mut chosen, board.goals().len()) {
                        break;
                    }
                }
            }
        }
        self.fronts[side] = Some(front);
        Ok(())
    }

    fn balance(&mut self) {
        self.fronts.iter_mut().flatten().for_each(WalkFront::balance);
    }

    /// Builds larger tables for a front when it is time.
    fn raise(
        &mut self,
        side: usize,
        budget: &mut Budget<'_>,
        stats: &Stats,
    ) -> Result<(), StopReason> {
        let board = self.task.board;
        let front = self.fronts[side].as_mut().filter(|_| self.has_room[side]);
        let Some(ghosts) = front.and_then(|front| front.ghosts.as_mut()) else {
            return Ok(());
        };
        let boxes = ghosts.set_boxes() + 1;
        let Some(bytes) = ghosts.table_bytes(board, boxes) else { return Ok(()) };
        let entries = (bytes / size_of::<u32>()) as u64;
        if stats.expanded < entries / ENTRIES_PER_EXPANSION && boxes > 1
            || bytes > MOST_TABLE_BYTES.min(budget.memory.free() / TABLE_SHARE)
        {
            return Ok(());
        }
        let before = ghosts.memory_usage();
        // While it is turned round, the table is there twice.
        budget.memory.reserve(2 * bytes)?;
        let mut queue_bytes = 0;
        let mut stopped_by = None;
        let is_built = ghosts.build_while(board, boxes, &mut |bytes| {
            let more = bytes.saturating_sub(queue_bytes);
            match budget.memory.reserve(more).and_then(|()| budget.poll()) {
                Ok(()) => {
                    queue_bytes += more;
                    ControlFlow::Continue(())
                }
                Err(reason) => {
                    stopped_by = Some(reason);
                    ControlFlow::Break(())
                }
            }
        });
        let after = ghosts.memory_usage();
        // The old table may have gone, or the new one has not come.
        budget.memory.release(queue_bytes + 2 * bytes + before - after);
        self.has_room[side] = is_built;
        match stopped_by {
            // The search goes on with what it has.
            Some(StopReason::Memory) | None => Ok(()),
            Some(reason) => Err(reason),
        }
    }

    /// The pushes of a solution, in their order.
    fn path(&self, meeting: Meeting) -> Vec<Step> {
        let mut path = Vec::new();
        let ends = [(meeting.side, Some(meeting.id)), (1 - meeting.side, meeting.other)];
        for (side, id) in ends {
            let (Some(front), Some(id)) = (&self.fronts[side], id) else { continue };
            let steps = steps_to_root(front, id);
            if side == 0 {
                // It came last to first.
                path.splice(0..0, steps.into_iter().rev());
            } else {
                path.extend(steps.into_iter().map(|Step { from, to }| Step { from: to, to: from }));
            }
        }
        path
    }
}

/// The steps from a state of a front back to its root: what was moved from where to where by the
/// step of the front that led to each.
fn steps_to_root(front: &WalkFront<'_>, id: u32) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut node = front.nodes.node(id);
    while node.before != NONE {
        let before = front.nodes.node(node.before);
        let [old, new] = [before.set, node.set].map(|set| front.nodes.boxes(set));
        let only = |these: &[Square], those: &[Square]| {
            these.iter().copied().find(|square| those.binary_search(square).is_err())
        };
        let from = only(old, new).expect("a step moves a box");
        let to = only(new, old).expect("a step moves a box");
        steps.push(Step { from, to });
        node = before;
    }
    steps
}

/// The most choices of goals for the boxes with which a second front is worth it.
const MOST_ROOTS: u64 = 1_000;

fn roots_are_few(board: &Board) -> bool {
    crate::solve::placements(board) <= MOST_ROOTS
}

/// The next choice of as many numbers below `count`, ascending. False after the last.
fn next_choice(chosen: &mut [usize], count: usize) -> bool {
    let len = chosen.len();
    let Some(at) = (0..len).rev().find(|&at| chosen[at] + len - at < count) else { return false };
    chosen[at] += 1;
    for later in at + 1..len {
        chosen[later] = chosen[later - 1] + 1;
    }
    true
}
