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
mod tables;
#[cfg(test)]
mod tests;
mod turns;
mod way_back;

use sokoban_core::{Board, Square};
use sokoban_heuristics::{Ghosts, StepCosts};

use crate::astar::Ending;
use crate::budget::Budget;
use crate::config::{Direction, Dominance};
use crate::outcome::StopReason;
use crate::stats::Stats;
use front::{Stored, WalkFront, WalkTask};
use images::Images;
use nodes::key_of;
use turns::Switch;
pub(crate) use turns::WalkTurns;

/// Choices of goals that are stored between two looks at the clock.
const ROOTS_BETWEEN_LOOKS: usize = 1 << 10;

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
        switch: plan.turns.switch(),
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
            if self.switch.is_some_and(|switch| switch.is_due(stats)) {
                self.change_turns(budget)?;
                continue;
            }
            if !self.step(side, budget, stats)? {
                // A state that was looked at and put back takes time as well.
                budget.look_after(1, stats, stored, measure)?;
            }
        }
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
