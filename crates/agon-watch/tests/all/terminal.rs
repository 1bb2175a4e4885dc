//! The player in the terminal, drawn into a test backend.

use agon_mars::Mars;
use agon_replay::Replay;
use agon_watch::terminal::TerminalPlayer;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use std::time::Duration;

fn screen(player: &TerminalPlayer<Mars>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| player.draw(frame)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn a_match_is_played_and_stepped_in_a_terminal() {
    let replay = Replay::from_bytes(&crate::replay()).unwrap();
    let mut player = TerminalPlayer::<Mars>::open(&replay).unwrap();
    let expect = |player: &TerminalPlayer<Mars>, text: &str| {
        let screen = screen(player, 90, 30);
        assert!(screen.contains(text), "no `{text}` in\n{screen}");
    };
    expect(&player, "0 / 400  playing 1x");
    player.pass(Duration::from_secs(2));
    expect(&player, "6 / 400  playing 1x");
    for key in [KeyCode::Right, KeyCode::Char('+')] {
        assert!(player.press(key));
    }
    expect(&player, "7 / 400  paused 2x");
    player.press(KeyCode::Char('5'));
    expect(&player, "200 / 400");
    player.press(KeyCode::End);
    for text in ["Round 200 of 200", " owns ", "(builtin:greedy) wins: "] {
        expect(&player, text);
    }
    assert!(!player.press(KeyCode::Char('q')));
}

#[test]
fn a_small_window_says_that_there_is_more_to_see_except_at_the_last_corner() {
    let replay = Replay::from_bytes(&crate::replay()).unwrap();
    let mut player = TerminalPlayer::<Mars>::open(&replay).unwrap();
    player.press(KeyCode::End);
    assert!(screen(&player, 110, 12).contains("scroll for more"));
    for _ in 0..50 {
        player.press(KeyCode::Char('j'));
    }
    let corner = screen(&player, 110, 12);
    assert!(corner.contains(" 15 ") && !corner.contains("scroll for more"), "{corner}");
}

#[test]
fn a_pane_shows_what_the_bots_said_in_the_turns_before_the_position() {
    let replay = Replay::from_bytes(&crate::replay()).unwrap();
    let mut player = TerminalPlayer::<Mars>::open(&replay).unwrap();
    player.press(KeyCode::Right);
    assert!(!screen(&player, 120, 30).contains("Round 1, blue:"));
    player.press(KeyCode::Char('o'));
    for width in [120, 80] {
        let shown = screen(&player, width, 40);
        assert!(shown.contains("Round 1, blue:") && shown.contains("spawn "), "{shown}");
        assert!(!shown.contains("Round 1, red:"), "red has not played yet: {shown}");
    }
    player.press(KeyCode::PageDown);
    assert!(!screen(&player, 120, 30).contains("Round 1, blue:"), "the log is scrolled");
    player.press(KeyCode::Right);
    assert!(screen(&player, 120, 30).contains("Round 1, red:"));
    player.press(KeyCode::Char('o'));
    assert!(!screen(&player, 120, 30).contains("Round 1, red:"));
}
