//! Blobs as objects of an S3-compatible store: `PREFIX/AB/CDEF...`, with the digits of the address.

use super::is_address;
use crate::config::Config;
use futures_util::TryStreamExt;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{
    BackoffConfig, ClientOptions, Error, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
};
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

/// A bucket, or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Bucket {
    store: Arc<AmazonS3>,
    prefix: Path,
    /// How errors name it.
    name: String,
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
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(name)
            .with_region(&config.s3_region)
            .with_access_key_id(key(&config.s3_access_key, "AWS_ACCESS_KEY_ID")?)
            .with_secret_access_key(key(&config.s3_secret_key, "AWS_SECRET_ACCESS_KEY")?)
            .with_client_options(options)
            .with_retry(retry);
        if let Some(endpoint) = &config.s3_endpoint {
            builder = builder.with_endpoint(endpoint);
        }
        let name = format!("s3://{name}");
        let store = builder.build().map_err(|error| fault(&name, error))?;
        let prefix = Path::from(prefix);
        let bucket = Bucket { store: Arc::new(store), prefix, name };
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
        let path = self.path(address);
        match self.store.head(&path).await {
            Ok(_) => return Ok(()),
            Err(Error::NotFound { .. }) => {}
            Err(error) => return Err(fault(&self.name, error)),
        }
        let put = self.store.put(&path, PutPayload::from(bytes)).await;
        put.map(|_| ()).map_err(|error| fault(&self.name, error))
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
