//! Blobs as objects of an S3-compatible store: `PREFIX/AB/CDEF...`, with the digits of the address.

use super::signer::{CREATE, LinkSigner};
use super::{ToStore, is_address};
use crate::config::Config;
use futures_util::TryStreamExt;
use jiff::Timestamp;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::signer::Signer;
use object_store::{
    BackoffConfig, ClientOptions, Error, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
};
use reqwest::{Method, StatusCode};
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
/// How long the link of [`PROBE`] is valid.
const PROBE_LIFE: Duration = Duration::from_secs(300);
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
    /// Signs addresses that workers reach.
    signer: LinkSigner,
    /// How long a link is valid: as long as a game may take.
    life: Duration,
    /// Whether the store refuses to overwrite an object if the request says so.
    refuses: bool,
}

/// An object that is overwritten at the start, to see whether the store refuses.
const PROBE: &str = "overwriting";

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
        let access_key = key(&config.s3_access_key, "AWS_ACCESS_KEY_ID")?;
        let secret_key = key(&config.s3_secret_key, "AWS_SECRET_ACCESS_KEY")?;
        let builder = AmazonS3Builder::new()
            .with_bucket_name(name)
            .with_region(&config.s3_region)
            .with_access_key_id(&access_key)
            .with_secret_access_key(&secret_key)
            .with_client_options(options)
            .with_retry(retry);
        let name = format!("s3://{name}");
        let at = |endpoint: Option<&String>| {
            let here = endpoint.into_iter().fold(builder.clone(), AmazonS3Builder::with_endpoint);
            here.build().map(Arc::new).map_err(|error| fault(&name, error))
        };
        let store = at(config.s3_endpoint.as_ref())?;
        let prefix = Path::from(prefix);
        let mut bucket = Bucket { store, prefix, name: name.clone(), links: None };
        let looked = tokio::time::timeout(super::REQUEST_PATIENCE, bucket.shelf("00")).await;
        looked.map_err(|_| io::Error::other(format!("{} does not answer", bucket.name)))??;
        if let Some(endpoint) = &config.s3_worker_endpoint {
            let keys = (access_key.as_str(), secret_key.as_str());
            let own = bucket.signer(&bucket.store, &config.s3_region, keys).await?;
            let signer = bucket.signer(&*at(Some(endpoint))?, &config.s3_region, keys).await?;
            let life = Duration::from_secs(config.game_seconds).min(MAX_LINK_LIFE);
            let refuses = bucket.refuses_to_overwrite(&own).await?;
            bucket.links = Some(Links { signer, life, refuses });
        }
        Ok(bucket)
    }

    /// What signs addresses at the endpoint of `store`.
    async fn signer(
        &self,
        store: &AmazonS3,
        region: &str,
        (access_key, secret_key): (&str, &str),
    ) -> io::Result<LinkSigner> {
        let url = store.signed_url(Method::PUT, &self.prefix.clone().join(PROBE), PROBE_LIFE).await;
        let url = url.map_err(|error| fault(&self.name, error))?;
        // The address of the folder is what stands before the object's name.
        let path = url.as_str().split('?').next().unwrap_or_default();
        let base = path.strip_suffix(PROBE).unwrap_or(path).to_owned();
        Ok(LinkSigner::new(base, region, access_key.to_owned(), secret_key.to_owned()))
    }

    /// Tries whether the store refuses to overwrite an object by a link that says so. If not, servers look
    /// whether an object is there before they give a link to write it.
    async fn refuses_to_overwrite(&self, signer: &LinkSigner) -> io::Result<bool> {
        let put = self.store.put(&self.prefix.clone().join(PROBE), PutPayload::new()).await;
        put.map_err(|error| fault(&self.name, error))?;
        let url = signer.sign(&Method::PUT, PROBE, PROBE_LIFE, true, Timestamp::now());
        let client = reqwest::Client::builder().timeout(super::REQUEST_PATIENCE).build();
        let client = client.map_err(io::Error::other)?;
        let sent = client.put(url).header(CREATE.0, CREATE.1).send().await;
        let status = sent.map_err(|error| io::Error::other(error.without_url()))?.status();
        let refuses = status == StatusCode::PRECONDITION_FAILED;
        if !refuses {
            tracing::warn!(
                %status,
                "{} ignores `If-None-Match` of signed links: servers ask it whether a replay is there \
                 before a worker may write it",
                self.name
            );
        }
        Ok(refuses)
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

    /// Whether the store refuses to overwrite an object by a link.
    pub fn keeps(&self) -> bool {
        self.links.as_ref().is_some_and(|links| links.refuses)
    }

    /// Whether workers reach the store.
    pub fn gives_links(&self) -> bool {
        self.links.is_some()
    }

    /// An address at which a worker reads an object without a key; `None` if workers do not reach the store.
    pub fn link_to_read(&self, address: &str) -> Option<String> {
        let Links { signer, life, .. } = self.links.as_ref()?;
        Some(signer.sign(&Method::GET, &name(address), *life, false, Timestamp::now()))
    }

    /// How a worker writes an object.
    pub async fn link_to_write(&self, address: &str) -> io::Result<ToStore> {
        let Some(Links { signer, life, refuses }) = &self.links else {
            return Ok(ToStore::ThroughServer);
        };
        if !refuses && self.has(address).await? {
            return Ok(ToStore::Nothing);
        }
        let url = signer.sign(&Method::PUT, &name(address), *life, *refuses, Timestamp::now());
        Ok(ToStore::At { url, creates: *refuses })
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

/// The name of an object below the prefix.
fn name(address: &str) -> String {
    format!("{}/{}", &address[..2], &address[2..])
}

fn fault(name: &str, error: Error) -> io::Error {
    let kind = match &error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, format!("{name}: {error}"))
}
