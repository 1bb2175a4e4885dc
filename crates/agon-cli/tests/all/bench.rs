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
    }
}

#[test]
fn the_table_lists_maps_and_figures() {
    let here = Scratch::new("benchtable");
    let run = here.run(&["bench", "mars", "--quick"]).expect(0, &["This machine: ", "48x48"]);
    assert!(run.out.contains("idle games per CPU second, with views"), "{}", run.out);
}
