//! Signs addresses in an S3-compatible store, with Signature Version 4 in the query: who has such an address
//! needs no key for this object and this method.

use super::digits;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use reqwest::Method;
use sha2::{Digest, Sha256};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Bytes of a block of SHA-256.
const BLOCK: usize = 64;
const ALGORITHM: &str = "AWS4-HMAC-SHA256";
/// The header with which a store refuses to overwrite an object, and its value.
pub const CREATE: (&str, &str) = ("if-none-match", "*");

/// Signs addresses in one bucket.
#[derive(Clone, Debug)]
pub(super) struct LinkSigner {
    /// The address of the bucket, with the folder in it; the names of objects follow.
    base: String,
    /// Where the path begins in it.
    path_start: usize,
    region: String,
    access_key: String,
    secret_key: String,
    /// The day for which a key was derived from the secret key, and this key.
    derived: Arc<Mutex<(String, [u8; 32])>>,
}

impl LinkSigner {
    /// `base` is the address of a folder of objects, and its path is written as in a request.
    pub fn new(base: String, region: &str, access_key: String, secret_key: String) -> LinkSigner {
        let host_start = base.find("://").map_or(0, |scheme| scheme + 3);
        let path = base[host_start..].find('/').map(|path| host_start + path);
        let path_start = path.unwrap_or(base.len());
        let (region, derived) = (region.to_owned(), Arc::default());
        LinkSigner { base, path_start, region, access_key, secret_key, derived }
    }

    /// The address of an object for a method, valid for some time. With `creates` the request must have the
    /// header [`CREATE`].
    pub fn sign(
        &self,
        method: &Method,
        name: &str,
        life: Duration,
        creates: bool,
        now: Timestamp,
    ) -> String {
        let time = now.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string();
        let day = &time[..8];
        let scope = format!("{day}/{}/s3/aws4_request", self.region);
        let (path, host) = (&self.base[self.path_start..], &self.base[..self.path_start]);
        let host = host.split_once("://").map_or(host, |(_, host)| host);
        let (condition, signed) = match creates {
            true => (format!("{}:{}\n", CREATE.0, CREATE.1), format!("host%3B{}", CREATE.0)),
            false => (String::new(), "host".to_owned()),
        };
        let query = format!(
            "X-Amz-Algorithm={ALGORITHM}&X-Amz-Credential={}%2F{}&X-Amz-Date={time}\
             &X-Amz-Expires={}&X-Amz-SignedHeaders={signed}",
            escaped(&self.access_key),
            scope.replace('/', "%2F"),
            life.as_secs()
        );
        let request = format!(
            "{method}\n{path}{name}\n{query}\nhost:{host}\n{condition}\n{}\nUNSIGNED-PAYLOAD",
            signed.replace("%3B", ";")
        );
        let hash = digits(&Sha256::digest(request));
        let signature =
            hmac(&self.key(day), format!("{ALGORITHM}\n{time}\n{scope}\n{hash}").as_bytes());
        format!("{}{name}?{query}&X-Amz-Signature={}", self.base, digits(&signature))
    }

    /// The key of a day.
    fn key(&self, day: &str) -> [u8; 32] {
        let mut derived = self.derived.lock().expect("no thread panics while holding the lock");
        if derived.0 != day {
            let secret = format!("AWS4{}", self.secret_key);
            let words = [day, &self.region, "s3", "aws4_request"];
            let first = hmac(secret.as_bytes(), words[0].as_bytes());
            let key = words[1..].iter().fold(first, |key, word| hmac(&key, word.as_bytes()));
            *derived = (day.to_owned(), key);
        }
        derived.1
    }
}

/// The keyed hash of a message (RFC 2104) with SHA-256.
fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut block = [0; BLOCK];
    match key.len() > BLOCK {
        true => block[..32].copy_from_slice(&Sha256::digest(key)),
        false => block[..key.len()].copy_from_slice(key),
    }
    let padded = |with: u8| block.map(|byte| byte ^ with);
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().into()
}

/// A text as a part of a query.
fn escaped(text: &str) -> String {
    let escape = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keyed_hashes_are_those_of_rfc_4231() {
        let hex = |key: &[u8], message: &[u8]| digits(&hmac(key, message));
        assert_eq!(
            hex(b"Jefe", b"what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        assert_eq!(
            hex(&[0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        );
    }

    #[test]
    fn an_address_is_signed_as_in_the_example_of_amazon() {
        let signer = LinkSigner::new(
            "https://examplebucket.s3.amazonaws.com/".into(),
            "us-east-1",
            "AKIAIOSFODNN7EXAMPLE".into(),
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".into(),
        );
        let day = Duration::from_secs(24 * 3600);
        let sign = |now: &str, creates| {
            signer.sign(&Method::GET, "test.txt", day, creates, now.parse().unwrap())
        };
        let url = sign("2013-05-24T00:00:00Z", false);
        assert_eq!(
            url,
            "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256\
             &X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request\
             &X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host\
             &X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
        );
        // The next day has another key, which is derived once.
        assert_ne!(sign("2013-05-25T00:00:00Z", false), url);
        assert_eq!(sign("2013-05-24T00:00:00Z", false), url);
        assert!(sign("2013-05-24T00:00:00Z", true).contains("host%3Bif-none-match&"));
    }
}
