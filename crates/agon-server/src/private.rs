//! Files and folders for this user only. On Windows they have the rights of the folder around them.

use std::fs::{DirBuilder, OpenOptions};

/// Makes folders, also those around them, that only this user can open.
pub(crate) fn folders() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Opens files that only this user can open.
pub(crate) fn files() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there is nothing to change"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
