//! Blobs (uploads and replays) in a folder, named by their content.

use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{fs, process};

/// A folder of blobs. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Blobs {
    folder: PathBuf,
}

impl Blobs {
    /// Opens the folder, and makes it if it does not exist.
    pub fn open(folder: PathBuf) -> io::Result<Blobs> {
        fs::create_dir_all(&folder)?;
        Ok(Blobs { folder })
    }

    /// Stores bytes and returns their address. When this returns, they survive a power cut.
    pub async fn put(&self, bytes: Vec<u8>) -> io::Result<String> {
        let this = self.clone();
        tokio::task::spawn_blocking(move || this.put_now(&bytes)).await.map_err(io::Error::other)?
    }

    /// Stores bytes and returns their address.
    pub fn put_now(&self, bytes: &[u8]) -> io::Result<String> {
        let address = address(bytes);
        let path = self.path(&address)?;
        if path.exists() {
            return Ok(address);
        }
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let draft = folder.join(format!(".{}-{}", process::id(), crate::secrets::random_text(8)));
        let written = write_synced(&draft, bytes).and_then(|()| fs::rename(&draft, &path));
        if let Err(error) = written {
            let _ = fs::remove_file(&draft);
            return Err(error);
        }
        fs::File::open(folder)?.sync_all()?;
        Ok(address)
    }

    /// The bytes with this address.
    pub fn get_now(&self, address: &str) -> io::Result<Vec<u8>> {
        fs::read(self.path(address)?)
    }

    /// The bytes with this address.
    pub async fn get(&self, address: &str) -> io::Result<Vec<u8>> {
        tokio::fs::read(self.path(address)?).await
    }

    fn path(&self, address: &str) -> io::Result<PathBuf> {
        let is_hash = address.len() == 64 && address.bytes().all(|b| b.is_ascii_hexdigit());
        if !is_hash {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not the address of a blob"));
        }
        Ok(self.folder.join(&address[..2]).join(&address[2..]))
    }
}

/// Copies the blobs of a folder that are missing in another one; returns the number of blobs there.
pub fn copy_blobs(from: &Path, to: &Path) -> io::Result<u64> {
    let mut blobs = 0;
    fs::create_dir_all(to)?;
    for shelf in fs::read_dir(from)? {
        let shelf = shelf?;
        let target = to.join(shelf.file_name());
        fs::create_dir_all(&target)?;
        for blob in fs::read_dir(shelf.path())? {
            let blob = blob?;
            // A draft of a blob that is being written.
            if blob.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            let path = target.join(blob.file_name());
            if !path.exists() {
                let draft = target.join(format!(".{}", process::id()));
                fs::copy(blob.path(), &draft)?;
                fs::rename(&draft, &path)?;
            }
            blobs += 1;
        }
    }
    Ok(blobs)
}

/// The address of bytes: their SHA-256 in hexadecimal digits.
pub fn address(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_by_their_content() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path().join("blobs")).unwrap();
        let address = blobs.put_now(b"hello").unwrap();
        assert_eq!(address, blobs.put_now(b"hello").unwrap());
        assert_eq!(blobs.get_now(&address).unwrap(), b"hello");
        assert_ne!(address, blobs.put_now(b"hellp").unwrap());
        for bad in ["", "../../etc/passwd", &address[1..], &"g".repeat(64)] {
            assert!(blobs.get_now(bad).is_err(), "{bad}");
        }
    }
}
