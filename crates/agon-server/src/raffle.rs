//! The draw of a raffle, which all people can repeat: a pure function of a seed and a list of tickets.
//!
//! The SHA-256 of the seed is published before the first ticket, the seed with the winners. Each ticket gets
//! the SHA-256 of `SEED/NUMBER`; tickets are ordered by it, and the first teams in this order win, each once.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Ticket {
    /// Its number, from 1.
    pub number: u32,
    /// The team.
    pub team: i64,
    /// The team's name.
    pub name: String,
    /// The match that was won.
    #[serde(rename = "match")]
    pub match_id: i64,
}

/// The hexadecimal SHA-256 of a text.
pub fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The winning tickets in the order of their prizes; a team wins at most once.
pub fn draw(seed: &str, tickets: &[Ticket], prizes: u32) -> Vec<Ticket> {
    let mut order: Vec<&Ticket> = tickets.iter().collect();
    order.sort_by_key(|ticket| sha256(&format!("{seed}/{}", ticket.number)));
    let mut winners: Vec<Ticket> = Vec::new();
    for ticket in order {
        if winners.iter().all(|winner| winner.team != ticket.team) {
            winners.push(ticket.clone());
        }
    }
    winners.truncate(prizes as usize);
    winners
}

/// Checks a published draw: the seed against the hash, and the winners. The error is a sentence.
pub fn check_draw(
    commitment: &str,
    seed: &str,
    tickets: &[Ticket],
    prizes: u32,
    winners: &[Ticket],
) -> Result<(), String> {
    if sha256(seed) != commitment {
        return Err("the seed does not have the hash that was published before".into());
    }
    if draw(seed, tickets, prizes) != winners {
        return Err("the seed and the tickets give other winners".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket(number: u32, team: i64) -> Ticket {
        Ticket { number, team, name: format!("team {team}"), match_id: 100 + i64::from(number) }
    }

    #[test]
    fn a_draw_is_written_out_and_repeats_itself() {
        let tickets: Vec<Ticket> =
            [(1, 7), (2, 8), (3, 7), (4, 9), (5, 7)].map(|(n, team)| ticket(n, team)).to_vec();
        // Ordered by `printf seed/N | sha256sum`.
        let mut order: Vec<u32> = (1..=5).collect();
        order.sort_by_key(|number| sha256(&format!("seed/{number}")));
        let winners = draw("seed", &tickets, 2);
        assert_eq!(winners.len(), 2);
        assert_eq!(winners[0].number, order[0]);
        assert_ne!(winners[0].team, winners[1].team);
        assert_eq!(draw("seed", &tickets, 9).len(), 3, "three teams have tickets");
        assert!(draw("seed", &[], 2).is_empty());
        assert_eq!(sha256("seed")[..16], *"19b25856e1c150ca");
    }

    #[test]
    fn a_false_seed_and_false_winners_are_noticed() {
        let tickets = [ticket(1, 7), ticket(2, 8), ticket(3, 9)];
        let (hash, winners) = (sha256("seed"), draw("seed", &tickets, 1));
        check_draw(&hash, "seed", &tickets, 1, &winners).unwrap();
        assert!(check_draw(&hash, "other", &tickets, 1, &winners).unwrap_err().contains("hash"));
        let loser = tickets.iter().find(|ticket| **ticket != winners[0]).unwrap().clone();
        let refused = check_draw(&hash, "seed", &tickets, 1, &[loser]).unwrap_err();
        assert!(refused.contains("other winners"), "{refused}");
    }
}
