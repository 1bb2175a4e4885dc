//! Tries what a user of NATS may do.

use async_nats::{ConnectOptions, Event, ServerError, rustls};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long NATS may take to refuse everything.
const PATIENCE: Duration = Duration::from_secs(30);

/// Something that a user of NATS tries.
#[derive(Copy, Clone, Debug)]
pub enum Trial<'a> {
    /// Sends a message to a subject.
    Publish(&'a str),
    /// Listens at a subject.
    Subscribe(&'a str),
}

impl Trial<'_> {
    /// Whether a sentence of NATS says that this is refused.
    fn is_refused_by(self, sentence: &str) -> bool {
        let (what, subject) = match self {
            Trial::Publish(subject) => ("publish to", subject),
            Trial::Subscribe(subject) => ("subscription to", subject),
        };
        let told = format!("permissions violation for {what} \"{subject}\"");
        sentence.to_lowercase().contains(&told.to_lowercase())
    }
}

/// Tries several things with the seed of a user's nkey; returns those that are not refused.
pub fn not_refused(url: &str, seed: &str, ca: &Path, trials: &[Trial<'_>]) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("threads can be started").block_on(try_all(url, seed, ca, trials))
}

async fn try_all(url: &str, seed: &str, ca: &Path, trials: &[Trial<'_>]) -> Vec<String> {
    // The process has one implementation of cryptography; another test may have chosen it before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let sentences: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&sentences);
    let options = ConnectOptions::new().nkey(seed.to_owned());
    let options = options.add_root_certificates(ca.to_owned()).require_tls(true);
    let options = options.event_callback(move |event| {
        if let Event::ServerError(ServerError::Other(sentence)) = event {
            told.lock().expect("no thread panics while holding the lock").push(sentence);
        }
        async {}
    });
    let client = options.connect(url).await.expect("NATS knows the key");
    let mut subscriptions = Vec::new();
    for trial in trials {
        match trial {
            Trial::Publish(subject) => {
                let sent = client.publish(subject.to_string(), "{}".into()).await;
                sent.expect("the subject is valid");
            }
            Trial::Subscribe(subject) => {
                let subscription = client.subscribe(subject.to_string()).await;
                subscriptions.push(subscription.expect("the subject is valid"));
            }
        }
    }
    client.flush().await.expect("NATS is there");
    let start = Instant::now();
    loop {
        let left: Vec<String> = {
            let told = sentences.lock().expect("no thread panics while holding the lock");
            let is_refused = |trial: &Trial<'_>| told.iter().any(|one| trial.is_refused_by(one));
            trials.iter().filter(|trial| !is_refused(trial)).map(|one| format!("{one:?}")).collect()
        };
        if left.is_empty() || start.elapsed() > PATIENCE {
            return left;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
