//! Random tokens, their hashes, and passwords.

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use sha2::{Digest, Sha256};

/// Letters of tokens and codes: letters and digits that are easy to tell apart and to type.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Random text of 5 bits per letter.
pub fn random_text(letters: usize) -> String {
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// A secret token of 260 bits.
pub fn token() -> String {
    random_text(52)
}

/// The hash under which a token is stored. Tokens are random, so a fast hash is enough.
pub fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// The hash under which a password is stored: argon2id. This takes tens of milliseconds.
pub fn password_hash(password: &str) -> String {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.expect("the password has an allowed length").to_string()
}

/// Whether a password has this hash.
pub fn is_password(password: &str, hash: &str) -> bool {
    Argon2::default().verify_password(password.as_bytes(), hash).is_ok()
}

/// Why a password is refused.
pub fn check_password(password: &str) -> Result<(), String> {
    match password.chars().count() {
        0..8 => Err("a password has at least 8 characters".into()),
        8..=200 => Ok(()),
        _ => Err("a password has at most 200 characters".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let hash = password_hash("correct horse");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        assert!(is_password("correct horse", &hash));
        assert!(!is_password("correct horsf", &hash));
        assert!(!is_password("x", "not a hash"));
        assert_ne!(hash, password_hash("correct horse"));
    }

    #[test]
    fn tokens_differ() {
        assert_eq!(token().len(), 52);
        assert_ne!(token(), token());
    }
}
