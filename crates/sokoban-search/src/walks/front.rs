//! WalkFront: one direction of a search that counts walks.

use sokoban_core::{Board, Direction as Way, Square};
use sokoban_heuristics::{Ghosts, StepCosts};

use super::distances::{ANY_LENGTH, WalkDistances};
use super::images::Images;
use super::nodes::{NONE, Origin, WalkNode, WalkNodes, key_of};
use super::open::{OpenWalk, OpenWalks};
use crate::config::{Direction, Dominance};
use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::stats::Stats;

/// What both fronts of a search are about.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkTask<'b> {
    pub(super) board: &'b Board,
    pub(super) costs: StepCosts,
    /// Whether a box on a dead square, or boxes that can never move again off goal, end a way.
    pub(super) dead_squares: bool,
    pub(super) freeze: bool,
    pub(super) dominance: Dominance,
}

/// One direction of the search: what it has met, what of it is open, and the bound to its targets.
#[derive(Debug)]
pub(super) struct WalkFront<'b> {
    pub(super) task: WalkTask<'b>,
    pub(super) direction: Direction,
    /// Of states that these lay onto one another, one is stored.
    pub(super) images: Images,
    /// None for blind search.
    pub(super) ghosts: Option<Ghosts>,
    pub(super) nodes: WalkNodes,
    pub(super) open: OpenWalks,
    /// The states expanded since it took its present order.
    pub(super) expanded: u64,
    /// Whether the priority looks at g as well, as it does where both directions search.
    is_balanced: bool,
    /// The boxes of the state at hand, ascending, and by square.
    pub(super) boxes: Vec<Square>,
    pub(super) occupied: Vec<bool>,
    /// By image, the key of the state at hand.
    pub(super) keys: Vec<u64>,
    /// From the player of the state at hand.
    distances: WalkDistances,
    /// From the player of a child, as it was generated.
    pub(super) child_distances: WalkDistances,
    /// The boxes of a child, as they are stored.
    pub(super) child_boxes: Vec<Square>,
    pub(super) frozen: Vec<Square>,
}

/// A state of this front that has just been stored, or stored anew with a lower g.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    pub(super) id: u32,
    pub(super) g: u64,
    /// The image of it that is stored.
    pub(super) image: u8,
}

/// A child as it is generated: a step of the state at hand.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) player: Square,
    pub(super) g: u64,
}

impl Child {
    /// Where each box of the state at hand stands after the step.
    pub(super) fn moved(self) -> impl Fn(Square) -> Square + Clone {
        move |square| if square == self.from { self.to } else { square }
    }
}

impl<'b> WalkFront<'b> {
    /// A front that has met no state.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(super) fn new(
        task: WalkTask<'b>,
        direction: Direction,
        ghosts: Option<Ghosts>,
        images: Images,
        memory: &mut Memory,
    ) -> Result<Self, StopReason> {
        let (board, boxes) = (task.board, task.board.start_boxes().len());
        memory.reserve(
            2 * WalkDistances::memory_usage(board)
                + images.memory_usage()
                + board.squares()
                + 4 * boxes * size_of::<Square>(),
        )?;
        Ok(Self {
            task,
            direction,
            keys: vec![0; images.len()],
            images,
            ghosts,
            nodes: WalkNodes::new(boxes),
            open: OpenWalks::default(),
            expanded: 0,
            is_balanced: false,
            boxes: Vec::with_capacity(boxes),
            occupied: vec![false; board.squares()],
            distances: WalkDistances::new(board),
            child_distances: WalkDistances::new(board),
            child_boxes: Vec::with_capacity(boxes),
            frozen: Vec::with_capacity(boxes),
        })
    }

    /// Stores a root, unless its bound says that it is on no way to a target, or one of its images is
    /// a root already.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(super) fn add_root(
        &mut self,
        boxes: &[Square],
        player: Square,
        memory: &mut Memory,
    ) -> Result<bool, StopReason> {
        let images = &self.images;
        let laid = |image| boxes.iter().map(move |&square| images.lay(image, square));
        let keys = images.all().map(|image| (key_of(laid(image)), image));
        let (key, image) = keys.min().expect("there is the state itself");
        self.images.lay_boxes(image, boxes, &mut self.child_boxes);
        let player = self.images.lay(image, player);
        let h = if player.is_none() { Some(0) } else { self.bound(&self.child_boxes, player) };
        let Some(h) = h else { return Ok(false) };
        let set = match self.nodes.find(&self.child_boxes, key) {
            // All roots have their player anywhere, or there is but one.
            Some(_) => return Ok(false),
            None => self.nodes.insert_set(&self.child_boxes, key, memory)?,
        };
        let id = self.nodes.insert(self.node((0, h), set, NONE, player, image), memory)?;
        self.open.push(OpenWalk { priority: self.priority(0, h), h, id }, memory)?;
        Ok(true)
    }

    /// From now on states go by the greater of f and of what any way through them and on to the
    /// other front costs by g alone (MM, Holte, Felner, Sharon & Sturtevant 2016), or by f again.
    pub(super) fn balance(&mut self, is_balanced: bool) {
        self.is_balanced = is_balanced;
        let Self { open, nodes, task, .. } = self;
        self.expanded = 0;
        open.rate(|open| {
            let node = nodes.node(open.id);
            let f = node.g + node.h;
            let priority = if is_balanced { balanced(node.g, node.h, task.costs) } else { f };
            (!node.is_closed && node.h == open.h).then_some(priority)
        });
    }

    /// The least priority of an open state; none if there is no open state.
    pub(super) fn least(&self) -> Option<u64> {
        self.open.peek().map(|open| open.priority)
    }

    /// Takes the next state and makes it the one at hand, with its distances. None if it need not
    /// be expanded: it is closed already, or dominated, or its bound has risen and it has been put
    /// back.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(super) fn take(&mut self, memory: &mut Memory) -> Result<Option<u32>, StopReason> {
        let Some(OpenWalk { h, id, .. }) = self.open.pop() else { return Ok(None) };
        let node = *self.nodes.node(id);
        if node.is_closed || h != node.h {
            return Ok(None);
        }
        self.load(node.set);
        if self.set_boxes() > node.origin.set_boxes() && !node.player.is_none() {
            let bound = self.bound_of_loaded(node.player);
            let Some(bound) = bound else {
                self.nodes.node_mut(id).is_closed = true;
                return Ok(None);
            };
            let set_boxes = self.set_boxes();
            let raised = self.nodes.node_mut(id);
            raised.origin = Origin::new(raised.origin.image(), set_boxes);
            if bound > h {
                raised.h = bound;
                let priority = self.priority(node.g, bound);
                self.open.push(OpenWalk { priority, h: bound, id }, memory)?;
                return Ok(None);
            }
        }
        self.nodes.node_mut(id).is_closed = true;
        let boxes = self.boxes.iter().copied();
        self.distances.survey(self.task.board, boxes, node.player, ANY_LENGTH);
        let is_dominated = self.task.dominance == Dominance::On
            && self.nodes.chain(node.set).any(|(_, other)| {
                let steps = self.distances.to(other.player);
                other.g < node.g
                    && steps.is_some_and(|steps| other.g + steps * self.task.costs.walk() <= node.g)
            });
        Ok((!is_dominated).then_some(id))
    }

    /// Generates the children of the state at hand and calls `found` with each that is stored, its
    /// boxes, and the distances from its player.
    ///
    /// `most` is what a way must cost less than to be of any use.
    ///
    /// # Errors
    /// [`StopReason::Memory`], or those of `found`.
    pub(super) fn expand(
        &mut self,
        id: u32,
        mut most: u64,
        (memory, stats): (&mut Memory, &mut Stats),
        mut found: impl FnMut(Stored, &[Square], &mut dyn FnMut(Square) -> Option<u64>) -> u64,
    ) -> Result<(), StopReason> {
        let (board, costs) = (self.task.board, self.task.costs);
        let node = *self.nodes.node(id);
        for index in 0..self.boxes.len() {
            let from = self.boxes[index];
            for way in Way::ALL {
                // By pushes the player comes from behind and ends where the box was; by pulls it
                // stands before the box and ends one further, and the box where it stood.
                let beside = match self.direction {
                    Direction::Forward => board.neighbor(from, way.opposite()),
                    Direction::Reverse => board.neighbor(from, way),
                };
                let to = board.neighbor(from, way);
                if beside.is_none() || to.is_none() || self.task.dead_squares && !board.is_live(to)
                {
                    continue;
                }
                let Some(steps) = self.distances.to(beside) else { continue };
                let (blocker, player) = match self.direction {
                    Direction::Forward => (to, from),
                    Direction::Reverse => {
                        let beyond = board.neighbor(to, way);
                        (beyond, beyond)
                    }
                };
                if blocker.is_none() || self.occupied[blocker.index()] {
                    continue;
                }
                let step = costs.push() + steps * costs.walk();
                stats.generated += 1;
                let child = Child { from, to, player, g: node.g + step };
                // A bound that falls by more than a step costs was too low before (pathmax, Mérő
                // 1984).
                let h_inherited = node.h.saturating_sub(step);
                let stored = self.store(id, child, (h_inherited, most), memory, stats)?;
                if let Some(stored) = stored {
                    most = self.meet(stored, child, &mut found);
                }
            }
        }
        Ok(())
    }

    fn load(&mut self, set: u32) {
        for square in &self.boxes {
            self.occupied[square.index()] = false;
        }
        self.boxes.clear();
        self.boxes.extend_from_slice(self.nodes.boxes(set));
        for square in &self.boxes {
            self.occupied[square.index()] = true;
        }
        for (image, key) in self.images.all().zip(&mut self.keys) {
            *key = key_of(self.boxes.iter().map(|&square| self.images.lay(image, square)));
        }
    }

    fn node(
        &self,
        (g, h): (u64, u64),
        set: u32,
        before: u32,
        player: Square,
        image: u8,
    ) -> WalkNode {
        let origin = Origin::new(image, self.set_boxes());
        WalkNode { g, h, set, next: NONE, before, player, is_closed: false, origin }
    }

    fn bound(&self, boxes: &[Square], player: Square) -> Option<u64> {
        self.ghosts.as_ref().map_or(Some(0), |ghosts| ghosts.bound(boxes, player))
    }

    fn bound_of_loaded(&self, player: Square) -> Option<u64> {
        self.bound(&self.boxes, player)
    }

    fn set_boxes(&self) -> u8 {
        self.ghosts.as_ref().map_or(0, |ghosts| ghosts.set_boxes() as u8)
    }

    pub(super) fn priority(&self, g: u64, h: u64) -> u64 {
        if self.is_balanced { balanced(g, h, self.task.costs) } else { g + h }
    }
}

/// A way through a state with this g that goes on to meet the other front takes one push more, and
/// there as much again if the states there are no cheaper.
fn balanced(g: u64, h: u64, costs: StepCosts) -> u64 {
    (g + h).max(2 * g + costs.push())
}
