//! Pulling: from the solved placement to the starts of levels.

use std::collections::BTreeSet;
use std::mem;

use sokoban_core::{BitBoard, Board, Level, Reach, Square, State};

use crate::chance::Chance;
use crate::plan::Plan;
use crate::room::Room;
use crate::settings::Settings;
use crate::theme::Theme;

/// The most states of a layer that are pulled on from.
const LAYER_STATES: usize = 64;

/// The most layers; no level needs so many pushes within the limits of a proof.
const MOST_LAYERS: usize = 1_000;

/// A level as text: drawn with goals chosen at random, boxes pulled away from them, and the player.
/// None if no pull leads deep enough.
pub(crate) fn pulled(
    settings: &Settings,
    plan: &Plan,
    room: &Room,
    chance: &mut Chance,
) -> Option<String> {
    let goals = goals(room, plan.boxes, chance);
    let player = *room.floor().iter().find(|place| !goals.contains(place))?;
    let solved: Level = room.drawn(&goals, &goals, player).parse().ok()?;
    let board = Board::try_from(&solved).ok()?;
    // The longest room allowed has 1,024 squares.
    let start = match board.squares() {
        0..=64 => start::<1>(settings, &board, chance),
        65..=128 => start::<2>(settings, &board, chance),
        129..=256 => start::<4>(settings, &board, chance),
        _ => start::<16>(settings, &board, chance),
    };
    let (boxes, player) = start?;
    Some(match plan.theme {
        Theme::Cave => room.outlined(&goals, &boxes, player),
        _ => room.drawn(&goals, &boxes, player),
    })
}

/// Places for goals: every second one beside another, since goals in a heap make better levels than
/// goals all over the room.
fn goals(room: &Room, count: usize, chance: &mut Chance) -> Vec<usize> {
    let floor = room.floor();
    let mut goals: Vec<usize> = Vec::with_capacity(count);
    while goals.len() < count {
        let free = |&place: &usize| room.is_floor(place) && !goals.contains(&place);
        let beside: Vec<usize> =
            goals.iter().flat_map(|&goal| room.beside(goal)).filter(free).collect();
        let anywhere: Vec<usize> = floor.iter().copied().filter(free).collect();
        let choices = if beside.is_empty() || chance.below(2) == 0 { anywhere } else { beside };
        let Some(&goal) = chance.choose(&choices) else { break };
        goals.push(goal);
    }
    goals
}

/// Places of the boxes and the player at the start of a level: pulls lead there from the solved
/// placement.
fn start<const WORDS: usize>(
    settings: &Settings,
    board: &Board,
    chance: &mut Chance,
) -> Option<(Vec<usize>, usize)> {
    let most = settings.max_pushes.unwrap_or(MOST_LAYERS).min(MOST_LAYERS);
    let mut reach = Reach::new(board);
    let layers = layers::<WORDS>(board, most, &mut reach, chance);
    let (least, deepest) = (settings.min_pushes.max(1), layers.len() - 1);
    if deepest < least {
        return None;
    }
    // Without a limit the deepest is the best. With one, the deeper of two is taken, since the proof
    // often finds a shorter way.
    let depth = match settings.max_pushes {
        None => deepest,
        Some(_) => {
            let [one, other] = [0; 2].map(|_: u8| chance.below(deepest - least + 1));
            least + one.max(other)
        }
    };
    let on_goal =
        |state: &State<WORDS>| state.boxes().iter().filter(|&square| board.is_goal(square)).count();
    let layer = &layers[depth];
    let fewest = layer.iter().map(on_goal).min()?;
    let best: Vec<_> = layer.iter().filter(|state| on_goal(state) == fewest).collect();
    let state = *chance.choose(&best)?;
    reach.set_boxes(state.boxes());
    reach.flood(state.player());
    let in_area: Vec<usize> =
        (0..board.squares()).filter(|&index| reach.contains(Square::new(index))).collect();
    let player = Square::new(*chance.choose(&in_area)?);
    let place = |square| {
        let position = board.position(square);
        position.row * board.width() + position.column
    };
    Some((state.boxes().iter().map(place).collect(), place(player)))
}

/// Layers of states, the first of them solved: each is what one pull more leads to and was not met
/// before, thinned out at random. None is empty but perhaps the first.
fn layers<const WORDS: usize>(
    board: &Board,
    most: usize,
    reach: &mut Reach,
    chance: &mut Chance,
) -> Vec<Vec<State<WORDS>>> {
    let boxes: BitBoard<WORDS> = board.start_boxes().iter().copied().collect();
    let mut known = BTreeSet::new();
    let mut layer = Vec::new();
    for player in (0..board.squares()).map(Square::new) {
        if boxes.contains(player) {
            continue;
        }
        let state = State::with_player(boxes, player, reach);
        if known.insert(state) {
            layer.push(state);
        }
    }
    let mut layers = Vec::new();
    let mut next = Vec::new();
    for _ in 0..most {
        for state in &layer {
            for pull in state.pulls(board, reach) {
                let state = state.pull(board, pull, reach);
                if known.insert(state) {
                    next.push(state);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        chance.shuffle(&mut next);
        next.truncate(LAYER_STATES);
        layers.push(mem::replace(&mut layer, mem::take(&mut next)));
    }
    layers.push(layer);
    layers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;
    use crate::walls::Walls;
    use sokoban_oracle::{Grid, Least, least_pushes};

    #[test]
    fn what_is_pulled_can_be_solved_in_as_many_pushes_as_layers() {
        let settings = Settings {
            width: Span::from(7),
            height: Span::from(6),
            boxes: Span::from(2),
            walls: Walls::Count(Span::from(3)),
            theme: Theme::Mixed,
            max_pushes: Some(12),
            ..Settings::default()
        };
        let mut found = 0;
        for number in 0..40 {
            let mut chance = Chance::new(5, number);
            let plan = Plan::random(&settings, &mut chance);
            let room = Room::random(&plan, &mut chance);
            let Some(text) = pulled(&settings, &plan, &room, &mut chance) else { continue };
            found += 1;
            let least = least_pushes(&Grid::from_xsb(&text), 100_000);
            assert!(matches!(least, Least::Found(1..=12)), "{least:?}\n{text}");
        }
        assert!(found > 20, "{found}");
    }

    #[test]
    fn goals_are_different_squares_of_the_floor() {
        let walls = Walls::Count(Span::from(20));
        let settings = Settings { walls, ..Settings::default() };
        let mut chance = Chance::new(1, 1);
        let room = Room::random(&Plan::random(&settings, &mut chance), &mut chance);
        let goals = goals(&room, 10, &mut chance);
        let different: BTreeSet<usize> = goals.iter().copied().collect();
        assert_eq!(different.len(), 10);
        assert!(goals.iter().all(|&goal| room.is_floor(goal)));
    }
}
