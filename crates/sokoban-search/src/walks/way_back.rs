//! The way back: from where two fronts met to a solution.

use sokoban_core::Square;

use super::front::WalkFront;
use super::images::Images;
use super::nodes::NONE;
use super::{Meeting, Other, WalkSearch};
use crate::space::Step;

/// A state of a front, and how it is come to from a root.
struct WayBack {
    /// From the root, what was moved from where to where by the steps of the front.
    steps: Vec<Step>,
    /// Where the squares of the state as it is stored lie on that way.
    lie: Vec<Square>,
}

impl WalkSearch<'_> {
    /// The pushes of a solution, in their order.
    pub(super) fn path(&self, Meeting { side, id, other, .. }: Meeting) -> Vec<Step> {
        let front = self.fronts[side].as_ref().expect("it was met there");
        let own = WayBack::new(front, id);
        let mut path: [Vec<Step>; 2] = [Vec::new(), Vec::new()];
        if let Some(Other { id, image }) = other {
            let front = self.fronts[1 - side].as_ref().expect("it was met with the other");
            let WayBack { mut steps, lie } = WayBack::new(front, id);
            // The pulls of the reverse front are laid onto where the forward front came to.
            let mut onto: Vec<Square> = lie.clone();
            for (index, &own_square) in own.lie.iter().enumerate() {
                let other_square = lie[self.images.lay(image, Square::new(index)).index()];
                let (forward, reverse) =
                    if side == 0 { (own_square, other_square) } else { (other_square, own_square) };
                onto[reverse.index()] = forward;
            }
            let mut own_steps = own.steps;
            let pulls = if side == 0 { &mut steps } else { &mut own_steps };
            for Step { from, to } in pulls {
                (*from, *to) = (onto[from.index()], onto[to.index()]);
            }
            path[side] = own_steps;
            path[1 - side] = steps;
        } else {
            path[side] = own.steps;
        }
        let [mut path, pulls] = path;
        path.extend(pulls.into_iter().rev().map(|Step { from, to }| Step { from: to, to: from }));
        path
    }
}

impl WayBack {
    fn new(front: &WalkFront<'_>, id: u32) -> Self {
        let mut ids = vec![id];
        let mut node = front.nodes.node(id);
        while node.before != NONE {
            ids.push(node.before);
            node = front.nodes.node(node.before);
        }
        let images: &Images = &front.images;
        let mut way = Self { steps: Vec::with_capacity(ids.len() - 1), lie: Vec::new() };
        let squares = || (0..front.occupied.len()).map(Square::new);
        way.lie = squares().map(|square| images.lift(node.origin.image(), square)).collect();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for pair in ids.windows(2).rev() {
            let [child, parent] = [pair[0], pair[1]].map(|id| front.nodes.node(id));
            let image = child.origin.image();
            images.lay_boxes(Images::SAME, front.nodes.boxes(parent.set), &mut before);
            after.clear();
            after.extend(
                front.nodes.boxes(child.set).iter().map(|&square| images.lift(image, square)),
            );
            after.sort_unstable();
            let only = |these: &[Square], those: &[Square]| {
                these.iter().copied().find(|square| those.binary_search(square).is_err())
            };
            let from = only(&before, &after).expect("a step moves a box");
            let to = only(&after, &before).expect("a step moves a box");
            way.steps.push(Step { from: way.lie[from.index()], to: way.lie[to.index()] });
            way.lie = squares().map(|square| way.lie[images.lift(image, square).index()]).collect();
        }
        way
    }
}
