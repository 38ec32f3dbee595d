//! The default memory limit.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Three quarters of the memory that is free now, in bytes; none where the system does not tell.
///
/// In a container the free part of its share counts, where that is less than the machine's.
pub(crate) fn three_quarters() -> Option<usize> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let machine = system.available_memory();
    let free = system.cgroup_limits().map_or(machine, |share| share.free_memory.min(machine));
    let bytes = usize::try_from(free / 4 * 3).unwrap_or(usize::MAX);
    (bytes > 0).then_some(bytes)
}
