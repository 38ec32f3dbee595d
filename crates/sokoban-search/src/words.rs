//! The choice of a bit board's width, once per level.

/// Evaluates an expression with the constant `WORDS` bound to the least width that serves.
///
/// The widths: 64, 128, 256 and 512 squares, which 99.8 % of published levels fit, then steps of
/// four to the largest board that there is. Each width is a copy of the whole search in the
/// program, hence not more of them.
macro_rules! with_words {
    ($squares:expr, $words:ident => $body:expr) => {
        match $squares.div_ceil(64) {
            0..=1 => {
                const $words: usize = 1;
                $body
            }
            2 => {
                const $words: usize = 2;
                $body
            }
            3..=4 => {
                const $words: usize = 4;
                $body
            }
            5..=8 => {
                const $words: usize = 8;
                $body
            }
            9..=32 => {
                const $words: usize = 32;
                $body
            }
            33..=256 => {
                const $words: usize = 256;
                $body
            }
            _ => {
                const $words: usize = 1024;
                $body
            }
        }
    };
}
pub(crate) use with_words;
