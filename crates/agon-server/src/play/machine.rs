//! What this machine has for games.

use agon_store::jobs::Machine;
use std::fs;
use std::path::Path;

/// Where the control groups of this machine are.
const GROUPS: &str = "/sys/fs/cgroup";

/// This machine, which does `slots` jobs at the same time. Its memory is 0 on systems other than Linux.
pub fn this_machine(slots: usize) -> Machine {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let slots = u32::try_from(slots).unwrap_or(u32::MAX);
    let info = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let group = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = group_limits(Path::new(GROUPS), &group);
    let memory = limits.into_iter().chain(total_bytes(&info)).min().unwrap_or(0);
    Machine { slots, cores: cores as u32, memory_mib: memory >> 20 }
}

/// The memory of the machine in `/proc/meminfo`.
fn total_bytes(info: &str) -> Option<u64> {
    let line = info.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib << 10)
}

/// The limits of the control group in `/proc/self/cgroup` and of the groups that it is in.
fn group_limits(groups: &Path, group: &str) -> Vec<u64> {
    let own = group.lines().find_map(|line| line.strip_prefix("0::/"));
    let Some(own) = own.map(|own| groups.join(own)) else { return Vec::new() };
    let limit = |group: &Path| {
        fs::read_to_string(group.join("memory.max")).ok()?.trim().parse::<u64>().ok()
    };
    own.ancestors().take_while(|group| group.starts_with(groups)).filter_map(limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_machine_is_read_from_the_system() {
        let info = "MemTotal:        8041312 kB\nMemFree:          123 kB\n";
        assert_eq!(total_bytes(info), Some(8_041_312 << 10));
        assert_eq!(total_bytes("MemFree: 1 kB\n"), None);
        let machine = this_machine(3);
        assert!(machine.slots == 3 && machine.cores > 0, "{machine:?}");
        #[cfg(target_os = "linux")]
        assert!(machine.memory_mib > 0, "{machine:?}");
    }

    #[test]
    fn a_container_has_the_memory_of_its_control_groups() {
        let folder = tempfile::tempdir().unwrap();
        let group = folder.path().join("system/worker");
        fs::create_dir_all(&group).unwrap();
        fs::write(group.join("memory.max"), "max\n").unwrap();
        fs::write(folder.path().join("system/memory.max"), "4096\n").unwrap();
        assert_eq!(group_limits(folder.path(), "0::/system/worker\n"), [4096]);
        assert_eq!(group_limits(folder.path(), "0::/\n"), [0; 0]);
        assert_eq!(group_limits(folder.path(), "5:memory:/system\n"), [0; 0]);
    }
}
