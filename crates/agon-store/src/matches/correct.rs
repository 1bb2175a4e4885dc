//! Results that the organisers have changed. The ranks that count replace those that were played, which are
//! kept beside them with the reason.

use super::{record_results, tell};
use crate::{Fault, Millis, Tx, values};
use serde::{Deserialize, Serialize};

/// Why the ranks of a game are not those that were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameCorrection {
    /// The ranks by seat that were played.
    pub played: Vec<u8>,
    /// The reason of the organisers.
    pub why: String,
}

/// A game of a run whose result a ruling has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectedGame {
    /// Attempt and key, as [`crate::runs::short_key`] makes it.
    pub key: String,
    /// The ranks by seat that count; empty if the game has no result.
    pub ranks: Vec<u8>,
    /// The reason of the organisers.
    pub why: String,
}

/// The part of a stored result that only a corrected game has.
#[derive(Deserialize)]
struct Kept {
    correction: Option<GameCorrection>,
}

/// The correction that a stored result has.
pub(super) fn correction_of(result: &str) -> serde_json::Result<Option<GameCorrection>> {
    Ok(serde_json::from_str::<Kept>(result)?.correction)
}

/// A stored result with other ranks. What was played is kept through several corrections.
fn corrected(result: &str, ranks: &[u8], why: &str) -> serde_json::Result<String> {
    let mut all: serde_json::Map<String, serde_json::Value> = serde_json::from_str(result)?;
    let played = match correction_of(result)? {
        Some(earlier) => earlier.played,
        None => serde_json::from_value(all.get("ranks").cloned().unwrap_or_default())?,
    };
    let correction = GameCorrection { played, why: why.to_owned() };
    all.insert("ranks".into(), serde_json::to_value(ranks)?);
    all.insert("correction".into(), serde_json::to_value(correction)?);
    serde_json::to_string(&all)
}

/// Changes the ranks by seat of a game that was played, and how the sides of its match did. False: there is
/// no such game.
pub(crate) async fn correct_game(
    tx: &mut Tx<'_>,
    (id, number): (i64, u32),
    ranks: &[u8],
    why: &str,
    now: Millis,
) -> Result<bool, Fault> {
    let sql = format!("SELECT result FROM game WHERE match = ? AND number = ?{}", tx.for_update());
    let Some(row) = tx.row(&sql, &values![id, number]).await? else { return Ok(false) };
    let result = corrected(&row.get::<String>("result")?, ranks, why)
        .map_err(|error| Fault::Damaged(format!("game {number} of match {id}: {error}")))?;
    let sql = "UPDATE game SET result = ? WHERE match = ? AND number = ?";
    tx.execute(sql, &values![result, id, number]).await?;
    tx.execute("UPDATE seat SET result = NULL WHERE match = ?", &values![id]).await?;
    record_results(tx, &[id]).await?;
    tell(tx, id, "finished", now).await?;
    Ok(true)
}

/// Changes the result of a run's game. A game that was not played has no ranks to change: its match only says
/// what was decided.
pub(crate) async fn correct_run_game(
    tx: &mut Tx<'_>,
    key: &str,
    corrected: &CorrectedGame,
    now: Millis,
) -> Result<(), Fault> {
    let sql = "SELECT id FROM match WHERE key = ?";
    let Some(row) = tx.row(sql, &values![key]).await? else { return Ok(()) };
    let (id, CorrectedGame { ranks, why, .. }) = (row.get::<i64>("id")?, corrected);
    if !correct_game(tx, (id, 1), ranks, why, now).await? {
        let sentence = format!("The organisers decided the result: {why}");
        tx.execute("UPDATE match SET why = ? WHERE id = ?", &values![sentence, id]).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_keeps_what_was_played_and_all_other_parts() {
        let result = r#"{"ranks":[1,2],"scores":[0.1,2.5],"state":18446744073709551615}"#;
        assert_eq!(correction_of(result).unwrap(), None);
        let once = corrected(result, &[2, 1], "the clock was wrong").unwrap();
        let twice = corrected(&once, &[1, 1], "both were right").unwrap();
        let kept = GameCorrection { played: vec![1, 2], why: "both were right".into() };
        assert_eq!(correction_of(&twice).unwrap(), Some(kept));
        let value: serde_json::Value = serde_json::from_str(&twice).unwrap();
        assert_eq!(value["ranks"], serde_json::json!([1, 1]));
        assert_eq!(value["state"].as_u64(), Some(u64::MAX));
        assert_eq!(value["scores"], serde_json::json!([0.1, 2.5]));
    }
}
