//! The processor time of the engine itself and of other processes.

use std::os::windows::io::{AsRawHandle, BorrowedHandle};
use std::time::Duration;
use windows_sys::Win32::Foundation::{FILETIME, HANDLE};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetCurrentThread, GetProcessTimes, GetThreadTimes,
};

type Times = unsafe extern "system" fn(
    HANDLE,
    *mut FILETIME,
    *mut FILETIME,
    *mut FILETIME,
    *mut FILETIME,
) -> i32;

/// The processor time that this thread has used.
pub fn thread_cpu_time() -> Duration {
    // SAFETY: the call returns a constant that stands for this thread.
    #[allow(unsafe_code)]
    let thread = unsafe { GetCurrentThread() };
    used(GetThreadTimes, thread)
}

/// The processor time that this process has used.
pub fn process_cpu_time() -> Duration {
    // SAFETY: the call returns a constant that stands for this process.
    #[allow(unsafe_code)]
    let process = unsafe { GetCurrentProcess() };
    used(GetProcessTimes, process)
}

/// The processor time that a process has used.
pub(super) fn cpu_time_of(process: BorrowedHandle<'_>) -> Duration {
    used(GetProcessTimes, process.as_raw_handle())
}

/// Kernel time and user time together.
fn used(times: Times, of: HANDLE) -> Duration {
    let [mut start, mut end, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the handle is open, and the four places outlive the call.
    #[allow(unsafe_code)]
    let is_known = unsafe { times(of, &mut start, &mut end, &mut kernel, &mut user) } != 0;
    let ticks =
        |time: FILETIME| (u64::from(time.dwHighDateTime) << 32) | u64::from(time.dwLowDateTime);
    if is_known { from_ticks(ticks(kernel) + ticks(user)) } else { Duration::ZERO }
}

/// Windows counts in steps of 100 ns.
pub(super) fn from_ticks(ticks: u64) -> Duration {
    Duration::from_nanos(ticks.saturating_mul(100))
}
