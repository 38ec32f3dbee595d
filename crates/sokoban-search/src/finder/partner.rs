//! Partner: the finder's turns beside a search that proves a lower bound.

use sokoban_core::{Board, DeadlockConfig};
use sokoban_heuristics::Heuristic;

use super::{Allowance, Finder, Sought, Turn};
use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::space::Step;

/// States that the finder may generate beyond its share whenever the lower bound rises. Of the
/// eleven levels of XSokoban that it ends when the bound reaches the optimum, ten need fewer.
const BURST: u64 = 200_000;
/// While the prover generates this many states at one lower bound, it generates
/// [`EARLY_SHARE`] for each of the finder's, which take it four times as long.
const EARLY: u64 = 4 << 20;
const EARLY_SHARE: u64 = 4;
/// After that, what the finder did not find is not easy to find: the prover generates so many for
/// each of the finder's.
const LATE_SHARE: u64 = 8;
/// With fewer choices of squares for the boxes, a proof takes seconds at most, with or without a
/// solution in hand: the finder gets an eighth of its share. Microban 93, 139, 144 and 153 have fewer,
/// and XSokoban 49 more, as have all levels that the finder is known to end.
const SMALL: f64 = (1_u64 << 39) as f64;
const SHARE_OF_SMALL: u64 = 8;
/// The states that the prover generates between two turns.
const INTERVAL: u64 = 20_000;
/// The states that an attempt may generate. Every fourth attempt may generate twice as many as
/// before, so that no state space is too deep for all of them.
const FIRST_ATTEMPT: u64 = 1 << 17;
/// Where solutions are all even or all odd, the next number of pushes.
const FIRST_ROOM: u32 = 2;

/// The most bytes that the finder takes; nor does it take more than an eighth of what is free.
const MOST_BYTES: usize = 1 << 30;
/// On boards with more squares times goals the finder's tables would be too large to be worth it.
const MOST_ENTRIES: usize = 1 << 22;
/// What no solution is longer than that anyone could use.
const MOST_PUSHES: u32 = 1 << 20;

/// Takes turns with a prover. The finder looks for a solution of just as many pushes as are proven
/// to be needed, which would be the end, and in other attempts for one that is better than the best so
/// far, with which the prover need store no state whose f is as great.
///
/// When it has turns and what it does then depends on counts alone, so the same search takes the
/// same turns.
pub(crate) struct Partner<'b, H: Heuristic> {
    finder: Finder<'b, H>,
    /// What the finder may generate.
    allowed: u64,
    /// Its shares are so many times smaller: see [`SMALL`].
    thrift: u64,
    /// What the prover had generated at the last turn, and when the lower bound rose.
    seen: u64,
    seen_at_rise: u64,
    /// The states that the prover will have generated at the next turn.
    next_turn: u64,
    /// The lower bound, and has it risen since the last turn?
    layer: Option<u32>,
    is_layer_new: bool,
    tracks: [Track; 2],
    attempt: Option<Attempt>,
    /// What the next attempt aims at.
    next: Aim,
    /// By how much the limit of the next attempt at a better solution is above the lower bound.
    room: u32,
    most_bytes: usize,
    /// Is there no memory to work with?
    is_over: bool,
}

/// What a partner is made of, but for the bound. A partner stays on the thread that makes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartnerPlan<'b> {
    pub(crate) board: &'b Board,
    pub(crate) deadlocks: DeadlockConfig,
}

/// What an attempt looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// A solution of as many pushes as the lower bound says.
    Layer,
    /// Any that is better than the best.
    Better,
}

/// The attempts with one aim.
#[derive(Clone, Copy, Debug, Default)]
struct Track {
    attempts: u32,
    /// Was everything tried?
    is_done: bool,
}

/// The attempt under way.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    aim: Aim,
    /// Is there no wider limit with this aim?
    is_widest: bool,
    /// What it may still generate.
    left: u64,
}

impl<'b, H: Heuristic> Partner<'b, H> {
    /// None where the board is too large, or memory too small.
    pub(crate) fn new(
        PartnerPlan { board, deadlocks }: PartnerPlan<'b>,
        bound: &'b H,
        memory: &mut Memory,
    ) -> Option<Self> {
        if board.squares().saturating_mul(board.goals().len()) > MOST_ENTRIES {
            return None;
        }
        let most_bytes = MOST_BYTES.min(memory.free() / 8);
        let lasting = Finder::lasting_bytes(board, bound);
        if 2 * lasting > most_bytes {
            return None;
        }
        memory.reserve(lasting).ok()?;
        Some(Self {
            finder: Finder::new(board, bound, deadlocks),
            allowed: 0,
            thrift: if choices(board) < SMALL { SHARE_OF_SMALL } else { 1 },
            seen: 0,
            seen_at_rise: 0,
            next_turn: 0,
            layer: None,
            is_layer_new: false,
            tracks: [Track::default(); 2],
            attempt: None,
            next: Aim::Layer,
            room: FIRST_ROOM,
            most_bytes: most_bytes - lasting,
            is_over: false,
        })
    }

    /// The states that it has generated: see [`Finder::generated`].
    #[cfg(test)]
    pub(super) fn generated(&self) -> u64 {
        self.finder.generated()
    }

    /// Is it the finder's turn, now that the prover has generated so many states and proven this
    /// lower bound? Not before the bound has stood for a while: where it still rises fast, a search
    /// within it is a waste.
    pub(crate) fn is_its_turn(&mut self, generated: u64, lower_bound: u32) -> bool {
        if self.layer != Some(lower_bound) {
            self.layer = Some(lower_bound);
            self.is_layer_new = true;
            self.seen_at_rise = generated;
            self.next_turn = generated + INTERVAL;
        }
        !self.is_over && generated >= self.next_turn
    }

    /// Takes a turn, now that the prover has generated so many states, and returns a path if it finds
    /// one that is shorter than `best`.
    ///
    /// # Errors
    /// [`StopReason::Time`] or [`StopReason::Cancelled`].
    pub(crate) fn take_turn(
        &mut self,
        generated: u64,
        (lower_bound, best): (u32, Option<u32>),
        allowance: &mut impl Allowance,
    ) -> Result<Option<Vec<Step>>, StopReason> {
        self.next_turn = generated + INTERVAL;
        if std::mem::take(&mut self.is_layer_new) {
            self.allowed += BURST / self.thrift;
            self.tracks[Aim::Layer as usize] = Track::default();
            self.next = Aim::Layer;
            self.room = room_below(best, lower_bound);
            if self.attempt.is_some_and(|attempt| attempt.aim == Aim::Layer) {
                self.attempt = None;
            }
        }
        let more = generated.saturating_sub(self.seen);
        let is_early = generated.saturating_sub(self.seen_at_rise) <= EARLY;
        let share = if is_early { EARLY_SHARE } else { LATE_SHARE };
        self.allowed += more / (share * self.thrift);
        self.seen = generated;
        while self.allowed > 0 {
            if self.attempt.is_none() && !self.begin((lower_bound, best), allowance.memory()) {
                break;
            }
            let Some(mut attempt) = self.attempt else { break };
            let most = attempt.left.min(self.allowed);
            let turn = Turn { most, most_bytes: self.most_bytes };
            let before = self.finder.generated();
            let sought = self.finder.go_on(turn, allowance);
            let done = self.finder.generated() - before;
            self.allowed = self.allowed.saturating_sub(done);
            attempt.left = attempt.left.saturating_sub(done);
            let sought = match sought {
                Err(StopReason::Memory) => {
                    self.end(allowance.memory());
                    break;
                }
                sought => sought?,
            };
            let has_ended = attempt.left == 0 || sought != Sought::Paused;
            self.attempt = (!has_ended).then_some(attempt);
            match sought {
                Sought::Found(path) => {
                    self.room = room_below(Some(path.len() as u32), lower_bound);
                    return Ok(Some(path));
                }
                Sought::Nothing if attempt.is_widest => {
                    self.tracks[attempt.aim as usize].is_done = true;
                }
                Sought::Nothing | Sought::Full | Sought::Paused => {
                    if has_ended && attempt.aim == Aim::Better {
                        self.room = (2 * self.room).min(MOST_PUSHES);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Leaves what memory there is to the prover.
    fn end(&mut self, memory: &mut Memory) {
        self.finder.clear(memory);
        self.attempt = None;
        self.is_over = true;
    }

    /// Begins the next attempt; no if there is none to make.
    fn begin(&mut self, (lower_bound, best): (u32, Option<u32>), memory: &mut Memory) -> bool {
        // A little above the lower bound there is a solution more often than not, and a narrow limit
        // leaves less to search than a wide one: so the room above it doubles with each failure.
        let most = best.map_or(MOST_PUSHES, |best| best - 1);
        let better = lower_bound.saturating_add(self.room).min(most);
        let aims = match self.next {
            Aim::Layer => [Aim::Layer, Aim::Better],
            Aim::Better => [Aim::Better, Aim::Layer],
        };
        let is_open = |aim: &Aim| match aim {
            Aim::Layer => !self.tracks[Aim::Layer as usize].is_done,
            Aim::Better => better > lower_bound && !self.tracks[Aim::Better as usize].is_done,
        };
        let Some(aim) = aims.into_iter().find(is_open) else { return false };
        let (limit, is_widest) = match aim {
            Aim::Layer => (lower_bound, true),
            Aim::Better => (better, better == most),
        };
        // With a solution in hand, a better one matters less than the end.
        let is_layer_next = aim == Aim::Better
            || (best.is_some() && !self.tracks[Aim::Layer as usize].attempts.is_multiple_of(4));
        self.next = if is_layer_next { Aim::Layer } else { Aim::Better };
        let track = &mut self.tracks[aim as usize];
        let number = track.attempts;
        track.attempts += 1;
        let left = FIRST_ATTEMPT << (number / 4).min(20);
        self.finder.begin(limit, number, memory);
        self.attempt = Some(Attempt { aim, is_widest, left });
        true
    }
}

/// What to begin with above the lower bound: half of the way to the best solution.
fn room_below(best: Option<u32>, lower_bound: u32) -> u32 {
    best.map_or(FIRST_ROOM, |best| best.saturating_sub(lower_bound).div_ceil(2))
}

/// The choices of live squares for the boxes.
fn choices(board: &Board) -> f64 {
    let live = board.live_squares();
    // Boxes that start on dead squares have no choice.
    let boxes = board.start_boxes().len().min(live);
    (0..boxes).map(|taken| (live - taken) as f64 / (taken + 1) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_counted() {
        let level = "########\n#@ $$..#\n########".parse::<sokoban_core::Level>().expect("a level");
        let board = Board::try_from(&level).expect("a board");
        // Only from where the player stands can no box be pushed to a goal.
        let (live, boxes) = (board.live_squares(), board.start_boxes().len());
        assert_eq!((live, boxes), (5, 2));
        assert!((choices(&board) - 10.0).abs() < 1e-9);
    }
}
