//! Blobs as objects of an S3-compatible store: `PREFIX/AB/CDEF...`, with the digits of the address.

use super::is_address;
use crate::config::Config;
use futures_util::TryStreamExt;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::signer::Signer;
use object_store::{
    BackoffConfig, ClientOptions, Error, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
};
use reqwest::Method;
use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// How long a connection may take, and how long a request may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);
/// How long a request is repeated while the store is away.
const RETRY_TIMEOUT: Duration = Duration::from_secs(60);
/// Longest pause between two repetitions.
const MAX_RETRY_PAUSE: Duration = Duration::from_secs(5);
/// No store accepts a link that is valid for longer.
const MAX_LINK_LIFE: Duration = Duration::from_secs(7 * 24 * 3600);

/// A bucket, or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Bucket {
    store: Arc<AmazonS3>,
    prefix: Path,
    /// How errors name it.
    name: String,
    links: Option<Links>,
}

/// What signs links for workers.
#[derive(Clone, Debug)]
struct Links {
    /// The same bucket at the address that workers reach.
    store: Arc<AmazonS3>,
    /// How long a link is valid: as long as a game may take.
    life: Duration,
}

impl Bucket {
    /// Opens a bucket and looks into it, so that a wrong name or key is told at the start.
    pub async fn open(config: &Config, name: &str, prefix: &str) -> io::Result<Bucket> {
        // The process has one implementation of cryptography; another part may have chosen it before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let key = |given: &Option<String>, variable: &str| {
            let found = given.clone().or_else(|| std::env::var(variable).ok());
            found.ok_or_else(|| {
                let sentence = format!(
                    "s3://{name} needs `s3_access_key` and `s3_secret_key` in the configuration, or \
                     AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment"
                );
                io::Error::new(io::ErrorKind::InvalidInput, sentence)
            })
        };
        let options = ClientOptions::new()
            .with_connect_timeout(CONNECT_TIMEOUT)
            .with_timeout(REQUEST_TIMEOUT)
            .with_allow_http(true);
        let retry = RetryConfig {
            backoff: BackoffConfig { max_backoff: MAX_RETRY_PAUSE, ..BackoffConfig::default() },
            max_retries: 100,
            retry_timeout: RETRY_TIMEOUT,
        };
        let builder = AmazonS3Builder::new()
            .with_bucket_name(name)
            .with_region(&config.s3_region)
            .with_access_key_id(key(&config.s3_access_key, "AWS_ACCESS_KEY_ID")?)
            .with_secret_access_key(key(&config.s3_secret_key, "AWS_SECRET_ACCESS_KEY")?)
            .with_client_options(options)
            .with_retry(retry);
        let name = format!("s3://{name}");
        let at = |endpoint: Option<&String>| {
            let here = endpoint.into_iter().fold(builder.clone(), AmazonS3Builder::with_endpoint);
            here.build().map(Arc::new).map_err(|error| fault(&name, error))
        };
        let store = at(config.s3_endpoint.as_ref())?;
        let links = match &config.s3_worker_endpoint {
            Some(endpoint) => {
                let life = Duration::from_secs(config.game_seconds).min(MAX_LINK_LIFE);
                Some(Links { store: at(Some(endpoint))?, life })
            }
            None => None,
        };
        let bucket = Bucket { store, prefix: Path::from(prefix), name, links };
        let looked = tokio::time::timeout(super::REQUEST_PATIENCE, bucket.shelf("00")).await;
        looked.map_err(|_| io::Error::other(format!("{} does not answer", bucket.name)))??;
        Ok(bucket)
    }

    pub async fn get(&self, address: &str) -> io::Result<Vec<u8>> {
        let got = self.store.get(&self.path(address)).await;
        let bytes = got.map_err(|error| fault(&self.name, error))?.bytes().await;
        Ok(bytes.map_err(|error| fault(&self.name, error))?.into())
    }

    /// An object is there as a whole or not at all. An object with this address has these bytes.
    pub async fn put(&self, address: &str, bytes: Vec<u8>) -> io::Result<()> {
        if self.has(address).await? {
            return Ok(());
        }
        let put = self.store.put(&self.path(address), PutPayload::from(bytes)).await;
        put.map(|_| ()).map_err(|error| fault(&self.name, error))
    }

    pub async fn has(&self, address: &str) -> io::Result<bool> {
        match self.store.head(&self.path(address)).await {
            Ok(_) => Ok(true),
            Err(Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(fault(&self.name, error)),
        }
    }

    /// Whether workers reach the store.
    pub fn gives_links(&self) -> bool {
        self.links.is_some()
    }

    /// An address at which a worker reads or writes an object without a key; `None` if workers do not reach
    /// the store.
    pub async fn link(&self, method: Method, address: &str) -> io::Result<Option<String>> {
        let Some(Links { store, life }) = &self.links else { return Ok(None) };
        let url = store.signed_url(method, &self.path(address), *life).await;
        Ok(Some(url.map_err(|error| fault(&self.name, error))?.into()))
    }

    pub async fn shelf(&self, digits: &str) -> io::Result<BTreeSet<String>> {
        let mut objects = self.store.list(Some(&self.prefix.clone().join(digits)));
        let mut addresses = BTreeSet::new();
        while let Some(object) =
            objects.try_next().await.map_err(|error| fault(&self.name, error))?
        {
            let address = format!("{digits}{}", object.location.filename().unwrap_or_default());
            if is_address(&address) {
                addresses.insert(address);
            }
        }
        Ok(addresses)
    }

    fn path(&self, address: &str) -> Path {
        self.prefix.clone().join(&address[..2]).join(&address[2..])
    }
}

fn fault(name: &str, error: Error) -> io::Error {
    let kind = match &error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, format!("{name}: {error}"))
}
