//! OptimalSurvey: what all optimal push solutions of a level have in common.

use sokoban_core::{Board, Square};

use crate::any_heuristic::AnyHeuristic;
use crate::budget::Budget;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::optimal_layers::{Layer, OptimalLayers, strong_bound};
use crate::outcome::StopReason;
use crate::words::with_words;

/// What all push sequences of a given length that solve a level have in common: each of them was
/// taken into account, so that what is said here is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptimalSurvey {
    /// The number of the sequences, or the cap if there are as many or more.
    pub sequences: u64,
    /// The different states that they lead through, start and solved states included; a state that
    /// is met after different numbers of pushes counts for each.
    pub states: u64,
    /// By square: is a box pushed onto it in one of them? That a box starts there does not count.
    pub is_box_square: Vec<bool>,
    /// By square: does the player stand on it right before a push in one of them? Where it walks
    /// between pushes does not count, since shortest solutions may walk in many ways.
    pub is_push_square: Vec<bool>,
    /// The squares of the boxes that none of them ever moves, ascending.
    pub unmoved_boxes: Vec<Square>,
}

/// Surveys all push sequences of exactly `pushes` pushes that lead from the start of `board` to a
/// solved state; none are counted beyond `cap`, but all are surveyed. With the least pushes that the
/// level needs, these are its optimal push solutions.
///
/// The layers of [`count_optimal`](crate::count_optimal()) are kept, and gone through backward: a
/// state lies on a solution if it is solved in the last layer, or if one of its pushes leads to a
/// state of the next layer that does.
///
/// A box that starts on a square is moved by a solution exactly if something is pushed from that
/// square, since nothing else can come there before. So what boxes are called needs no bookkeeping.
///
/// # Errors
/// [`StopReason`] for the limit that was reached; [`Limits::nodes`] counts the states whose pushes
/// were generated, which may be twice for each.
///
/// # Complexity
/// O(states of bound up to `pushes`) in time, times the logarithm of a layer; as much in space. For
/// the number alone [`count_optimal`](crate::count_optimal()) needs less.
///
/// # Examples
/// ```
/// use sokoban_core::{Board, Level};
/// use sokoban_search::{Limits, survey_optimal};
/// let level: Level = "######\n#@$ .#\n#   *#\n######".parse()?;
/// let board = Board::try_from(&level)?;
/// let survey = survey_optimal(&board, 2, 100, &Limits::default(), &mut ());
/// let survey = survey.map_err(|limit| limit.name())?;
/// assert_eq!(survey.sequences, 1);
/// // The box that stands on its goal stays there.
/// assert_eq!(survey.unmoved_boxes, [board.start_boxes()[1]]);
/// assert_eq!(survey.is_box_square.iter().filter(|&&is| is).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn survey_optimal(
    board: &Board,
    pushes: u32,
    cap: u64,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<OptimalSurvey, StopReason> {
    let mut budget = Budget::new(limits, observer);
    let bound = strong_bound(board, &mut budget)?;
    with_words!(board.squares(), WORDS => {
        survey::<WORDS>(board, &bound, (pushes, cap), &mut budget)
    })
}

fn survey<const WORDS: usize>(
    board: &Board,
    bound: &AnyHeuristic,
    (pushes, cap): (u32, u64),
    budget: &mut Budget<'_>,
) -> Result<OptimalSurvey, StopReason> {
    let mut layers = OptimalLayers::new(board, bound, cap, &mut budget.memory)?;
    let mut kept: Vec<Layer<WORDS>> = vec![layers.start(&mut budget.memory)?];
    for made in 0..pushes {
        let next = layers.next(&kept[made as usize], pushes - made - 1, budget)?;
        kept.push(next);
    }
    let last = &kept[pushes as usize];
    let mut survey = OptimalSurvey {
        sequences: last.solving_sequences(board, cap),
        states: 0,
        is_box_square: vec![false; board.squares()],
        is_push_square: vec![false; board.squares()],
        unmoved_boxes: Vec::new(),
    };
    let mut is_pushed_from = vec![false; board.squares()];
    // By state of the layer after: does it lie on a solution?
    budget.memory.reserve(last.states().len())?;
    let mut marks: Vec<bool> =
        last.states().iter().map(|(state, _)| state.is_solved(board)).collect();
    survey.states += count(&marks);
    let mut children = Vec::new();
    for pair in kept.windows(2).rev() {
        let [layer, after] = pair else { continue };
        budget.memory.reserve(layer.states().len())?;
        let mut own_marks = vec![false; layer.states().len()];
        for ((state, _), mark) in layer.states().iter().zip(&mut own_marks) {
            layers.pushes(state, layer.states().len(), budget, &mut children)?;
            for (push, child) in &children {
                let found = after.states().binary_search_by_key(child, |&(state, _)| state);
                if !found.is_ok_and(|index| marks[index]) {
                    continue;
                }
                *mark = true;
                let to = board.neighbor(push.from, push.direction);
                let player = board.neighbor(push.from, push.direction.opposite());
                survey.is_box_square[to.index()] = true;
                survey.is_push_square[player.index()] = true;
                is_pushed_from[push.from.index()] = true;
            }
        }
        budget.memory.release(marks.len());
        marks = own_marks;
        survey.states += count(&marks);
    }
    if survey.sequences > 0 {
        let is_unmoved = |square: &&Square| !is_pushed_from[square.index()];
        survey.unmoved_boxes = board.start_boxes().iter().filter(is_unmoved).copied().collect();
    }
    Ok(survey)
}

fn count(marks: &[bool]) -> u64 {
    marks.iter().filter(|&&mark| mark).count() as u64
}
