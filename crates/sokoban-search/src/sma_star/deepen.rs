//! deepen: the seam where stage B goes on. To be replaced by the search with a table.

use sokoban_heuristics::Heuristic;

use crate::astar::{Ending, Found};
use crate::budget::Budget;
use crate::outcome::StopReason;
use crate::space::{StateSpace, Step, Successor};
use crate::stats::Stats;

/// A state on the path, with its successors that are still to be tried.
struct Frame<T> {
    state: T,
    g: u32,
    open: Vec<(u32, Successor)>,
}

/// How a search below one root ended.
enum Below<T> {
    Target(T),
    /// The least f that was cut off.
    Cut(Option<u32>),
}

/// IDA* without a table (Korf 1985), from a threshold that is proven to be a lower bound on.
pub(super) fn deepen<S: StateSpace, H: Heuristic>(
    space: &mut S,
    heuristic: &H,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
    first_threshold: u32,
) -> Found {
    let mut threshold = first_threshold;
    loop {
        let mut next: Option<u32> = None;
        let mut path = None;
        let ended = space.roots(|space, root| {
            let booked = budget.memory.used();
            let ended = below(space, heuristic, budget, stats, root, threshold);
            budget.memory.release(budget.memory.used() - booked);
            match ended? {
                Below::Target(steps) => {
                    path = Some(steps);
                    return Err(None);
                }
                Below::Cut(Some(cut)) => next = Some(next.map_or(cut, |next| next.min(cut))),
                Below::Cut(None) => {}
            }
            Ok(())
        });
        let ending = match (ended, path, next) {
            (Err(Some(reason)), ..) => Ending::Stopped(reason),
            (_, Some(path), _) => Ending::Shortest(path),
            (_, None, None) => Ending::NoPath,
            (_, None, Some(next)) => {
                threshold = next;
                continue;
            }
        };
        return Found { ending, lower_bound: threshold };
    }
}

/// Depth first below `root`, to f = `threshold`.
fn below<S: StateSpace, H: Heuristic>(
    space: &mut S,
    heuristic: &H,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
    root: S::State,
    threshold: u32,
) -> Result<Below<Vec<Step>>, Option<StopReason>> {
    let most = 4 * space.box_count();
    let a_frame = size_of::<Frame<S::State>>() * 2 + most * size_of::<(u32, Successor)>();
    let mut scratch = heuristic.scratch();
    let mut successors = Vec::with_capacity(most);
    budget.memory.reserve(most * size_of::<Successor>()).map_err(Some)?;
    let mut cut: Option<u32> = None;
    space.expand(&root, &mut successors);
    let h = heuristic.bound(space.boxes(), space.player(&root), &mut scratch).pushes();
    let mut frames: Vec<Frame<S::State>> = Vec::new();
    let mut steps = Vec::new();
    let mut enter = match h {
        Some(h) if h <= threshold => Some((root, 0)),
        h => return Ok(Below::Cut(h)),
    };
    loop {
        if let Some((state, g)) = enter.take() {
            if space.is_target(&state) {
                return Ok(Below::Target(steps));
            }
            budget.check(stats, frames.len() as u64, threshold).map_err(Some)?;
            budget.memory.reserve(a_frame).map_err(Some)?;
            stats.expanded += 1;
            space.expand(&state, &mut successors);
            stats.generated += successors.len() as u64;
            let mut open = Vec::with_capacity(most);
            heuristic.bound(space.boxes(), space.player(&state), &mut scratch);
            for successor in &successors {
                let child = space.child(&state, successor);
                if child == state || frames.iter().any(|frame| frame.state == child) {
                    stats.duplicates += 1;
                    continue;
                }
                if space.is_deadlocked(&child, successor) {
                    stats.deadlocked += 1;
                    continue;
                }
                let moved = usize::from(successor.box_index);
                let (to, player) = (successor.step.to, successor.player);
                let bound = heuristic.bound_after(space.boxes(), moved, to, player, &mut scratch);
                let Some(h) = bound.pushes() else {
                    stats.deadlocked += 1;
                    continue;
                };
                let f = g + u32::from(successor.cost) + h;
                if f <= threshold {
                    open.push((h, *successor));
                } else {
                    cut = Some(cut.map_or(f, |cut| cut.min(f)));
                }
            }
            // The nearest to a target last, which is taken first.
            open.sort_by_key(|(h, _)| std::cmp::Reverse(*h));
            frames.push(Frame { state, g, open });
        }
        let Some(frame) = frames.last_mut() else {
            return Ok(Below::Cut(cut));
        };
        if let Some((_, successor)) = frame.open.pop() {
            steps.push(successor.step);
            let (state, g) = (frame.state, frame.g + u32::from(successor.cost));
            enter = Some((space.child(&state, &successor), g));
        } else {
            frames.pop();
            steps.pop();
            budget.memory.release(a_frame);
        }
    }
}
