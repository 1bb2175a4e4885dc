//! Memory and processor time of the processes of a group.

use std::time::Duration;

/// The largest number of processes of a group that are looked at.
const MAX_PROCESSES: usize = 4096;

/// What the processes of a group use at one moment.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub memory: u64,
    pub cpu: Duration,
    pub processes: u32,
}

/// Adds up the processes of a group.
pub(super) fn usage(group: i32) -> Usage {
    let mut sum = Usage::default();
    for pid in members(group) {
        if let Some((memory, cpu)) = of_process(pid) {
            sum.memory += memory;
            sum.cpu += cpu;
            sum.processes += 1;
        }
    }
    sum
}

fn members(group: i32) -> Vec<i32> {
    let mut ids = vec![0_i32; MAX_PROCESSES];
    let bytes = size_of_val(ids.as_slice()) as i32;
    // SAFETY: `ids` has the named length.
    #[allow(unsafe_code)]
    let count = unsafe { libc::proc_listpgrppids(group, ids.as_mut_ptr().cast(), bytes) };
    ids.truncate(usize::try_from(count).unwrap_or(0).min(MAX_PROCESSES));
    ids
}

/// Memory in bytes and processor time of a process.
fn of_process(pid: i32) -> Option<(u64, Duration)> {
    let mut info = std::mem::MaybeUninit::<libc::rusage_info_v2>::zeroed();
    // SAFETY: `info` has the layout that belongs to this version, and zeros are valid in it.
    #[allow(unsafe_code)]
    let info = unsafe {
        if libc::proc_pid_rusage(pid, libc::RUSAGE_INFO_V2, info.as_mut_ptr().cast()) != 0 {
            return None;
        }
        info.assume_init()
    };
    let ticks = info.ri_user_time.saturating_add(info.ri_system_time);
    Some((info.ri_phys_footprint, from_ticks(ticks)))
}

/// The kernel counts in units of its own clock.
#[allow(deprecated, reason = "another library for one function is not worth it")]
fn from_ticks(ticks: u64) -> Duration {
    let mut base = libc::mach_timebase_info { numer: 0, denom: 0 };
    // SAFETY: `base` outlives the call.
    #[allow(unsafe_code)]
    let result = unsafe { libc::mach_timebase_info(&mut base) };
    let (numer, denom) = if result == 0 { (base.numer, base.denom.max(1)) } else { (1, 1) };
    let nanos = u128::from(ticks) * u128::from(numer) / u128::from(denom);
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}
