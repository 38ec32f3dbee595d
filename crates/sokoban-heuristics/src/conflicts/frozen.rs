//! Which boxes are frozen in a state and in its children.

use sokoban_core::{Square, freeze_with};

use super::{ConflictScratch, Conflicts};

impl Conflicts {
    /// Finds the frozen boxes, if they count; no if one of them is off goal.
    pub(super) fn find_frozen(&self, boxes: &[Square], scratch: &mut ConflictScratch) -> bool {
        let ConflictScratch { frozen, group, occupied, .. } = scratch;
        frozen.clear();
        if !self.parts.frozen {
            return true;
        }
        for &square in boxes {
            if !self.board.is_goal(square) || frozen.contains(&square) {
                continue;
            }
            let is_box = |square: Square| occupied.get(square.index()).copied().unwrap_or(false);
            if freeze_with(&self.board, is_box, square, group) {
                return false;
            }
            for &square in group.iter() {
                if !frozen.contains(&square) {
                    frozen.push(square);
                }
            }
        }
        frozen.sort_unstable();
        true
    }

    /// Finds what the push of a box freezes: whether that is nothing, or none for a deadlock.
    pub(super) fn child_frozen(
        &self,
        from: Square,
        to: Square,
        scratch: &mut ConflictScratch,
    ) -> Option<bool> {
        if !self.parts.frozen || !self.board.is_goal(to) {
            return Some(true);
        }
        let ConflictScratch { frozen, child_frozen, group, occupied, .. } = scratch;
        occupied[from.index()] = false;
        occupied[to.index()] = true;
        let is_box = |square: Square| occupied.get(square.index()).copied().unwrap_or(false);
        let is_deadlock = freeze_with(&self.board, is_box, to, group);
        occupied[to.index()] = false;
        occupied[from.index()] = true;
        if is_deadlock {
            return None;
        }
        if group.is_empty() {
            return Some(true);
        }
        child_frozen.clear();
        child_frozen.extend_from_slice(frozen);
        child_frozen.extend(group.iter().filter(|square| !frozen.contains(square)));
        child_frozen.sort_unstable();
        Some(false)
    }
}
