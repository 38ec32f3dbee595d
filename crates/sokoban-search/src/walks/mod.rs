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
mod images;
mod nodes;
mod open;
mod slab;
mod store;
#[cfg(test)]
mod tests;
mod way_back;

use std::ops::ControlFlow;

use sokoban_core::{Board, Square};
use sokoban_heuristics::{Ghosts, StepCosts};

use crate::astar::Ending;
use crate::budget::Budget;
use crate::config::{Direction, Dominance};
use crate::outcome::StopReason;
use crate::stats::Stats;
use front::{Stored, WalkFront, WalkTask};
use images::{Fixed, Images};
use nodes::key_of;

/// A table is built when a search has expanded one state for so many entries: it then takes about
/// as long as the search has taken so far.
const ENTRIES_PER_EXPANSION: u64 = 100;

/// What both fronts expand side by side, or meeting half way, before they do the other: a share of all
/// that has been expanded, so that giving all open states their new order costs little.
const TURN_SHARE: u64 = 4;

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
    /// Forward, and if it has not ended after `alone` expansions, side by side and meeting half way
    /// by turns of at least `turn` expansions.
    ForwardFirst { alone: u64, turn: u64 },
    /// Both, each as if it were alone but for what it finds of the other.
    SideBySide,
}

impl WalkTurns {
    /// What the images of a front leave as it is, so that its bound and what it finds hold.
    ///
    /// A state of the forward front costs as much to solve as its images if goals stay goals, and one
    /// of the reverse front has cost as much if the start stays the start. Where they meet, one side
    /// is laid onto the other, so what leaves the reverse front as it is must leave the forward one.
    /// They meet for certain: of a state on a solution of least cost that both have come to, each has
    /// an image, and these two are images of each other for the forward front.
    fn fixed(self, direction: Direction) -> Fixed {
        match (self, direction) {
            (Self::One(Direction::Reverse), _) => Fixed::Start,
            (_, Direction::Reverse) => Fixed::Both,
            (_, Direction::Forward) => Fixed::Goals,
        }
    }
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
    /// Whether of states that a symmetry of the board lays onto one another one is searched.
    pub(crate) symmetry: bool,
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
        symmetry: plan.symmetry,
        images: Images::none(board),
        fronts: [None, None],
        has_room: [true; 2],
        turns: plan.turns,
        switch: match plan.turns {
            WalkTurns::ForwardFirst { alone, turn } => Some(Switch { at: alone, turn }),
            _ => None,
        },
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
    symmetry: bool,
    /// Those of the forward front, among which are those of the reverse front.
    images: Images,
    /// Forward, and reverse.
    fronts: [Option<WalkFront<'b>>; 2],
    /// By front, whether larger tables may still be built.
    has_room: [bool; 2],
    turns: WalkTurns,
    switch: Option<Switch>,
    best: Option<Meeting>,
    proven: u64,
}

/// When the turns change: after how many expansions in all, and how many it takes at least from then
/// until they change again.
#[derive(Clone, Copy, Debug)]
struct Switch {
    at: u64,
    turn: u64,
}

/// A solution: a state of one front, and the state of the other with the same boxes that it is
/// continued from; none where it ends by itself.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    cost: u64,
    /// The number of the front, and the state there.
    side: usize,
    id: u32,
    other: Option<Other>,
}

/// The state of the other front that a state was met in.
#[derive(Clone, Copy, Debug)]
struct Other {
    id: u32,
    /// The image of the one that has the boxes of the other.
    image: u8,
}

const DIRECTIONS: [Direction; 2] = [Direction::Forward, Direction::Reverse];

impl<'b> WalkSearch<'b> {
    /// Searches until the best solution is proven, or it is proven that there is none.
    fn run(&mut self, budget: &mut Budget<'_>, stats: &mut Stats) -> Result<(), StopReason> {
        match self.turns {
            WalkTurns::One(Direction::Reverse) => self.add_front(1, budget)?,
            WalkTurns::One(Direction::Forward) | WalkTurns::ForwardFirst { .. } => {
                self.add_front(0, budget)?;
            }
            WalkTurns::Both | WalkTurns::SideBySide => {
                self.add_front(0, budget)?;
                self.add_front(1, budget)?;
                if self.turns == WalkTurns::Both {
                    self.balance(true);
                }
            }
        }
        let costs = self.task.costs;
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
            if let Some(Switch { at, turn }) = self.switch
                && stats.expanded >= at
            {
                self.change_turns(budget)?;
                let at = at + turn.max(at / TURN_SHARE);
                self.switch = self.switch.map(|switch| Switch { at, ..switch });
                continue;
            }
            if !self.step(side, budget, stats)? {
                // A state that was looked at and put back takes time as well.
                budget.look_after(1, stats, stored, measure)?;
            }
        }
    }

    /// Goes over from the forward front alone to both, and then from one way of taking turns with
    /// both to the other: neither is the better one on all levels, and with turns that grow with what
    /// has been expanded each has half of it.
    fn change_turns(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        match self.turns {
            WalkTurns::ForwardFirst { .. } if !roots_are_few(self.task.board) => {
                self.turns = WalkTurns::One(Direction::Forward);
                self.switch = None;
            }
            WalkTurns::ForwardFirst { .. } => {
                self.add_front(1, budget)?;
                self.turns = WalkTurns::SideBySide;
            }
            WalkTurns::SideBySide => {
                self.turns = WalkTurns::Both;
                self.balance(true);
            }
            _ => {
                self.turns = WalkTurns::SideBySide;
                self.balance(false);
            }
        }
        Ok(())
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
        let Self { task, fronts, best, proven, images, .. } = self;
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
        let is_alike = other.is_none_or(|other| other.images.len() == front.images.len());
        let mut laid = Vec::new();
        front.expand(id, most, (&mut budget.memory, stats), |stored, boxes, walk| {
            let Stored { id, g, .. } = stored;
            let mut end = |cost: Option<u64>, other: Option<Other>| {
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
            let Some(other) = other else { return best.map_or(u64::MAX, |best| best.cost) };
            let own_key = key_of(boxes.iter().copied());
            for image in images.all() {
                let key = key_of(boxes.iter().map(|&square| images.lay(image, square)));
                // If both fronts store the same one of all images, only that can be there.
                if is_alike && key != own_key {
                    continue;
                }
                images.lay_boxes(image, boxes, &mut laid);
                let Some(set) = other.nodes.find(&laid, key) else { continue };
                for (id, node) in other.nodes.chain(set) {
                    let steps = walk(images.lift(image, node.player));
                    let total = steps.map(|steps| g + node.g + steps * costs.walk());
                    end(total, Some(Other { id, image }));
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
        let images = if self.symmetry {
            Images::of(board, self.turns.fixed(DIRECTIONS[side]))
        } else {
            Images::none(board)
        };
        if side == 0 {
            self.images = images.clone();
        }
        let mut front = WalkFront::new(task, DIRECTIONS[side], ghosts, images, &mut budget.memory)?;
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

    fn balance(&mut self, is_balanced: bool) {
        self.fronts.iter_mut().flatten().for_each(|front| front.balance(is_balanced));
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
