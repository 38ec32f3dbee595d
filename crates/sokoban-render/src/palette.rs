//! Palette: the few colors of a picture, by number.

use std::collections::BTreeMap;

use crate::color::Color;

/// Which colors there are, and how many pixels have each.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColorCounts {
    counts: BTreeMap<Color, u64>,
}

impl ColorCounts {
    /// Adds pixels. Runs of one color, of which drawings are made, are fast.
    pub(crate) fn add(&mut self, colors: impl Iterator<Item = Color>) {
        let mut run: Option<(Color, u64)> = None;
        for color in colors {
            match &mut run {
                Some((same, count)) if *same == color => *count += 1,
                _ => self.end_run(run.replace((color, 1))),
            }
        }
        self.end_run(run);
    }

    fn end_run(&mut self, run: Option<(Color, u64)>) {
        if let Some((color, count)) = run {
            *self.counts.entry(color).or_default() += count;
        }
    }

    /// The number of colors.
    pub(crate) fn len(&self) -> usize {
        self.counts.len()
    }

    /// A palette of `most` colors or fewer: the most frequent ones, and for each other color, which
    /// are shades between two of them at their edges, the nearest of these.
    pub(crate) fn palette(&self, most: usize) -> Palette {
        let mut by_count: Vec<(Color, u64)> =
            self.counts.iter().map(|(&color, &count)| (color, count)).collect();
        // The order of equal counts is that of the colors, since sorting is stable.
        by_count.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let colors: Vec<Color> = by_count.iter().take(most).map(|&(color, _)| color).collect();
        let nearest = |color: Color| {
            let distances = colors.iter().map(|kept| kept.distance(color));
            distances.zip(0_u8..=u8::MAX).min().map_or(0, |(_, number)| number)
        };
        let numbers = self.counts.keys().map(|&color| (color, nearest(color))).collect();
        Palette { colors, numbers }
    }
}

/// Colors by number, from 0.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    colors: Vec<Color>,
    numbers: BTreeMap<Color, u8>,
}

impl Palette {
    /// The number of the color nearest to one that was counted.
    pub(crate) fn number(&self, color: Color) -> u8 {
        self.numbers.get(&color).copied().unwrap_or(0)
    }

    /// The numbers of many colors, appended to `numbers`.
    pub(crate) fn extend(&self, numbers: &mut Vec<u8>, colors: impl Iterator<Item = Color>) {
        let mut last: Option<(Color, u8)> = None;
        for color in colors {
            let number = match last {
                Some((same, number)) if same == color => number,
                _ => self.number(color),
            };
            last = Some((color, number));
            numbers.push(number);
        }
    }

    /// Red, green and blue of all colors.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colors.iter().flat_map(|color| [color.red, color.green, color.blue]).collect()
    }

    /// The number of colors.
    pub(crate) fn len(&self) -> usize {
        self.colors.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_shades_become_the_nearest_color_that_is_kept() {
        let mut counts = ColorCounts::default();
        let [black, white, gray] = [0, 0xffffff, 0x303030].map(Color::from_hex);
        counts.add([black, black, white, white, gray].into_iter());
        assert_eq!(counts.len(), 3);
        let palette = counts.palette(2);
        assert_eq!((palette.len(), palette.bytes()), (2, vec![0, 0, 0, 255, 255, 255]));
        let mut numbers = Vec::new();
        palette.extend(&mut numbers, [white, gray, gray, black].into_iter());
        assert_eq!(numbers, [1, 0, 0, 0]);
        assert_eq!(counts.palette(256).number(gray), 2, "with room for all, all are kept");
    }
}
