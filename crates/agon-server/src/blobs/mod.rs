//! Blobs (uploads and replays), named by their content: in a folder, or in an S3-compatible store.

mod bucket;
mod folder;
mod signer;

use crate::config::Config;
use bucket::Bucket;
use folder::Folder;
use sha2::{Digest, Sha256};
pub(crate) use signer::CREATE;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::runtime::Handle;

/// How long a request waits for the store. Workers wait longer: they have nothing else to do.
const REQUEST_PATIENCE: Duration = Duration::from_secs(20);

/// The blobs of a server. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Blobs(Place);

#[derive(Clone, Debug)]
enum Place {
    Folder(Folder),
    Bucket(Bucket),
}

/// How a worker stores a blob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToStore {
    /// It writes the bytes at this address, with the method PUT.
    At {
        /// The address.
        url: String,
        /// Whether the request must have the header `If-None-Match: *`. The store then answers 412 if the
        /// bytes are stored already.
        creates: bool,
    },
    /// The bytes are stored already.
    Nothing,
    /// It sends the bytes to a server, because workers do not reach the store.
    ThroughServer,
}

impl Blobs {
    /// Opens the store that the configuration names; fails if it does not answer.
    pub async fn open(config: &Config, data: &Path) -> io::Result<Blobs> {
        match config.bucket() {
            None => Blobs::in_folder(data.join("blobs")),
            Some((name, prefix)) => {
                Ok(Blobs(Place::Bucket(Bucket::open(config, name, prefix).await?)))
            }
        }
    }

    /// Opens a folder, and makes it if it does not exist.
    pub fn in_folder(folder: PathBuf) -> io::Result<Blobs> {
        Ok(Blobs(Place::Folder(Folder::open(folder)?)))
    }

    /// Stores bytes and returns their address. When this returns, they survive a power cut.
    pub async fn put(&self, bytes: Vec<u8>) -> io::Result<String> {
        let address = address(&bytes);
        let store = self.store(address.clone(), bytes, true);
        tokio::time::timeout(REQUEST_PATIENCE, store).await??;
        Ok(address)
    }

    /// The bytes with this address.
    pub async fn get(&self, address: &str) -> io::Result<Vec<u8>> {
        tokio::time::timeout(REQUEST_PATIENCE, self.fetch(address)).await?
    }

    /// Stores bytes and returns their address; for threads that may block.
    pub fn put_now(&self, bytes: Vec<u8>) -> io::Result<String> {
        Handle::current().block_on(self.put_patiently(bytes))
    }

    /// The bytes with this address; for threads that may block.
    pub fn get_now(&self, address: &str) -> io::Result<Vec<u8>> {
        Handle::current().block_on(self.fetch(address))
    }

    /// Stores bytes for a worker, which has nothing else to do than to wait.
    pub async fn put_patiently(&self, bytes: Vec<u8>) -> io::Result<String> {
        let address = address(&bytes);
        self.store(address.clone(), bytes, true).await?;
        Ok(address)
    }

    /// The bytes with this address, for a worker.
    pub async fn get_patiently(&self, address: &str) -> io::Result<Vec<u8>> {
        self.fetch(address).await
    }

    /// Whether workers reach the store by links.
    pub fn gives_links(&self) -> bool {
        matches!(&self.0, Place::Bucket(bucket) if bucket.gives_links())
    }

    /// Whether the store itself refuses to overwrite blobs by links.
    pub fn keeps(&self) -> bool {
        matches!(&self.0, Place::Bucket(bucket) if bucket.keeps())
    }

    /// Where a worker reads the bytes with this address; `None` if a server sends them.
    pub fn link_to_read(&self, address: &str) -> io::Result<Option<String>> {
        check(address)?;
        match &self.0 {
            Place::Folder(_) => Ok(None),
            Place::Bucket(bucket) => Ok(bucket.link_to_read(address)),
        }
    }

    /// How a worker stores bytes with this address. It cannot overwrite what others have stored: the store
    /// refuses, or there is no link to a blob that is there already.
    pub async fn link_to_write(&self, address: &str) -> io::Result<ToStore> {
        check(address)?;
        match &self.0 {
            Place::Bucket(bucket) => bucket.link_to_write(address).await,
            Place::Folder(_) => Ok(ToStore::ThroughServer),
        }
    }

    /// Bytes that a worker or another program has written are read as they were named, or not at all.
    async fn fetch(&self, wanted: &str) -> io::Result<Vec<u8>> {
        check(wanted)?;
        let bytes = match &self.0 {
            Place::Folder(folder) => folder.get(wanted).await,
            Place::Bucket(bucket) => bucket.get(wanted).await,
        }?;
        if address(&bytes) != wanted {
            let sentence = format!("the blob {wanted} is damaged");
            return Err(io::Error::new(io::ErrorKind::InvalidData, sentence));
        }
        Ok(bytes)
    }

    /// `is_synced`: whether the bytes must survive a power cut when this returns.
    async fn store(&self, address: String, bytes: Vec<u8>, is_synced: bool) -> io::Result<()> {
        match &self.0 {
            Place::Folder(folder) => folder.put(address, bytes, is_synced).await,
            Place::Bucket(bucket) => bucket.put(&address, bytes).await,
        }
    }

    /// The addresses that begin with two given digits.
    async fn shelf(&self, digits: &str) -> io::Result<BTreeSet<String>> {
        match &self.0 {
            Place::Folder(folder) => folder.shelf(digits),
            Place::Bucket(bucket) => bucket.shelf(digits).await,
        }
    }

    /// Copies the blobs that are missing in another store; returns the number of blobs here.
    pub async fn copy_into(&self, target: &Blobs) -> io::Result<u64> {
        let mut blobs = 0;
        for number in 0..=0xff_u8 {
            let digits = format!("{number:02x}");
            let here = self.shelf(&digits).await?;
            let there = target.shelf(&digits).await?;
            for missing in here.difference(&there) {
                let bytes = self.fetch(missing).await?;
                target.store(missing.clone(), bytes, false).await?;
            }
            blobs += here.len() as u64;
        }
        Ok(blobs)
    }
}

/// The address of bytes: their SHA-256 in hexadecimal digits.
pub fn address(bytes: &[u8]) -> String {
    digits(&Sha256::digest(bytes))
}

/// Bytes as hexadecimal digits.
fn digits(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).expect("it is less than 16");
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Whether a text can be the address of a blob.
pub fn is_address(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

fn check(address: &str) -> io::Result<()> {
    if is_address(address) {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "not the address of a blob"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_testservers::S3;

    /// Runs a test on a store of each kind, each of them empty.
    fn on_both<F: Future<Output = ()>>(test: impl Fn(Blobs) -> F) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let folder = tempfile::tempdir().unwrap();
            test(Blobs::open(&Config::default(), folder.path()).await.unwrap()).await;
            test(Blobs::open(&bucket(), folder.path()).await.unwrap()).await;
        });
    }

    fn bucket() -> Config {
        bucket_of(S3::shared())
    }

    fn bucket_of(s3: &S3) -> Config {
        Config {
            blobs: format!("s3://{}/blobs of a test", s3.new_bucket()),
            s3_endpoint: Some(s3.endpoint()),
            s3_access_key: Some(S3::ACCESS_KEY.into()),
            s3_secret_key: Some(S3::SECRET_KEY.into()),
            ..Config::default()
        }
    }

    #[test]
    fn bytes_are_found_by_their_content() {
        on_both(|blobs| async move {
            let large = vec![7; 3 << 20];
            for bytes in [b"hello".to_vec(), Vec::new(), large] {
                let address = blobs.put(bytes.clone()).await.unwrap();
                assert_eq!(address, blobs.put(bytes.clone()).await.unwrap());
                assert_eq!(blobs.get(&address).await.unwrap(), bytes);
                let (same, other) = (blobs.clone(), address.clone());
                let work =
                    move || (same.get_now(&other).unwrap(), same.put_now(b"worker".to_vec()));
                let (read, written) = tokio::task::spawn_blocking(work).await.unwrap();
                assert_eq!(read, bytes);
                assert_eq!(blobs.get(&written.unwrap()).await.unwrap(), b"worker");
            }
        });
    }

    #[test]
    fn what_is_missing_or_no_address_is_told_apart() {
        on_both(|blobs| async move {
            let address = address(b"never stored");
            let kind = |found: io::Result<Vec<u8>>| found.unwrap_err().kind();
            assert_eq!(kind(blobs.get(&address).await), io::ErrorKind::NotFound);
            for bad in ["", "../../etc/passwd", &address[1..], &"g".repeat(64), &"A".repeat(64)] {
                assert_eq!(kind(blobs.get(bad).await), io::ErrorKind::InvalidInput, "{bad}");
            }
        });
    }

    #[test]
    fn blobs_are_written_by_many_at_once() {
        on_both(|blobs| async move {
            let put = |number: u8| {
                let blobs = blobs.clone();
                tokio::spawn(async move { blobs.put(vec![number % 4; 1000]).await.unwrap() })
            };
            let puts: Vec<_> = (0..32).map(put).collect();
            let mut addresses = BTreeSet::new();
            for put in puts {
                addresses.insert(put.await.unwrap());
            }
            assert_eq!(addresses.len(), 4);
        });
    }

    #[test]
    fn blobs_move_between_stores() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            let folder = Blobs::in_folder(one.path().to_owned()).unwrap();
            let copy = Blobs::in_folder(other.path().to_owned()).unwrap();
            let s3 = Blobs::open(&bucket(), one.path()).await.unwrap();
            let mut addresses = Vec::new();
            for number in 0..40_u8 {
                addresses.push(folder.put(vec![number]).await.unwrap());
            }
            s3.put(vec![3]).await.unwrap();
            assert_eq!(folder.copy_into(&s3).await.unwrap(), 40);
            assert_eq!(s3.copy_into(&copy).await.unwrap(), 40);
            assert_eq!(s3.copy_into(&copy).await.unwrap(), 40);
            for (address, number) in addresses.iter().zip(0_u8..) {
                assert_eq!(copy.get(address).await.unwrap(), [number]);
            }
            let damaged = one.path().join(&addresses[0][..2]).join(&addresses[0][2..]);
            std::fs::write(damaged, "damaged").unwrap();
            let third = tempfile::tempdir().unwrap();
            let third = Blobs::in_folder(third.path().to_owned()).unwrap();
            let fault = folder.copy_into(&third).await.unwrap_err().to_string();
            assert_eq!(fault, format!("the blob {} is damaged", addresses[0]));
        });
    }

    fn with_links(s3: &S3) -> Config {
        Config { s3_worker_endpoint: Some(s3.endpoint()), ..bucket_of(s3) }
    }

    async fn link_to_create(blobs: &Blobs, name: &str) -> String {
        match blobs.link_to_write(name).await.unwrap() {
            ToStore::At { url, creates: true } => url,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn workers_get_links_to_their_blobs_alone() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let blobs = Blobs::open(&with_links(S3::shared()), folder.path()).await.unwrap();
            assert!(blobs.gives_links());
            let bytes = b"a replay".to_vec();
            let (name, client) = (address(&bytes), reqwest::Client::new());
            let link = link_to_create(&blobs, &name).await;
            let put = |link: String, bytes| client.put(link).body(bytes);
            let create = |link, bytes| put(link, bytes).header(CREATE.0, CREATE.1).send();
            for wrong in [link.replace(&name[2..], &address(b"other")[2..]), format!("{link}0")] {
                assert!(create(wrong, bytes.clone()).await.unwrap().status().is_client_error());
            }
            assert_eq!(client.get(&link).send().await.unwrap().status(), 403);
            let overwriting = put(link.clone(), bytes.clone()).send().await.unwrap();
            assert_eq!(overwriting.status(), 403, "the header belongs to the signature");
            assert_eq!(create(link.clone(), bytes.clone()).await.unwrap().status(), 200);
            assert_eq!(blobs.get(&name).await.unwrap(), bytes);
            for link in [link, link_to_create(&blobs, &name).await] {
                assert_eq!(create(link, b"other".to_vec()).await.unwrap().status(), 412);
            }
            assert_eq!(blobs.get(&name).await.unwrap(), bytes);
            let link = blobs.link_to_read(&name).unwrap().unwrap();
            assert_eq!(client.get(link).send().await.unwrap().bytes().await.unwrap(), bytes);

            // Bytes that do not have their name are not used.
            let name = address(b"promised");
            let link = link_to_create(&blobs, &name).await;
            create(link, b"something else".to_vec()).await.unwrap();
            let fault = blobs.get(&name).await.unwrap_err().to_string();
            assert_eq!(fault, format!("the blob {name} is damaged"));
        });
        on_both(|blobs| async move {
            let name = address(b"a replay");
            assert!(!blobs.gives_links());
            assert_eq!(blobs.link_to_write(&name).await.unwrap(), ToStore::ThroughServer);
            assert_eq!(blobs.link_to_read(&name).unwrap(), None);
        });
    }

    #[test]
    fn servers_look_before_they_give_links_if_the_store_overwrites() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let (folder, s3) = (tempfile::tempdir().unwrap(), S3::start_overwriting());
        runtime.block_on(async {
            let blobs = Blobs::open(&with_links(&s3), folder.path()).await.unwrap();
            let (name, client) = (address(b"a replay"), reqwest::Client::new());
            let ToStore::At { url, creates: false } = blobs.link_to_write(&name).await.unwrap()
            else {
                panic!("it ignores the header")
            };
            let sent = client.put(url).body("a replay").send().await.unwrap();
            assert_eq!(sent.status(), 200);
            assert_eq!(blobs.link_to_write(&name).await.unwrap(), ToStore::Nothing);
        });
    }

    #[test]
    fn a_wrong_bucket_or_key_is_told_at_the_start() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let missing = Config { blobs: "s3://missing-bucket".into(), ..bucket() };
            let secret = Config { s3_secret_key: Some("wrong".into()), ..bucket() };
            for config in [missing, secret] {
                let fault = Blobs::open(&config, folder.path()).await.unwrap_err().to_string();
                assert!(fault.contains("s3://"), "{fault}");
            }
        });
    }
}
