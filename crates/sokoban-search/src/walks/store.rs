//! Storing the children of a front, unless what is stored already makes them needless.

use sokoban_core::{Square, box_key, freeze_with};
use sokoban_heuristics::StepCosts;

use super::distances::ANY_LENGTH;
use super::front::{Child, Stored, WalkFront};
use super::images::Images;
use super::nodes::{NONE, Origin, WalkNode};
use super::open::OpenWalk;
use crate::box_list::move_box;
use crate::config::{Direction, Dominance};
use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::stats::Stats;

impl WalkFront<'_> {
    /// Stores a child, unless a state with the same boxes makes it needless.
    pub(super) fn store(
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
        let (key, image) = self.image_of(child);
        self.lay_child(child, image);
        let player_laid = self.images.lay(image, player);
        self.occupied[from.index()] = false;
        self.occupied[to.index()] = true;
        let known = self.nodes.find(&self.child_boxes, key);
        let outcome = match known {
            Some(set) => self.look_up(set, child, image),
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
        let quick =
            ghosts.map_or(Some(0), |ghosts| ghosts.quick_bound(&self.child_boxes, player_laid));
        let Some(bound) = quick else {
            stats.deadlocked += 1;
            return Ok(None);
        };
        let h = bound.max(h_inherited);
        if g + h >= most {
            return Ok(None);
        }
        let set_boxes = ghosts.map_or(0, |ghosts| ghosts.quick_set_boxes() as u8);
        let origin = Origin::new(image, set_boxes);
        let id = if let Some(id) = same {
            let node = self.nodes.node_mut(id);
            stats.reopened += u64::from(node.is_closed);
            let h = h.max(node.h);
            *node = WalkNode { g, h, before, is_closed: false, origin, ..*node };
            id
        } else {
            let set = match known {
                Some(set) => set,
                None => self.nodes.insert_set(&self.child_boxes, key, memory)?,
            };
            let player = player_laid;
            let node = WalkNode { g, h, set, next: NONE, before, player, is_closed: false, origin };
            self.nodes.insert(node, memory)?
        };
        let h = self.nodes.node(id).h;
        self.open.push(OpenWalk { priority: self.priority(g, h), h, id }, memory)?;
        Ok(Some(Stored { id, g, image }))
    }

    /// The image of a child that is stored, and the key of its boxes: the least key, and among images
    /// that lay its boxes alike the one with the least square of the player.
    ///
    /// Should two sets of boxes share a key, two images of a state may be stored, which is needless
    /// but true.
    fn image_of(&self, Child { from, to, player, .. }: Child) -> (u64, u8) {
        let of = |image: u8| {
            let lay = |square| self.images.lay(image, square);
            let key = self.keys[usize::from(image)] ^ box_key(lay(from)) ^ box_key(lay(to));
            (key, lay(player), image)
        };
        let (key, _, image) = self.images.all().map(of).min().expect("there is the child itself");
        (key, image)
    }

    /// Lays the boxes of a child as they are to be stored.
    fn lay_child(&mut self, Child { from, to, .. }: Child, image: u8) {
        let Self { images, boxes, child_boxes, .. } = self;
        if image == Images::SAME {
            child_boxes.clear();
            child_boxes.extend_from_slice(boxes);
            move_box(child_boxes, from, to);
        } else {
            images.lay_boxes(image, boxes, child_boxes);
            move_box(child_boxes, images.lay(image, from), images.lay(image, to));
        }
    }

    /// What is known of a child whose boxes are those of `set`.
    fn look_up(&mut self, set: u32, child: Child, image: u8) -> Known {
        let mut is_surveyed = false;
        let player = self.images.lay(image, child.player);
        for (id, other) in self.nodes.chain(set) {
            if other.player == player {
                if other.g <= child.g {
                    return Known::Useless { is_dead: false };
                }
                return Known::Same(id);
            }
            if self.task.dominance == Dominance::Off || other.g > child.g {
                continue;
            }
            if !is_surveyed {
                // Longer walks cost more than there is to gain.
                let least = self.nodes.chain(set).map(|(_, other)| other.g).min();
                let gain = child.g - least.unwrap_or(child.g).min(child.g);
                let most = (gain / self.task.costs.walk()).min(ANY_LENGTH.into()) as u16;
                let boxes = self.boxes.iter().copied().map(child.moved());
                self.child_distances.survey(self.task.board, boxes, child.player, most);
                is_surveyed = true;
            }
            // From there the player can walk here at no more cost.
            let steps = self.child_distances.to(self.images.lift(image, other.player));
            if steps.is_some_and(|steps| other.g + steps * self.task.costs.walk() <= child.g) {
                return Known::Useless { is_dead: false };
            }
        }
        Known::Nothing
    }

    /// Tells `found` of a child, with the walks from its player.
    pub(super) fn meet(
        &mut self,
        stored: Stored,
        child: Child,
        found: &mut impl FnMut(Stored, &[Square], &mut dyn FnMut(Square) -> Option<u64>) -> u64,
    ) -> u64 {
        let mut is_surveyed = false;
        let Self { task, images, boxes, child_distances, child_boxes, .. } = self;
        found(stored, child_boxes, &mut |square| {
            if !is_surveyed {
                is_surveyed = true;
                let boxes = boxes.iter().copied().map(child.moved());
                child_distances.survey(task.board, boxes, child.player, ANY_LENGTH);
            }
            child_distances.to(images.lift(stored.image, square))
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
