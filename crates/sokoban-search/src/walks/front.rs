//! WalkFront: one direction of a search that counts walks.

use sokoban_core::{Board, Direction as Way, Square, freeze_with};
use sokoban_heuristics::{Ghosts, StepCosts};

use super::distances::WalkDistances;
use super::nodes::{NONE, WalkNode, WalkNodes, key_of};
use super::open::{OpenWalk, OpenWalks};
use crate::box_list::move_box;
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
    task: WalkTask<'b>,
    direction: Direction,
    /// None for blind search.
    pub(super) ghosts: Option<Ghosts>,
    pub(super) nodes: WalkNodes,
    pub(super) open: OpenWalks,
    /// The states expanded.
    pub(super) expanded: u64,
    /// Whether the priority looks at g as well, as it does where both directions search.
    is_balanced: bool,
    /// The boxes of the state at hand, ascending, and by square.
    boxes: Vec<Square>,
    occupied: Vec<bool>,
    /// From the player of the state at hand.
    distances: WalkDistances,
    /// From the player of a child.
    child_distances: WalkDistances,
    child_boxes: Vec<Square>,
    frozen: Vec<Square>,
}

/// A state of this front that has just been stored, or stored anew with a lower g.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    pub(super) id: u32,
    pub(super) g: u64,
}

/// A child as it is generated.
#[derive(Clone, Copy)]
struct Child {
    from: Square,
    to: Square,
    player: Square,
    g: u64,
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
        memory: &mut Memory,
    ) -> Result<Self, StopReason> {
        let (board, boxes) = (task.board, task.board.start_boxes().len());
        memory.reserve(
            2 * WalkDistances::memory_usage(board)
                + board.squares()
                + 4 * boxes * size_of::<Square>(),
        )?;
        Ok(Self {
            task,
            direction,
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

    /// Stores a root, unless its bound says that it is on no way to a target.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(super) fn add_root(
        &mut self,
        boxes: &[Square],
        player: Square,
        memory: &mut Memory,
    ) -> Result<bool, StopReason> {
        let h = if player.is_none() { Some(0) } else { self.bound(boxes, player) };
        let Some(h) = h else { return Ok(false) };
        let key = key_of(boxes);
        let set = match self.nodes.find(boxes, key) {
            Some(set) => set,
            None => self.nodes.insert_set(boxes, key, memory)?,
        };
        let root = self.node(0, h, set, NONE, player);
        let id = self.nodes.insert(root, memory)?;
        self.open.push(OpenWalk { priority: self.priority(0, h), h, id }, memory)?;
        Ok(true)
    }

    /// From now on states go by the greater of f and of what any way through them and on to the
    /// other front costs by g alone (MM, Holte, Felner, Sharon & Sturtevant 2016).
    pub(super) fn balance(&mut self) {
        self.is_balanced = true;
        let Self { open, nodes, task, .. } = self;
        open.rate(|open| {
            let node = nodes.node(open.id);
            balanced(node.g, node.h, task.costs)
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
        if self.set_boxes() > node.set_boxes && !node.player.is_none() {
            let bound = self.bound_of_loaded(node.player);
            let Some(bound) = bound else {
                self.nodes.node_mut(id).is_closed = true;
                return Ok(None);
            };
            let set_boxes = self.set_boxes();
            let raised = self.nodes.node_mut(id);
            raised.set_boxes = set_boxes;
            if bound > h {
                raised.h = bound;
                let priority = self.priority(node.g, bound);
                self.open.push(OpenWalk { priority, h: bound, id }, memory)?;
                return Ok(None);
            }
        }
        self.nodes.node_mut(id).is_closed = true;
        self.distances.survey(self.task.board, &self.occupied, node.player);
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

    /// Stores a child, unless a state with the same boxes makes it needless.
    fn store(
        &mut self,
        before: u32,
        child: Child,
        (h_inherited, most): (u64, u64),
        memory: &mut Memory,
        stats: &mut Stats,
    ) -> Result<Option<Stored>, StopReason> {
        let Child { from, to, player, g } = child;
        if self.task.costs.major(g) >= StepCosts::MOST_MAJOR {
            // No room is left for a longer way.
            return Err(StopReason::Memory);
        }
        self.child_boxes.clear();
        self.child_boxes.extend_from_slice(&self.boxes);
        move_box(&mut self.child_boxes, from, to);
        let key = key_of(&self.child_boxes);
        self.occupied[from.index()] = false;
        self.occupied[to.index()] = true;
        let known = self.nodes.find(&self.child_boxes, key);
        let outcome = match known {
            Some(set) => self.look_up(set, child),
            None if self.is_frozen(to) => Known::Useless { is_dead: true },
            None => Known::Nothing,
        };
        self.occupied[to.index()] = false;
        self.occupied[from.index()] = true;
        let same = match outcome {
            Known::Useless { is_dead } => {
                stats.deadlocked += u64::from(is_dead);
                stats.duplicates += u64::from(!is_dead);
                return Ok(None);
            }
            Known::Same(id) => Some(id),
            Known::Nothing => None,
        };
        // Most children are never taken: those that are get the better bound then.
        let ghosts = self.ghosts.as_ref();
        let quick = ghosts.map_or(Some(0), |ghosts| ghosts.quick_bound(&self.child_boxes, player));
        let Some(bound) = quick else {
            stats.deadlocked += 1;
            return Ok(None);
        };
        let h = bound.max(h_inherited);
        if g + h >= most {
            return Ok(None);
        }
        let set_boxes = ghosts.map_or(0, |ghosts| ghosts.quick_set_boxes() as u8);
        let id = if let Some(id) = same {
            let node = self.nodes.node_mut(id);
            stats.reopened += u64::from(node.is_closed);
            let h = h.max(node.h);
            *node = WalkNode { g, h, before, is_closed: false, set_boxes, ..*node };
            id
        } else {
            let set = match known {
                Some(set) => set,
                None => self.nodes.insert_set(&self.child_boxes, key, memory)?,
            };
            let node = WalkNode { set_boxes, ..self.node(g, h, set, before, player) };
            self.nodes.insert(node, memory)?
        };
        let h = self.nodes.node(id).h;
        self.open.push(OpenWalk { priority: self.priority(g, h), h, id }, memory)?;
        Ok(Some(Stored { id, g }))
    }

    /// What is known of a child whose boxes are those of `set`.
    fn look_up(&mut self, set: u32, child: Child) -> Known {
        let mut is_surveyed = false;
        for (id, other) in self.nodes.chain(set) {
            if other.player == child.player {
                if other.g <= child.g {
                    return Known::Useless { is_dead: false };
                }
                return Known::Same(id);
            }
            if self.task.dominance == Dominance::Off || other.g > child.g {
                continue;
            }
            if !is_surveyed {
                self.child_distances.survey(self.task.board, &self.occupied, child.player);
                is_surveyed = true;
            }
            // From there the player can walk here at no more cost.
            let steps = self.child_distances.to(other.player);
            if steps.is_some_and(|steps| other.g + steps * self.task.costs.walk() <= child.g) {
                return Known::Useless { is_dead: false };
            }
        }
        Known::Nothing
    }

    /// Tells `found` of a child, with the walks from its player.
    fn meet(
        &mut self,
        stored: Stored,
        Child { from, to, player, .. }: Child,
        found: &mut impl FnMut(Stored, &[Square], &mut dyn FnMut(Square) -> Option<u64>) -> u64,
    ) -> u64 {
        let mut is_surveyed = false;
        let Self { task, occupied, child_distances, child_boxes, .. } = self;
        found(stored, child_boxes, &mut |square| {
            if !is_surveyed {
                is_surveyed = true;
                occupied[from.index()] = false;
                occupied[to.index()] = true;
                child_distances.survey(task.board, occupied, player);
                occupied[to.index()] = false;
                occupied[from.index()] = true;
            }
            child_distances.to(square)
        })
    }

    /// Has the push to `to` just frozen boxes off goal?
    fn is_frozen(&mut self, to: Square) -> bool {
        if !self.task.freeze || self.direction == Direction::Reverse {
            return false;
        }
        let Self { task, occupied, frozen, .. } = self;
        let is_box = |square: Square| !square.is_none() && occupied[square.index()];
        freeze_with(task.board, is_box, to, frozen)
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
    }

    fn node(&self, g: u64, h: u64, set: u32, before: u32, player: Square) -> WalkNode {
        let set_boxes = self.set_boxes();
        WalkNode { g, h, set, next: NONE, before, player, is_closed: false, set_boxes }
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

    fn priority(&self, g: u64, h: u64) -> u64 {
        if self.is_balanced { balanced(g, h, self.task.costs) } else { g + h }
    }
}

/// What is known of a child before it is stored.
enum Known {
    Nothing,
    /// The same state, at a greater cost.
    Same(u32),
    Useless {
        is_dead: bool,
    },
}

/// A way through a state with this g that goes on to meet the other front takes one push more, and
/// there as much again if the states there are no cheaper.
fn balanced(g: u64, h: u64, costs: StepCosts) -> u64 {
    (g + h).max(2 * g + costs.push())
}
