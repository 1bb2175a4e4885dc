//! Blobs as files: a folder of folders, named by the first two digits of the address and by the others.

use super::is_address;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{fs, process};

/// A folder of blobs.
#[derive(Clone, Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub fn open(folder: PathBuf) -> io::Result<Folder> {
        fs::create_dir_all(&folder)?;
        Ok(Folder(folder))
    }

    pub async fn get(&self, address: &str) -> io::Result<Vec<u8>> {
        tokio::fs::read(self.path(address)).await
    }

    pub async fn put(&self, address: String, bytes: Vec<u8>, is_synced: bool) -> io::Result<()> {
        let this = self.clone();
        let put = move || this.put_now(&address, &bytes, is_synced);
        tokio::task::spawn_blocking(put).await.map_err(io::Error::other)?
    }

    /// Writes a draft and renames it, so that a blob is there as a whole or not at all.
    fn put_now(&self, address: &str, bytes: &[u8], is_synced: bool) -> io::Result<()> {
        let path = self.path(address);
        if path.exists() {
            return Ok(());
        }
        let shelf = path.parent().unwrap_or(&self.0);
        let draft = shelf.join(format!(".{}-{}", process::id(), crate::secrets::random_text(8)));
        let mut written = write(&draft, bytes, is_synced);
        if written.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            fs::create_dir_all(shelf)?;
            written = write(&draft, bytes, is_synced);
        }
        let written = written.and_then(|()| fs::rename(&draft, &path));
        if let Err(error) = written {
            let _ = fs::remove_file(&draft);
            return Err(error);
        }
        if is_synced {
            fs::File::open(shelf)?.sync_all()?;
        }
        Ok(())
    }

    pub fn shelf(&self, digits: &str) -> io::Result<BTreeSet<String>> {
        let entries = match fs::read_dir(self.0.join(digits)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
            Err(error) => return Err(error),
        };
        let mut addresses = BTreeSet::new();
        for entry in entries {
            let address = format!("{digits}{}", entry?.file_name().to_string_lossy());
            // Others are drafts of blobs that are being written.
            if is_address(&address) {
                addresses.insert(address);
            }
        }
        Ok(addresses)
    }

    fn path(&self, address: &str) -> PathBuf {
        self.0.join(&address[..2]).join(&address[2..])
    }
}

fn write(path: &Path, bytes: &[u8], is_synced: bool) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    if is_synced { file.sync_all() } else { Ok(()) }
}
