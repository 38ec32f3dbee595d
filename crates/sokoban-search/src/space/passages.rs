//! Passages: corridor squares where no optimal solution needs to stop.

use sokoban_core::{Board, Direction, Square};

/// For each square and direction of a push: must the same box be pushed on at once?
///
/// Take a box that is pushed to the square t from s, where walls stand on both sides of the line
/// and t alone cuts the board into the part of s, where the player is, and the part beyond:
///
/// ```text
///   ######
/// s t    beyond      The player is on s.
///   ######
/// ```
///
/// Until the box is pushed on, the player cannot leave the part of s, so nothing beyond changes;
/// the box cannot come back, for which the player would have to stand beyond; and it cannot move
/// sideways. Whatever an optimal solution does in between happens in the part of s, where a box
/// further on only leaves more room, and ends with the player on s. So the push onwards can come
/// first, for the same cost, and the states that follow are the same. If another box stands
/// beyond t, neither ever moves again.
///
/// Not so where the two parts are joined elsewhere: there the box may be parked on t and be pushed
/// back later, which is why a macro through any tunnel loses optimality. The argument is about
/// pushes; it does not hold for moves.
#[derive(Clone, Debug)]
pub(crate) struct Passages {
    /// By square, and by direction of the box's step; empty if there are none.
    through: Vec<[bool; 4]>,
}

impl Passages {
    /// No passages: every step is a single one.
    pub(crate) fn none() -> Self {
        Self { through: Vec::new() }
    }

    /// The passages of pushes. A box may stay forever on a goal, so goals are stops.
    pub(crate) fn of_pushes(board: &Board) -> Self {
        Self::new(board, |square, direction| {
            !board.is_goal(square) && is_passage(board, square, direction)
        })
    }

    /// The passages of pulls: where the pull before, which is the push after, must be of the same
    /// box, unless the box started there. That the box does not stay is known here, so goals are
    /// no stops.
    pub(crate) fn of_pulls(board: &Board) -> Self {
        Self::new(board, |square, direction| {
            is_passage(board, square, direction.opposite()) && !has_start_box(board, square)
        })
    }

    /// The passages of a search that goes both ways: those of pushes without the start squares.
    ///
    /// Both directions then have the same graph. A passage is one in both senses, so a box never
    /// rests on a square of it, neither after a push (it goes on), nor after a pull (likewise), nor
    /// at the start, nor at the end. A push leads from a square where boxes may rest through
    /// passage squares to the next where they may, over squares that must all be free; and a pull
    /// leads from there back through the same squares to the first where a box may rest, which is
    /// the one that the push came from. With fewer passages than [`Self::of_pushes`] a step
    /// becomes several of the same total cost, so no optimal solution is lost.
    pub(crate) fn of_both(board: &Board) -> Self {
        Self::new(board, |square, direction| {
            !board.is_goal(square)
                && is_passage(board, square, direction)
                && !has_start_box(board, square)
        })
    }

    fn new(board: &Board, is_through: impl Fn(Square, Direction) -> bool) -> Self {
        let squares = (0..board.squares()).map(Square::new);
        let through = squares
            .map(|square| Direction::ALL.map(|direction| is_through(square, direction)))
            .collect();
        Self { through }
    }

    /// Must a box that comes to `square` in `direction` go on at once?
    pub(crate) fn leads_through(&self, square: Square, direction: Direction) -> bool {
        self.through.get(square.index()).is_some_and(|through| through[direction.index()])
    }

    /// The bytes of the table.
    pub(crate) fn memory_usage(&self) -> usize {
        self.through.len() * 4
    }
}

/// A square of a corridor one square wide, on which a box can move along one axis only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tunnel {
    /// The square.
    pub square: Square,
    /// Does it alone cut the board in two? Then a box that was pushed onto it cannot be pushed back,
    /// for the player cannot come to its other side: the corridor is one-way for boxes.
    pub is_one_way: bool,
}

/// The squares of corridors one square wide, ascending: those with walls on both sides and floor
/// ahead and behind. A dead end or a bend is none, since a box does not move through it.
///
/// # Complexity
/// O(squares).
///
/// # Examples
/// The corridor is the only way from the left to the right.
/// ```
/// use sokoban_core::{Board, Level};
/// use sokoban_search::tunnels;
/// let level: Level = "#########\n#@  ##  #\n# $    .#\n#   ##  #\n#########".parse()?;
/// let tunnels = tunnels(&Board::try_from(&level)?);
/// assert_eq!(tunnels.len(), 2);
/// assert!(tunnels.iter().all(|tunnel| tunnel.is_one_way));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn tunnels(board: &Board) -> Vec<Tunnel> {
    let squares = (0..board.squares()).map(Square::new);
    let tunnel = |square| {
        // One direction of each axis, since a corridor is one both ways.
        let along = [Direction::Up, Direction::Right]
            .into_iter()
            .find(|&direction| is_corridor(board, square, direction))?;
        Some(Tunnel { square, is_one_way: is_passage(board, square, along) })
    };
    squares.filter_map(tunnel).collect()
}

fn has_start_box(board: &Board, square: Square) -> bool {
    // They are ascending, and may be thousands.
    board.start_boxes().binary_search(&square).is_ok()
}

/// Does a box on `square` with the player behind it, as seen in `direction`, stand in a corridor
/// and cut the squares behind from those ahead?
fn is_passage(board: &Board, square: Square, direction: Direction) -> bool {
    let behind = board.neighbor(square, direction.opposite());
    let ahead = board.neighbor(square, direction);
    is_corridor(board, square, direction)
        && board.sides().stance(square, behind) != board.sides().stance(square, ahead)
}

/// Is there floor before and behind `square`, as seen in `direction`, and a wall on either side?
fn is_corridor(board: &Board, square: Square, direction: Direction) -> bool {
    let is_open = |side: Direction| !board.neighbor(square, side).is_none();
    let open_sides = Direction::ALL.into_iter().filter(|&side| is_open(side)).count();
    is_open(direction) && is_open(direction.opposite()) && open_sides == 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::forward::ForwardSpace;
    use crate::space::reverse::ReverseSpace;
    use crate::space::{StateSpace, Step, Successor};
    use sokoban_core::{DeadlockConfig, Deadlocks, Level, State};
    use std::collections::BTreeSet;

    /// Passages, with a box that starts in one and a goal in another.
    const LEVEL: &str = "\
##############
#    ####    #
#@ $  $.  .  #
# $  ####  . #
#    ####    #
##############";

    /// The steps out of `state`, with their costs and where they lead to.
    fn steps<S: StateSpace>(space: &mut S, state: &S::State) -> Vec<(Step, u16, S::State)> {
        let mut successors: Vec<Successor> = Vec::new();
        space.expand(state, &mut successors);
        let step = |next: &Successor| (next.step, next.cost, space.child(state, next));
        successors.iter().map(step).collect()
    }

    #[test]
    fn both_ways_the_graph_is_the_same() {
        let level: Level = LEVEL.parse().expect("a level");
        let board = Board::try_from(&level).expect("a board");
        let passages = Passages::of_both(&board);
        // PI-corrals leave out pushes, and no pulls.
        let config = DeadlockConfig::BOXES;
        let deadlocks = || Deadlocks::new(config);
        let nearest = board.distances_from_nearest_start();
        let mut forward = ForwardSpace::<1>::new(&board, deadlocks(), passages.clone());
        let mut reverse = ReverseSpace::<1>::new(&board, deadlocks(), passages, &nearest);
        let mut open: Vec<State<1>> = Vec::new();
        let collected: Result<(), ()> = forward.roots(|_, root| {
            open.push(root);
            Ok(())
        });
        assert_eq!(collected, Ok(()));
        let mut seen: BTreeSet<State<1>> = open.iter().copied().collect();
        let mut macros = 0;
        while let Some(state) = open.pop() {
            for (Step { from, to }, cost, child) in steps(&mut forward, &state) {
                macros += usize::from(cost > 1);
                let back = (Step { from: to, to: from }, cost, state);
                assert!(steps(&mut reverse, &child).contains(&back), "{state:?} to {child:?}");
                if seen.insert(child) {
                    open.push(child);
                }
            }
            for (Step { from, to }, cost, before) in steps(&mut reverse, &state) {
                let push = (Step { from: to, to: from }, cost, state);
                assert!(steps(&mut forward, &before).contains(&push), "{before:?} to {state:?}");
            }
        }
        assert!(seen.len() > 100 && macros > 10, "{} states, {macros} macros", seen.len());
    }
}
