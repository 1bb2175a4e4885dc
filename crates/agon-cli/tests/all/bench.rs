//! `agon bench`: it measures, and turns allocate nothing. Speeds are not tested.

use crate::Scratch;
use serde_json::Value;

#[test]
fn figures_are_complete_and_turns_allocate_nothing() {
    let here = Scratch::new("bench");
    let run = here.run(&["bench", "mars", "--quick", "--json"]).expect(0, &[]);
    let figures: Value = serde_json::from_str(&run.out).unwrap();
    assert!(figures["machine"]["memcpy_16k_gb_s"].as_f64().unwrap() > 0.0);
    let game = &figures["games"][0];
    assert_eq!(game["game"], "mars");
    assert_eq!(game["signature"].as_str().unwrap().len(), 16);
    for map in game["maps"].as_array().unwrap() {
        assert_eq!(map["allocations_per_idle_turn"], 0.0, "{map}");
        assert_eq!(map["allocations_per_lively_turn"], 0.0, "{map}");
        for key in ["games_per_s", "turns_with_views_per_s", "order_ns", "clone_ns", "scaling"] {
            assert!(map[key].as_f64().unwrap() > 0.0, "{key} in {map}");
        }
        let thinking = map["thinking_games_per_s"].as_array().unwrap();
        assert_eq!(thinking[0][0], "random", "{map}");
        assert!(thinking.iter().all(|level| level[1].as_f64().unwrap() > 0.0), "{map}");
    }
}

#[test]
fn the_table_lists_maps_and_figures() {
    let here = Scratch::new("benchtable");
    let run = here.run(&["bench", "mars", "--quick"]).expect(0, &["This machine: ", "48x48"]);
    assert!(run.out.contains("idle games per CPU second, with views"), "{}", run.out);
    assert!(run.out.contains("whole games per CPU second, random thinking"), "{}", run.out);
}

#[test]
fn the_contest_server_is_filled_and_measured() {
    let here = Scratch::new("bench-serve");
    let database = agon_testservers::Postgres::shared().new_database();
    for (more, name) in [(vec![], "sqlite"), (vec!["--database", database.as_str()], "postgres")] {
        let words = ["bench", "serve", "--quick", "--matches", "300", "--teams", "6", "--json"];
        let run = here.run(&[&words[..], &more].concat()).expect(0, &[]);
        let figures: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((&figures["matches"], &figures["database"]), (&300.into(), &name.into()));
        for page in ["match_list", "leaderboard"] {
            assert!(figures[page]["share"].as_f64().unwrap() > 0.0, "{figures}");
            assert!(figures[page]["bytes"].as_u64().unwrap() > 500, "{figures}");
        }
        assert!(figures["commit_cpu_us"].as_f64().unwrap() > 0.0, "{figures}");
        assert_eq!(figures["streams"], 50);
    }
    here.run(&["bench", "serve", "--teams", "1"]).expect(2, &["--teams must be at least 2"]);
    here.run(&["bench", "mars", "--matches", "3"]).expect(2, &["`agon bench serve`"]);
    assert!(here.files().is_empty());
}
