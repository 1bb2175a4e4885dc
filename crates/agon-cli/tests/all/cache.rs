//! Where the program keeps compiled bots, and whom it trusts there.

use crate::{Run, Scratch};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

const BOT: &str = "import agon\nagon.run(lambda turn: None)\n";

/// Plays a match of a bot without a home folder.
fn homeless(here: &Scratch) -> Run {
    let words = ["play", "mars", "a.py", "builtin:nothing", "--no-replay"];
    let mut command = here.command(&words);
    for name in ["HOME", "XDG_CACHE_HOME", "AGON_CACHE"] {
        command.env_remove(name);
    }
    Run::of(command.env("TMPDIR", here.path("tmp")).output().unwrap())
}

#[test]
fn without_a_home_the_cache_is_a_private_folder() {
    let here = Scratch::new("cache");
    here.write("a.py", BOT);
    std::fs::create_dir(here.path("tmp")).unwrap();
    homeless(&here).expect(0, &["Mars Makeover"]);
    let user = std::fs::metadata(here.path("tmp")).unwrap().uid();
    let cache = here.path(&format!("tmp/agon-cache-{user}"));
    let meta = std::fs::metadata(&cache).unwrap();
    assert_eq!(meta.permissions().mode() & 0o077, 0o011, "others may not list or change it");
    // Another user could have made the folder before.
    std::fs::set_permissions(&cache, std::fs::Permissions::from_mode(0o777)).unwrap();
    homeless(&here).expect(1, &["other users can write there", "AGON_CACHE"]);
    std::fs::set_permissions(&cache, std::fs::Permissions::from_mode(0o755)).unwrap();
    if user == 0 {
        chown(&cache, Some(4_321), None).unwrap();
        homeless(&here).expect(1, &["belongs to another user (number 4321)", "AGON_CACHE"]);
    }
}

/// In a league single files lie side by side; a bot gets only its own.
#[test]
fn a_league_gives_a_bot_nothing_beside_it() {
    let here = Scratch::new("cache-league");
    std::fs::create_dir(here.path("bots")).unwrap();
    let rival = "import agon\nPLAN = 'attack at dawn'\n\
                 if __name__ == '__main__': agon.run(lambda turn: None)\n";
    here.write("bots/rival.py", rival);
    let spy = "import agon, os\n\ndef play(turn):\n    try:\n        import rival\n        \
               turn.log(rival.PLAN)\n    except ImportError:\n        turn.log('nothing beside me')\n\n\
               agon.run(play)\n";
    here.write("bots/spy.py", spy);
    // The handbook forbids this import. Without regulations the bot plays, and the import fails.
    let league = ["league", "bots", "--game", "mars", "--games", "1", "--replays", "all"];
    let words = [&league[..], &["--regulations", "off"]].concat();
    here.run(&words).expect(0, &[]);
    let replays = here.path("bots/league/replays");
    let mut logs = String::new();
    for file in std::fs::read_dir(replays).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let replay = agon_replay::Replay::from_bytes(&bytes).unwrap();
        logs.push_str(&String::from_utf8_lossy(replay.body()));
    }
    assert!(logs.contains("nothing beside me") && !logs.contains("dawn"), "{}", logs.len());
    // In a match of one's own the file beside it is used, and named.
    let run = here.run(&["play", "mars", "bots/spy.py", "builtin:nothing", "--no-replay"]);
    run.expect(0, &["spy also uses rival.py, beside it. In competitions a bot is one file"]);
}
