//! Portfolio: many unlike searches for any solution, and then for better ones.

mod desk;
mod schedule;
mod worker;

use std::panic;
use std::thread;
use std::time::Duration;

use sokoban_core::{Board, DeadlockConfig};
use sokoban_heuristics::Heuristic;

use self::desk::{Desk, End, EndWhenPanicked};
pub(crate) use self::schedule::Ends;
use self::schedule::Schedule;
use self::worker::{Alone, Hand, Worker, tell};
use crate::astar::{Ending, Found};
use crate::budget::Budget;
use crate::finder::Finder;
use crate::improve::{WindowPlan, Windows};
use crate::space::Step;
use crate::stats::Stats;
use crate::threads::Threads;

/// What a portfolio is to do.
#[derive(Clone, Debug)]
pub(crate) struct PortfolioPlan<'b> {
    pub(crate) board: &'b Board,
    pub(crate) deadlocks: DeadlockConfig,
    pub(crate) threads: Threads,
    /// Is the first solution the end?
    pub(crate) is_any_enough: bool,
    /// What ends it where nothing better is found.
    pub(crate) ends: Ends,
    /// Proven before.
    pub(crate) lower_bound: u32,
    /// A solution to better.
    pub(crate) path: Option<Vec<Step>>,
}

/// On boards with more squares times goals the tables would be too large to be worth it.
const MOST_ENTRIES: usize = 1 << 22;

/// The time between two looks at the clock, at each of which the observer hears of the search.
const TICK: Duration = Duration::from_millis(4);

/// Looks for any solution, and then for better ones, by [attempts](Finder) that differ in what guides
/// them, on several threads. None if the board is too large for it, or memory too small.
///
/// It ends when a solution is proven optimal, since no state within a smaller limit is left to try; when
/// it is proven that there is none; at a limit; and, if that is planned, after many attempts in a row
/// that found nothing better.
pub(crate) fn portfolio<H: Heuristic + Sync>(
    plan: PortfolioPlan<'_>,
    bound: &H,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Option<Found> {
    let PortfolioPlan { board, deadlocks, lower_bound, .. } = plan;
    if board.squares().saturating_mul(board.goals().len()) > MOST_ENTRIES {
        return None;
    }
    let lasting = Finder::<H>::lasting_bytes(board, bound);
    let free = budget.memory.free();
    if 2 * lasting > free {
        return None;
    }
    // The tables of more threads are not to take what the states of one could.
    let threads = plan.threads.get().min(free / (8 * lasting)).max(1);
    let booked = budget.memory.used();
    budget.memory.reserve(threads * lasting).ok()?;
    let most_bytes = budget.memory.free() / threads;
    let schedule = Schedule::new(lower_bound, plan.is_any_enough, plan.ends);
    let windows = Windows::new(board, WindowPlan::of_pushes(deadlocks));
    let desk = Desk::new((board, windows), schedule, plan.path, budget.expansions_left());
    let finder = || Finder::new(board, bound, deadlocks);
    let mut told = desk.length().unwrap_or(u32::MAX);
    let work_alone = |budget: &mut Budget<'_>, told: &mut u32| {
        let mut nobody = ();
        let mut part = Budget::new(&budget.limits_of_thread(budget.cancel().clone()), &mut nobody);
        part.memory = budget.memory.share();
        let mut alone = Alone { desk: &desk, budget, told: *told };
        Worker { desk: &desk, finder: finder(), most_bytes, part }.work(&mut alone);
        *told = alone.told;
    };
    if threads == 1 {
        work_alone(budget, &mut told);
    } else {
        thread::scope(|scope| {
            let mut running = Vec::new();
            for _ in 0..threads {
                let mut hand = Hand { desk: &desk, memory: budget.memory.share() };
                let limits = budget.limits_of_thread(desk.cancel().clone());
                let finder = &finder;
                let work = move || {
                    let _end = EndWhenPanicked(hand.desk);
                    let mut nobody = ();
                    let mut part = Budget::new(&limits, &mut nobody);
                    part.memory = hand.memory.share();
                    Worker { desk: hand.desk, finder: finder(), most_bytes, part }.work(&mut hand);
                };
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(thread) => running.push(thread),
                    Err(_) => break,
                }
            }
            if running.is_empty() {
                return work_alone(budget, &mut told);
            }
            while !desk.wait(TICK) {
                tell(&desk, budget, &mut told);
                let (stats, lower_bound) = desk.counted();
                if let Err(reason) = budget.look(&stats, 0, lower_bound) {
                    desk.end(End::Stopped(reason));
                }
            }
            for thread in running {
                if let Err(panicked) = thread.join() {
                    panic::resume_unwind(panicked);
                }
            }
        });
    }
    tell(&desk, budget, &mut told);
    *stats = desk.counted().0;
    budget.memory.release(budget.memory.used() - booked);
    Some(found(desk))
}

fn found(desk: Desk<'_>) -> Found {
    let (end, path, lower_bound) = desk.into_result();
    let stopped_by = match end {
        Some(End::Stopped(reason)) => Some(reason),
        Some(End::Done | End::Panicked) | None => None,
    };
    let ending = match (path, stopped_by) {
        (Some(path), _) if path.len() as u32 <= lower_bound => Ending::Shortest(path),
        (Some(path), stopped_by) => Ending::Incumbent { path, stopped_by },
        (None, Some(reason)) => Ending::Stopped(reason),
        (None, None) => Ending::NoPath,
    };
    assert!(
        !matches!(&ending, Ending::Shortest(path) if (path.len() as u32) < lower_bound),
        "a solution is no shorter than what is proven"
    );
    let lower_bound = match &ending {
        Ending::Shortest(path) => path.len() as u32,
        Ending::NoPath | Ending::Stopped(_) if lower_bound > schedule::NO_LIMIT => 0,
        _ => lower_bound,
    };
    Found { ending, lower_bound }
}
