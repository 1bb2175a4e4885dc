//! The process's standard input and output, which the kit takes for itself.

use std::fs::File;
use std::io;

/// The real standard input and output. From now on what is printed to standard output goes to standard
/// error, and there is nothing to read.
#[cfg(unix)]
pub fn take() -> io::Result<(File, File)> {
    use std::os::fd::{AsFd, AsRawFd};

    extern "C" {
        fn dup2(from: i32, to: i32) -> i32;
    }

    let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let nothing = File::open("/dev/null")?;
    // Safe: both numbers are open files, and 0 and 1 stay open.
    unsafe {
        dup2(io::stderr().as_raw_fd(), io::stdout().as_raw_fd());
        dup2(nothing.as_raw_fd(), io::stdin().as_raw_fd());
    }
    Ok((input, output))
}

/// The real standard input and output. From now on what is printed to standard output goes to standard
/// error, and there is nothing to read.
#[cfg(windows)]
pub fn take() -> io::Result<(File, File)> {
    use std::os::windows::io::{AsHandle, AsRawHandle, IntoRawHandle, RawHandle};

    const STD_INPUT_HANDLE: u32 = -10_i32 as u32;
    const STD_OUTPUT_HANDLE: u32 = -11_i32 as u32;

    extern "system" {
        fn SetStdHandle(which: u32, handle: RawHandle) -> i32;
    }

    let input = File::from(io::stdin().as_handle().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_handle().try_clone_to_owned()?);
    let nothing = File::open("NUL")?;
    // Safe: standard error stays open, and `nothing` is never closed.
    let replaced = unsafe {
        SetStdHandle(STD_OUTPUT_HANDLE, io::stderr().as_raw_handle()) != 0
            && SetStdHandle(STD_INPUT_HANDLE, nothing.into_raw_handle()) != 0
    };
    if !replaced {
        return Err(io::Error::last_os_error());
    }
    Ok((input, output))
}
