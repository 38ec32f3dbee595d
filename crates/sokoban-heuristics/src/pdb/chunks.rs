//! Work on a list in chunks, on one thread or on several.

use alloc::vec::Vec;

use super::account::Workers;

/// What `work` makes of each chunk of `size` items, in order.
///
/// A list of one chunk is worked on by the calling thread, so a small board wakes no other.
pub(super) fn map_chunks<T: Sync, R: Send>(
    workers: Workers,
    items: &[T],
    size: usize,
    work: impl Fn(&[T]) -> R + Sync + Send,
) -> Vec<R> {
    #[cfg(feature = "parallel")]
    if workers == Workers::All && items.len() > size {
        use rayon::prelude::*;
        return items.par_chunks(size).map(work).collect();
    }
    let _ = workers;
    items.chunks(size).map(work).collect()
}
