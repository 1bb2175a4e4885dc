//! Job objects: the limits of a program, its processor time, stopping and ending all its processes.

use super::clock::from_ticks;
use crate::job::Limits;
use std::io;
use std::os::windows::io::{AsRawHandle, BorrowedHandle, FromRawHandle, OwnedHandle};
use std::ptr;
use std::time::Duration;
use windows_sys::Win32::Foundation::{HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_JOB_MEMORY,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOB_OBJECT_LIMIT_PROCESS_TIME, JOB_OBJECT_UILIMIT_DESKTOP,
    JOB_OBJECT_UILIMIT_DISPLAYSETTINGS, JOB_OBJECT_UILIMIT_EXITWINDOWS,
    JOB_OBJECT_UILIMIT_GLOBALATOMS, JOB_OBJECT_UILIMIT_HANDLES, JOB_OBJECT_UILIMIT_READCLIPBOARD,
    JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS, JOB_OBJECT_UILIMIT_WRITECLIPBOARD,
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_BASIC_UI_RESTRICTIONS,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JOBOBJECTINFOCLASS, JobObjectBasicAccountingInformation,
    JobObjectBasicProcessIdList, JobObjectBasicUIRestrictions, JobObjectExtendedLimitInformation,
    QueryInformationJobObject, SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{
    OpenThread, ResumeThread, SuspendThread, THREAD_SUSPEND_RESUME,
};

/// The exit code of programs that were ended.
pub(super) const KILLED: u32 = 0x00a6_0001;
/// The largest number of processes whose threads are stopped.
const MAX_PROCESSES: usize = 1024;
/// How often threads are searched while a program is being stopped: a running one may start others.
const STOP_ROUNDS: usize = 4;
/// What a program may not do to the user's desktop.
const UI_LIMITS: u32 = JOB_OBJECT_UILIMIT_DESKTOP
    | JOB_OBJECT_UILIMIT_DISPLAYSETTINGS
    | JOB_OBJECT_UILIMIT_EXITWINDOWS
    | JOB_OBJECT_UILIMIT_GLOBALATOMS
    | JOB_OBJECT_UILIMIT_HANDLES
    | JOB_OBJECT_UILIMIT_READCLIPBOARD
    | JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS
    | JOB_OBJECT_UILIMIT_WRITECLIPBOARD;

/// A job object. Dropping it ends all its processes.
#[derive(Debug)]
pub(crate) struct JobObject(OwnedHandle);

/// The ids of processes, as Windows lists them.
#[repr(C)]
struct ProcessIds {
    assigned: u32,
    listed: u32,
    ids: [usize; MAX_PROCESSES],
}

impl JobObject {
    /// A job object whose processes end with the engine; with limits, if there are any.
    pub fn new(limits: Option<&Limits>) -> io::Result<Self> {
        // SAFETY: both arguments may be null.
        #[allow(unsafe_code)]
        let job = Self(owned(unsafe { CreateJobObjectW(ptr::null(), ptr::null()) })?);
        let mut all = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        let basic = &mut all.BasicLimitInformation;
        basic.LimitFlags =
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
        if let Some(limits) = limits {
            basic.LimitFlags |= JOB_OBJECT_LIMIT_ACTIVE_PROCESS | JOB_OBJECT_LIMIT_JOB_MEMORY;
            basic.ActiveProcessLimit = if limits.forks { limits.processes } else { 1 };
            if let Some(seconds) = limits.cpu_seconds {
                basic.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_TIME;
                basic.PerProcessUserTimeLimit = (seconds * 10_000_000) as i64;
            }
            all.JobMemoryLimit = usize::try_from(limits.memory).unwrap_or(usize::MAX);
        }
        job.set(JobObjectExtendedLimitInformation, &all)?;
        if limits.is_some() {
            let ui = JOBOBJECT_BASIC_UI_RESTRICTIONS { UIRestrictionsClass: UI_LIMITS };
            job.set(JobObjectBasicUIRestrictions, &ui)?;
        }
        Ok(job)
    }

    /// Puts a process into the job.
    pub fn add(&self, process: BorrowedHandle<'_>) -> io::Result<()> {
        // SAFETY: both handles are open.
        #[allow(unsafe_code)]
        check(unsafe { AssignProcessToJobObject(self.raw(), process.as_raw_handle()) })
    }

    /// Ends all processes.
    pub fn terminate(&self) {
        // SAFETY: the handle is open. It fails only if the processes have ended.
        #[allow(unsafe_code)]
        let _ = unsafe { TerminateJobObject(self.raw(), KILLED) };
    }

    /// Processor time of all processes, also of those that have ended.
    pub fn cpu_time(&self) -> Option<Duration> {
        let mut times = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        self.query(JobObjectBasicAccountingInformation, &mut times).ok()?;
        let ticks = times.TotalUserTime.saturating_add(times.TotalKernelTime);
        u64::try_from(ticks).ok().filter(|ticks| *ticks > 0).map(from_ticks)
    }

    /// The largest amount of memory that all processes together had, in bytes.
    pub fn memory_peak(&self) -> Option<u64> {
        let mut all = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        self.query(JobObjectExtendedLimitInformation, &mut all).ok()?;
        Some(all.PeakJobMemoryUsed as u64).filter(|bytes| *bytes > 0)
    }

    /// Stops all threads; returns them, to be resumed.
    pub fn stop(&self) -> Vec<OwnedHandle> {
        let mut stopped = Vec::new();
        let mut known = Vec::new();
        for _ in 0..STOP_ROUNDS {
            let processes = self.processes();
            let fresh: Vec<u32> = threads(|process| processes.contains(&process))
                .into_iter()
                .filter(|thread| !known.contains(thread))
                .collect();
            if fresh.is_empty() {
                break;
            }
            for id in fresh {
                known.push(id);
                let Ok(thread) = open_thread(id) else { continue };
                // SAFETY: the handle is open and has the right to stop.
                #[allow(unsafe_code)]
                let result = unsafe { SuspendThread(thread.as_raw_handle()) };
                if result != u32::MAX {
                    stopped.push(thread);
                }
            }
        }
        stopped
    }

    fn processes(&self) -> Vec<u32> {
        let mut list = Box::new(ProcessIds { assigned: 0, listed: 0, ids: [0; MAX_PROCESSES] });
        if self.query(JobObjectBasicProcessIdList, &mut *list).is_err() {
            return Vec::new();
        }
        list.ids.iter().take(list.listed as usize).map(|id| *id as u32).collect()
    }

    fn set<T>(&self, class: JOBOBJECTINFOCLASS, value: &T) -> io::Result<()> {
        // SAFETY: the handle is open, and `value` has the layout and the length of its class.
        #[allow(unsafe_code)]
        check(unsafe {
            let value = ptr::from_ref(value).cast();
            SetInformationJobObject(self.raw(), class, value, size_of::<T>() as u32)
        })
    }

    fn query<T>(&self, class: JOBOBJECTINFOCLASS, value: &mut T) -> io::Result<()> {
        // SAFETY: the handle is open, and `value` has the layout and the length of its class.
        #[allow(unsafe_code)]
        check(unsafe {
            let (value, length) = (ptr::from_mut(value).cast(), size_of::<T>() as u32);
            QueryInformationJobObject(self.raw(), class, value, length, ptr::null_mut())
        })
    }

    fn raw(&self) -> HANDLE {
        self.0.as_raw_handle()
    }
}

/// Lets threads continue.
pub(super) fn resume(threads: &[OwnedHandle]) {
    for thread in threads {
        // SAFETY: the handle is open. It fails only if the thread has ended.
        #[allow(unsafe_code)]
        let _ = unsafe { ResumeThread(thread.as_raw_handle()) };
    }
}

/// Lets a process that was made without running begin.
pub(super) fn begin(process: u32) -> io::Result<()> {
    let ids = threads(|owner| owner == process);
    if ids.is_empty() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let threads: io::Result<Vec<OwnedHandle>> = ids.into_iter().map(open_thread).collect();
    resume(&threads?);
    Ok(())
}

/// The ids of all threads whose process is wanted.
fn threads(is_wanted: impl Fn(u32) -> bool) -> Vec<u32> {
    // SAFETY: the call takes two numbers and returns a new handle.
    #[allow(unsafe_code)]
    let Ok(list) = owned(unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) }) else {
        return Vec::new();
    };
    let mut entry =
        THREADENTRY32 { dwSize: size_of::<THREADENTRY32>() as u32, ..THREADENTRY32::default() };
    let mut ids = Vec::new();
    // SAFETY: the handle is open, and `entry` names its own length.
    #[allow(unsafe_code)]
    let mut has_more = unsafe { Thread32First(list.as_raw_handle(), &mut entry) } != 0;
    while has_more {
        if is_wanted(entry.th32OwnerProcessID) {
            ids.push(entry.th32ThreadID);
        }
        // SAFETY: as above.
        #[allow(unsafe_code)]
        let next = unsafe { Thread32Next(list.as_raw_handle(), &mut entry) };
        has_more = next != 0;
    }
    ids
}

fn open_thread(id: u32) -> io::Result<OwnedHandle> {
    // SAFETY: the call takes numbers and returns a new handle.
    #[allow(unsafe_code)]
    owned(unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, id) })
}

/// Takes over a new handle.
pub(super) fn owned(handle: HANDLE) -> io::Result<OwnedHandle> {
    if handle.is_null() || handle == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the system has just made this handle for us.
    #[allow(unsafe_code)]
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

pub(super) fn check(result: i32) -> io::Result<()> {
    if result != 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
