//! The configuration file: TOML, every key optional, unknown keys refused with their line.

use crate::play::NatsOptions;
use agon_store::Location;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// How accounts come to be.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignUp {
    /// Organisers make all accounts.
    #[default]
    Closed,
    /// Persons with an invite code make an account.
    Invite,
    /// Every visitor of the server can make an account.
    Open,
}

/// The configuration of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// Address of the server as people type it, such as `https://contest.example.org`; default: `http://`
    /// and `listen`.
    pub public_url: Option<String>,
    /// `sqlite` for a file in the data folder, or `postgres://USER:PASSWORD@HOST/NAME`.
    pub database: String,
    /// `folder` for a folder in the data folder, or `s3://BUCKET/PREFIX` for an S3-compatible store.
    pub blobs: String,
    /// Address of the S3-compatible store, such as `https://s3.example.org`; default: Amazon's.
    pub s3_endpoint: Option<String>,
    /// Address of the S3-compatible store as workers on other machines reach it: they read sources and write
    /// replays there by links that a server signs; default: sources and replays pass through a server.
    pub s3_worker_endpoint: Option<String>,
    /// Region of the bucket.
    pub s3_region: String,
    /// Access key of the S3-compatible store; default: the environment's `AWS_ACCESS_KEY_ID`.
    pub s3_access_key: Option<String>,
    /// Secret key of the S3-compatible store; default: the environment's `AWS_SECRET_ACCESS_KEY`.
    pub s3_secret_key: Option<String>,
    /// Address of NATS, such as `nats://127.0.0.1:4222`, through which workers on other machines get jobs;
    /// default: all games are played in this process.
    pub nats: Option<String>,
    /// File with the seed of an nkey or with credentials for NATS.
    pub nats_credentials: Option<PathBuf>,
    /// File with the certificate of the authority that signed the certificate of NATS.
    pub nats_ca: Option<PathBuf>,
    /// First word of all subjects and streams in NATS; contests that share a NATS have different ones.
    pub nats_prefix: String,
    /// Copies that a cluster of NATS keeps of each message.
    pub nats_replicas: usize,
    /// Seconds of silence after which a worker on another machine loses its jobs.
    pub lease_seconds: u64,
    /// Reference speed that workers on other machines must have; default: any.
    pub reference_speed: Option<f64>,
    /// Whether workers may join that only pretend to play (`agon worker --pretend-ms`): for load tests on a
    /// server without a contest.
    pub pretended_workers: bool,
    /// File with the numbers of erased accounts, which a restored backup erases again; default: the data
    /// folder's name and `.erased`, beside it.
    pub erasures: Option<PathBuf>,
    /// How accounts come to be: `closed`, `invite` or `open`.
    pub sign_up: SignUp,
    /// What a person agrees to when making an account; default: nothing is asked.
    pub sign_up_consent: Option<String>,
    /// Games played at the same time in this process; default: the number of cores. With NATS, 0 leaves all
    /// of them to other workers.
    pub workers: Option<usize>,
    /// Jobs of one team at the same time, outside tournaments.
    pub team_jobs: u32,
    /// Scrimmages that a team may ask for in an hour.
    pub scrimmages_per_hour: u32,
    /// Most members of a team.
    pub team_members: u32,
    /// Largest upload in MiB.
    pub upload_mib: u64,
    /// Longest time for a build, in seconds.
    pub build_seconds: u64,
    /// Longest time for a game, in seconds.
    pub game_seconds: u64,
    /// Longest time without a turn in a game, in seconds, after which another worker gets it.
    pub standstill_seconds: u64,
    /// Seconds of silence after which another server on the same PostgreSQL dispatches jobs.
    pub leader_seconds: u64,
    /// Days until a session ends.
    pub session_days: u32,
    /// Seconds that games under way get to finish when the server stops.
    pub drain_seconds: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            public_url: None,
            database: "sqlite".into(),
            blobs: "folder".into(),
            s3_endpoint: None,
            s3_worker_endpoint: None,
            s3_region: "us-east-1".into(),
            s3_access_key: None,
            s3_secret_key: None,
            nats: None,
            nats_credentials: None,
            nats_ca: None,
            nats_prefix: "agon".into(),
            nats_replicas: 1,
            lease_seconds: 30,
            reference_speed: None,
            pretended_workers: false,
            erasures: None,
            sign_up: SignUp::Closed,
            sign_up_consent: None,
            workers: None,
            team_jobs: 2,
            scrimmages_per_hour: 30,
            team_members: 4,
            upload_mib: 32,
            build_seconds: 300,
            game_seconds: 900,
            standstill_seconds: 180,
            leader_seconds: 15,
            session_days: 30,
            drain_seconds: 30,
        }
    }
}

/// A configuration cannot be used. Each message is a sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the error messages describe the variants")]
pub enum ConfigFault {
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: std::io::Error },
    #[error("{}: {why}", path.display())]
    Syntax { path: PathBuf, why: String },
    #[error("`{key}` is {value}, but must be {must}")]
    Value { key: &'static str, value: String, must: &'static str },
    #[error("{}: line {line}: {fault}", path.display())]
    At { path: PathBuf, line: usize, fault: Box<ConfigFault> },
}

impl ConfigFault {
    /// The same fault with the line of the file that has its key.
    fn in_file(self, path: &Path, text: &str) -> ConfigFault {
        let ConfigFault::Value { key, .. } = &self else { return self };
        let is_key = |line: &str| {
            let name = line.split_once('=').map(|(name, _)| name.trim());
            name.is_some_and(|name| name.trim_matches(['"', '\'']) == *key)
        };
        let line = text.lines().position(is_key);
        match line {
            Some(line) => {
                ConfigFault::At { path: path.to_owned(), line: line + 1, fault: Box::new(self) }
            }
            None => self,
        }
    }
}

impl Config {
    /// Reads a configuration file.
    pub fn read(path: &Path) -> Result<Config, ConfigFault> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| ConfigFault::Read { path: path.to_owned(), error })?;
        let config: Config = toml::from_str(&text).map_err(|error| ConfigFault::Syntax {
            path: path.to_owned(),
            why: error.to_string().trim_end().to_owned(),
        })?;
        config.check().map_err(|fault| fault.in_file(path, &text))?;
        Ok(config)
    }

    /// Refuses values that cannot work.
    pub fn check(&self) -> Result<(), ConfigFault> {
        let at_least_one = [
            ("team_jobs", u64::from(self.team_jobs)),
            ("team_members", u64::from(self.team_members)),
            ("upload_mib", self.upload_mib),
            ("build_seconds", self.build_seconds),
            ("game_seconds", self.game_seconds),
            ("standstill_seconds", self.standstill_seconds),
            ("leader_seconds", self.leader_seconds),
            ("session_days", u64::from(self.session_days)),
            ("lease_seconds", self.lease_seconds),
            ("nats_replicas", self.nats_replicas as u64),
        ];
        for (key, value) in at_least_one {
            if value == 0 {
                return Err(ConfigFault::Value { key, value: "0".into(), must: "at least 1" });
            }
        }
        if self.workers == Some(0) && self.nats.is_none() {
            let must = "at least 1, unless `nats` is set";
            return Err(ConfigFault::Value { key: "workers", value: "0".into(), must });
        }
        self.check_nats()?;
        if self.upload_mib > 1024 {
            let value = self.upload_mib.to_string();
            return Err(ConfigFault::Value { key: "upload_mib", value, must: "at most 1024" });
        }
        for (key, url) in [
            ("public_url", &self.public_url),
            ("s3_endpoint", &self.s3_endpoint),
            ("s3_worker_endpoint", &self.s3_worker_endpoint),
        ] {
            if let Some(url) = url
                && !url.starts_with("http://")
                && !url.starts_with("https://")
            {
                let must = "an address that starts with http:// or https://";
                return Err(ConfigFault::Value { key, value: format!("`{url}`"), must });
            }
        }
        if self.blobs != "folder" && !self.bucket().is_some_and(|(name, _)| is_bucket(name)) {
            let must = "`folder`, or s3://BUCKET or s3://BUCKET/PREFIX with a bucket of 3 to 63 letters, \
                        digits, dots and hyphens";
            let value = format!("`{}`", self.blobs);
            return Err(ConfigFault::Value { key: "blobs", value, must });
        }
        if let Some(url) = &self.s3_worker_endpoint
            && (self.bucket().is_none() || self.nats.is_none())
        {
            let (key, value) = ("s3_worker_endpoint", format!("`{url}`"));
            let must = "left out, unless `blobs` is a bucket and `nats` is set";
            return Err(ConfigFault::Value { key, value, must });
        }
        if self.s3_access_key.is_some() != self.s3_secret_key.is_some() {
            let (key, value) = ("s3_secret_key", "given alone or missing".into());
            return Err(ConfigFault::Value {
                key,
                value,
                must: "given together with s3_access_key",
            });
        }
        if self.sign_up_consent.as_deref().is_some_and(|text| text.trim().is_empty()) {
            let must = "a text that people agree to; leave the key out to ask for nothing";
            let key = "sign_up_consent";
            return Err(ConfigFault::Value { key, value: "empty".into(), must });
        }
        if self.database != "sqlite" && !self.database.starts_with("postgres://") {
            let must = "`sqlite`, or an address that starts with postgres://";
            let value = format!("`{}`", self.database);
            return Err(ConfigFault::Value { key: "database", value, must });
        }
        Ok(())
    }

    fn check_nats(&self) -> Result<(), ConfigFault> {
        let fault = |key, value: String, must| Err(ConfigFault::Value { key, value, must });
        if let Some(url) = &self.nats
            && !url.split(',').all(|url| {
                ["nats://", "tls://"].iter().any(|scheme| url.trim().starts_with(scheme))
            })
        {
            let must = "nats://HOST:PORT or tls://HOST:PORT; several are separated by commas";
            return fault("nats", format!("`{url}`"), must);
        }
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
        if self.nats_prefix.is_empty() || !self.nats_prefix.bytes().all(is_plain) {
            let must = "a word of letters, digits, hyphens and underscores";
            return fault("nats_prefix", format!("`{}`", self.nats_prefix), must);
        }
        if let Some(speed) = self.reference_speed
            && !(speed.is_finite() && speed > 0.0)
        {
            return fault("reference_speed", speed.to_string(), "a number above 0");
        }
        Ok(())
    }

    /// How to reach NATS, if it is used.
    pub fn nats_options(&self) -> Option<NatsOptions> {
        Some(NatsOptions {
            url: self.nats.clone()?,
            credentials: self.nats_credentials.clone(),
            ca: self.nats_ca.clone(),
            prefix: self.nats_prefix.clone(),
        })
    }

    /// Where the database is.
    pub fn location(&self, data: &Path) -> Location {
        if self.database == "sqlite" {
            Location::Sqlite(data.join("agon.db"))
        } else {
            Location::Postgres(self.database.clone())
        }
    }

    /// Name and prefix of the bucket that has the blobs; `None` if they are in a folder.
    pub fn bucket(&self) -> Option<(&str, &str)> {
        let address = self.blobs.strip_prefix("s3://")?;
        Some(address.split_once('/').unwrap_or((address, "")))
    }

    /// Whether the server is reached over HTTPS.
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}

fn is_bucket(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.' || b == b'-';
    (3..=63).contains(&name.len()) && name.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, ConfigFault> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agon.toml");
        std::fs::write(&path, text).unwrap();
        Config::read(&path)
    }

    #[test]
    fn an_empty_file_is_the_default() {
        assert_eq!(read("").unwrap(), Config::default());
    }

    #[test]
    fn unknown_and_impossible_values_are_sentences() {
        for (text, part) in [
            ("\n\nlisten_on = 3", "line 3"),
            ("listen = \"somewhere\"", "line 1"),
            ("sign_up = \"maybe\"", "closed"),
            (
                "\nworkers = 0",
                "agon.toml: line 2: `workers` is 0, but must be at least 1, unless `nats` is set",
            ),
            ("nats = \"localhost\"", "`nats` is `localhost`, but must be nats://"),
            ("nats = \"nats://a:1,b:2\"", "several are separated by commas"),
            ("nats_prefix = \"a.b\"", "`nats_prefix` is `a.b`"),
            ("lease_seconds = 0", "`lease_seconds` is 0"),
            ("s3_worker_endpoint = \"s3.example.org\"", "an address that starts with http://"),
            (
                "nats = \"nats://a:1\"\ns3_worker_endpoint = \"https://s3.example.org\"",
                "line 2: `s3_worker_endpoint` is `https://s3.example.org`, but must be left out",
            ),
            ("reference_speed = 0.0", "a number above 0"),
            ("public_url = \"contest.example.org\"", "http:// or https://"),
            ("database = \"mysql://x\"", "agon.toml: line 1: `database` is `mysql://x`"),
            ("sign_up_consent = \" \"", "leave the key out"),
            ("upload_mib = 5000", "at most 1024"),
            ("blobs = \"gs://bucket\"", "`blobs` is `gs://bucket`, but must be `folder`, or s3://"),
            ("blobs = \"s3://A_B\"", "3 to 63 letters"),
            ("s3_endpoint = \"localhost\"", "`s3_endpoint` is `localhost`"),
            ("s3_secret_key = \"x\"", "together with s3_access_key"),
        ] {
            let sentence = read(text).unwrap_err().to_string();
            assert!(sentence.contains(part), "{text}: {sentence}");
        }
    }
}
