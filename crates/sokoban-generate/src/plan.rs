//! Plan: what the settings leave to chance of a candidate's room.

use crate::chance::Chance;
use crate::settings::Settings;
use crate::theme::Theme;
use crate::walls::{Walls, share};

/// The room of one candidate before it is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// With the walls around it, as `height` is.
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) boxes: usize,
    /// Inside the walls around it.
    pub(crate) walls: usize,
    /// Never [`Theme::Mixed`].
    pub(crate) theme: Theme,
    pub(crate) symmetric: bool,
}

impl Plan {
    /// A plan as the settings want it. What they leave no choice of takes nothing from `chance`.
    pub(crate) fn random(settings: &Settings, chance: &mut Chance) -> Self {
        let (width, height) = (settings.width.pick(chance), settings.height.pick(chance));
        let walls = match settings.walls {
            Walls::Percent(percent) => share(percent.pick(chance), (width - 2) * (height - 2)),
            Walls::Count(count) => count.pick(chance),
        };
        let theme = match settings.theme {
            Theme::Mixed => Theme::PLAIN[chance.below(Theme::PLAIN.len())],
            theme => theme,
        };
        let boxes = settings.boxes.pick(chance);
        Self { width, height, boxes, walls, theme, symmetric: settings.symmetric }
    }
}
