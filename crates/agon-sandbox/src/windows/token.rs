//! Takes privileges and integrity from a process that has not run yet.

use super::job_object::{check, owned};
use std::io;
use std::os::windows::io::{AsRawHandle, BorrowedHandle};
use std::ptr;
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::Security::{
    AdjustTokenPrivileges, CreateWellKnownSid, GetTokenInformation, SE_PRIVILEGE_REMOVED,
    SECURITY_MAX_SID_SIZE, SID_AND_ATTRIBUTES, SetTokenInformation, TOKEN_ADJUST_DEFAULT,
    TOKEN_ADJUST_PRIVILEGES, TOKEN_MANDATORY_LABEL, TOKEN_PRIVILEGES, TOKEN_QUERY,
    TokenIntegrityLevel, TokenPrivileges, WinLowLabelSid,
};
use windows_sys::Win32::System::SystemServices::SE_GROUP_INTEGRITY;
use windows_sys::Win32::System::Threading::OpenProcessToken;

/// The largest number of privileges that a token has; Windows knows fewer than 40.
const MAX_PRIVILEGES: usize = 128;

/// A list of privileges with room for all of them; its beginning is that of `TOKEN_PRIVILEGES`.
#[repr(C)]
struct AllPrivileges {
    list: TOKEN_PRIVILEGES,
    rest: [u32; MAX_PRIVILEGES * 3],
}

/// Removes the privileges of a process and lowers its integrity: it cannot write where ordinary programs of
/// the user can.
pub(super) fn lower(process: BorrowedHandle<'_>) -> io::Result<()> {
    let mut token: HANDLE = ptr::null_mut();
    let rights = TOKEN_QUERY | TOKEN_ADJUST_DEFAULT | TOKEN_ADJUST_PRIVILEGES;
    // SAFETY: the handle is open, and `token` outlives the call.
    #[allow(unsafe_code)]
    check(unsafe { OpenProcessToken(process.as_raw_handle(), rights, &mut token) })?;
    let token = owned(token)?;
    remove_privileges(token.as_raw_handle())?;
    set_low_integrity(token.as_raw_handle())
}

fn remove_privileges(token: HANDLE) -> io::Result<()> {
    let mut all =
        AllPrivileges { list: TOKEN_PRIVILEGES::default(), rest: [0; MAX_PRIVILEGES * 3] };
    let length = size_of::<AllPrivileges>() as u32;
    let mut needed = 0;
    // SAFETY: the handle is open, and `all` has the named length.
    #[allow(unsafe_code)]
    check(unsafe {
        let place = ptr::from_mut(&mut all).cast();
        GetTokenInformation(token, TokenPrivileges, place, length, &mut needed)
    })?;
    // SAFETY: Windows has written `PrivilegeCount` entries of 12 bytes each behind the count, within `all`.
    #[allow(unsafe_code)]
    unsafe {
        let first = ptr::from_mut(&mut all)
            .cast::<u8>()
            .add(std::mem::offset_of!(TOKEN_PRIVILEGES, Privileges))
            .cast::<windows_sys::Win32::Security::LUID_AND_ATTRIBUTES>();
        for index in 0..(all.list.PrivilegeCount as usize).min(MAX_PRIVILEGES) {
            (*first.add(index)).Attributes = SE_PRIVILEGE_REMOVED;
        }
        let list = ptr::from_mut(&mut all).cast::<TOKEN_PRIVILEGES>();
        check(AdjustTokenPrivileges(token, 0, list, 0, ptr::null_mut(), ptr::null_mut()))
    }
}

fn set_low_integrity(token: HANDLE) -> io::Result<()> {
    // A security identifier consists of 32-bit numbers.
    let mut sid = [0_u32; SECURITY_MAX_SID_SIZE as usize / 4 + 1];
    let mut length = size_of_val(&sid) as u32;
    // SAFETY: `sid` has the named length.
    #[allow(unsafe_code)]
    check(unsafe {
        CreateWellKnownSid(WinLowLabelSid, ptr::null_mut(), sid.as_mut_ptr().cast(), &mut length)
    })?;
    let label = TOKEN_MANDATORY_LABEL {
        Label: SID_AND_ATTRIBUTES {
            Sid: sid.as_mut_ptr().cast(),
            Attributes: SE_GROUP_INTEGRITY as u32,
        },
    };
    // SAFETY: the handle is open, and the label and the identifier that it names outlive the call.
    #[allow(unsafe_code)]
    check(unsafe {
        let size = size_of::<TOKEN_MANDATORY_LABEL>() as u32 + length;
        SetTokenInformation(token, TokenIntegrityLevel, ptr::from_ref(&label).cast(), size)
    })
}
