//! The processes of a running program: freezing, counting and ending them.

use super::clock::cpu_time_of;
use super::files::{Integrity, set_integrity};
use super::job_object::{JobObject, KILLED, resume};
use crate::archive::{ArchiveFault, ArchiveLimits};
use crate::jailed::{Excess, Exit, How};
use crate::private_dir::PrivateDir;
use crate::system::Program;
use std::os::windows::io::{AsHandle, AsRawHandle, OwnedHandle};
use std::path::PathBuf;
use std::process::Child;
use std::time::{Duration, Instant};
use windows_sys::Win32::Foundation::WAIT_OBJECT_0;
use windows_sys::Win32::System::Threading::WaitForSingleObject;

/// Exit codes from here on are those of exceptions.
const FIRST_EXCEPTION: u32 = 0x8000_0000;
/// A program that failed and had at least 15/16 of its memory is taken for one without memory: the kernel
/// refuses memory instead of ending a program.
const FULL_SHARE: (u64, u64) = (15, 16);

/// Everything of a running program except its pipes. Dropping it ends all processes.
#[derive(Debug)]
pub(crate) struct Body {
    pub child: Child,
    pub job: JobObject,
    pub memory_limit: Option<u64>,
    /// The stopped threads of a frozen program.
    pub frozen: Vec<OwnedHandle>,
    pub exit: Option<Exit>,
    pub private: Option<PrivateDir>,
    pub left_behind: Option<String>,
    /// The work folder, in which programs of low integrity can write until the program has ended.
    pub work: Option<PathBuf>,
}

impl Program for Body {
    fn id(&self) -> u32 {
        self.child.id()
    }

    fn kill(&mut self) -> Exit {
        if let Some(exit) = self.exit {
            return exit;
        }
        // What has ended by itself keeps its own exit code.
        let _ = self.has_ended_by(Instant::now());
        self.job.terminate();
        let status = self.child.wait();
        let code = status.ok().and_then(|status| status.code()).unwrap_or(KILLED as i32) as u32;
        let how = match code {
            FIRST_EXCEPTION.. => How::Exception(code),
            code => How::Code(code as i32),
        };
        let is_full = self.memory_limit.zip(self.job.memory_peak()).is_some_and(|(limit, peak)| {
            peak.saturating_mul(FULL_SHARE.1) >= limit.saturating_mul(FULL_SHARE.0)
        });
        let has_failed = !matches!(how, How::Code(0)) && code != KILLED;
        let exit = Exit { how, excess: (is_full && has_failed).then_some(Excess::Memory) };
        self.exit = Some(exit);
        self.frozen.clear();
        if let Some(Err(error)) = self.private.take().map(PrivateDir::remove) {
            self.left_behind = Some(error);
        }
        exit
    }

    fn has_ended_by(&mut self, deadline: Instant) -> bool {
        if self.exit.is_some() {
            return true;
        }
        let left = deadline.saturating_duration_since(Instant::now());
        // Rounded up; the largest number would mean for ever.
        let left = u32::try_from(left.as_micros().div_ceil(1000)).unwrap_or(u32::MAX - 1);
        // SAFETY: the handle is open.
        #[allow(unsafe_code)]
        let result = unsafe { WaitForSingleObject(self.child.as_raw_handle(), left) };
        result == WAIT_OBJECT_0
    }

    fn collect(&mut self, _: &ArchiveLimits) -> Result<(), ArchiveFault> {
        // The program wrote into the folder itself; from now on other programs in the sandbox may not.
        match self.work.take() {
            Some(folder) => Ok(set_integrity(&folder, Integrity::Medium)?),
            None => Ok(()),
        }
    }

    fn left_behind(&self) -> Option<&str> {
        self.left_behind.as_deref()
    }

    fn cpu_time(&self) -> Duration {
        self.job.cpu_time().unwrap_or_else(|| cpu_time_of(self.child.as_handle()))
    }

    fn memory_peak(&self) -> Option<u64> {
        self.job.memory_peak()
    }

    fn freeze(&mut self) {
        if self.exit.is_none() && self.frozen.is_empty() {
            self.frozen = self.job.stop();
        }
    }

    fn thaw(&mut self) {
        resume(&std::mem::take(&mut self.frozen));
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        self.kill();
    }
}
