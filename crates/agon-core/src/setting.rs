//! What nearly every match starts from: a map and rules that fit each other.

use crate::MapFault;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// Rules that can say whether a map may be played by them.
pub trait Admit<M>: Sized {
    /// The map as it will be played, or the reason why map or rules cannot be played.
    fn admit(&self, map: M) -> Result<M, MapFault>;
}

/// A map and rules that fit each other. The map is shared by all positions of the match. Reading
/// one from a file makes the same checks as `new`, so every `Setting` can be played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Setting<M, R> {
    map: Arc<M>,
    rules: R,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked<M, R> {
    map: M,
    rules: R,
}

impl<M, R: Admit<M>> Setting<M, R> {
    /// Puts a map and rules together; refuses what cannot be played.
    pub fn new(map: M, rules: R) -> Result<Setting<M, R>, MapFault> {
        let map = Arc::new(rules.admit(map)?);
        Ok(Setting { map, rules })
    }
}

impl<M, R> Setting<M, R> {
    /// The map.
    pub fn map(&self) -> &M {
        &self.map
    }

    /// The map, to be shared.
    pub fn shared_map(&self) -> Arc<M> {
        Arc::clone(&self.map)
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }
}

impl<'de, M, R> Deserialize<'de> for Setting<M, R>
where
    M: Deserialize<'de>,
    R: Deserialize<'de> + Admit<M>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setting<M, R>, D::Error> {
        let Unchecked { map, rules } = Unchecked::deserialize(deserializer)?;
        Setting::new(map, rules).map_err(serde::de::Error::custom)
    }
}
