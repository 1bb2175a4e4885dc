//! Plays a replay in a terminal: the board as the game draws it in text, with the same keys as in the
//! browser.

mod ansi;

use agon_core::{Actor, Contest, End, Scribe};
use agon_replay::{Beat, Playback, Replay, ReplayFault};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{LineGauge, Paragraph};
use std::io;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a replay cannot be played in a terminal.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum TerminalFault {
    #[error("{0}")]
    Replay(#[from] ReplayFault),
    #[error("the terminal cannot be drawn in: {0}")]
    Terminal(#[from] io::Error),
}

const SPEEDS: [f64; 8] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
const NORMAL_SPEED: usize = 2;
/// Frames per second at normal speed.
const PACE: f64 = 3.0;
const HELP: &str = "space play  ←/→ step  home/end  1-9 jump  +/- speed  hjkl scroll  q quit";

/// Plays a replay from a frame on, until somebody presses q.
pub fn play<G: Contest>(replay: &Replay, at: usize) -> Result<(), TerminalFault> {
    let mut theatre = Theatre::<G>::open(replay)?;
    theatre.seek(at);
    let mut terminal = ratatui::try_init()?;
    let result = run(&mut theatre, &mut terminal);
    ratatui::restore();
    Ok(result?)
}

fn run<G: Contest>(
    theatre: &mut Theatre<G>,
    terminal: &mut ratatui::DefaultTerminal,
) -> io::Result<()> {
    let mut last = Instant::now();
    loop {
        terminal.draw(|frame| theatre.draw(frame))?;
        let patience = if theatre.is_playing { 15 } else { 250 };
        if event::poll(Duration::from_millis(patience))?
            && let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
        {
            let interrupts = key.modifiers.contains(KeyModifiers::CONTROL);
            if interrupts && key.code == KeyCode::Char('c') || !theatre.press(key.code) {
                return Ok(());
            }
        }
        theatre.pass(last.elapsed());
        last = Instant::now();
    }
}

/// A match on a stage of text.
pub struct Theatre<G> {
    title: String,
    /// Who won, and why.
    verdict: String,
    positions: Vec<G>,
    at: usize,
    /// How far the time of the frame shown has run, in frames.
    run: f64,
    speed: usize,
    is_playing: bool,
    scroll: (u16, u16),
}

impl<G: Contest> Theatre<G> {
    /// Plays the match again and keeps every position that has a frame.
    pub fn open(replay: &Replay) -> Result<Theatre<G>, ReplayFault> {
        let mut playback = Playback::<G>::open(replay)?;
        let first = playback.game.clone();
        let mut keeper = Keeper { beat: Beat::new(&first), positions: vec![first] };
        playback.run(&mut keeper)?;
        let header = &replay.header;
        let bots: Vec<String> =
            header.seats.iter().map(|seat| format!("{} {}", seat.seat, seat.bot)).collect();
        let title = format!("{} on {}: {}", G::INFO.title, header.map, bots.join(", "));
        Ok(Theatre {
            title,
            verdict: verdict_of(replay),
            positions: keeper.positions,
            at: 0,
            run: 0.0,
            speed: NORMAL_SPEED,
            is_playing: true,
            scroll: (0, 0),
        })
    }

    fn last(&self) -> usize {
        self.positions.len() - 1
    }

    /// Goes to a frame, or to the last one.
    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.last());
        self.run = 0.0;
    }

    /// Lets time pass.
    pub fn pass(&mut self, time: Duration) {
        if !self.is_playing {
            return;
        }
        self.run += time.as_secs_f64() * PACE * SPEEDS[self.speed];
        let frames = self.run.floor();
        self.run -= frames;
        self.at = (self.at + frames as usize).min(self.last());
        self.is_playing = self.at < self.last();
    }

    /// A key was pressed; false if it was to end. Scrolling goes as far as the board does.
    pub fn press(&mut self, key: KeyCode) -> bool {
        let step = |theatre: &mut Theatre<G>, to: usize| {
            theatre.is_playing = false;
            theatre.seek(to);
        };
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Char(' ') => {
                if self.at == self.last() {
                    self.seek(0);
                }
                self.is_playing = !self.is_playing;
            }
            KeyCode::Left => step(self, self.at.saturating_sub(1)),
            KeyCode::Right => step(self, self.at + 1),
            KeyCode::Home => step(self, 0),
            KeyCode::End => step(self, usize::MAX),
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('h') => self.scroll.1 = self.scroll.1.saturating_sub(4),
            KeyCode::Char('l') => self.scroll.1 = self.scroll.1.saturating_add(4),
            KeyCode::Char('k') => self.scroll.0 = self.scroll.0.saturating_sub(2),
            KeyCode::Char('j') => self.scroll.0 = self.scroll.0.saturating_add(2),
            KeyCode::Char(digit @ '1'..='9') => {
                let tenths = digit as usize - '0' as usize;
                self.seek(self.last() * tenths / 10);
            }
            _ => {}
        }
        true
    }

    /// Draws the position, the way through the match, and the keys.
    pub fn draw(&self, frame: &mut ratatui::Frame<'_>) {
        let rows = [1, 0, 1, 1, 1].map(|height| match height {
            0 => Constraint::Min(1),
            height => Constraint::Length(height),
        });
        let [title, board, verdict, way, help] = Layout::vertical(rows).areas(frame.area());
        let strong = Style::new().add_modifier(Modifier::BOLD);
        frame.render_widget(Line::styled(self.title.as_str(), strong), title);
        let text = ansi::text(&self.positions[self.at].draw(true));
        // What does not fit can be scrolled to, but not past, and the last line says so.
        let size = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let room = (
            size(text.height()).saturating_sub(board.height),
            size(text.width()).saturating_sub(board.width),
        );
        let scroll = (self.scroll.0.min(room.0), self.scroll.1.min(room.1));
        frame.render_widget(Paragraph::new(text).scroll(scroll), board);
        if self.at == self.last() {
            frame.render_widget(Line::styled(&*self.verdict, strong.fg(Color::Yellow)), verdict);
        }
        let sign = if self.is_playing { "playing" } else { "paused" };
        let label = format!("{} / {}  {sign} {}x ", self.at, self.last(), SPEEDS[self.speed]);
        let share = self.at as f64 / self.last().max(1) as f64;
        let gauge = LineGauge::default().ratio(share).label(Span::raw(label));
        frame.render_widget(gauge.filled_style(Style::new().fg(Color::Yellow)), way);
        let mut keys = vec![Span::styled(HELP, Style::new().fg(Color::DarkGray))];
        if scroll.0 < room.0 || scroll.1 < room.1 {
            keys.push(Span::styled("  the board goes on: j l", Style::new().fg(Color::Yellow)));
        }
        frame.render_widget(Line::from(keys), help);
    }
}

fn verdict_of(replay: &Replay) -> String {
    let outcome = &replay.header.result;
    let winner = outcome.winner().and_then(|seat| replay.header.seats.get(seat.index()));
    let who = winner.map_or("Nobody wins".into(), |won| format!("{} ({}) wins", won.seat, won.bot));
    format!("{who}: {}.", outcome.reason.sentence)
}

/// Keeps the positions that a viewer would get a frame of.
struct Keeper<G> {
    beat: Beat,
    positions: Vec<G>,
}

impl<G: Contest> Scribe<G> for Keeper<G> {
    fn call(&mut self, _: &G, _: Actor, _: &G::Call, _: &G::Reply) {}

    fn end(&mut self, game: &G, actor: Actor, _: &End) {
        if self.beat.is_due(game, actor) {
            self.positions.push(game.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Profile;
    use agon_mars::Mars;
    use agon_runner::{Match, built_in, play_match};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn replay() -> Replay {
        let bot = built_in::<Mars>("builtin:greedy").unwrap();
        let map = <Mars as Contest>::Map::parse(Mars::own_maps()[0].text).unwrap();
        let spec = Match {
            setup: Mars::new_setup(map, Profile::Handbook, 2).unwrap(),
            map: "crossing".into(),
            rules: Profile::Handbook,
            seed: 1,
            players: vec![&bot, &bot],
            tournament: false,
            engine: "test",
            date: None,
        };
        play_match(&spec, true, &mut |_| {}).unwrap().replay.unwrap()
    }

    fn screen(theatre: &Theatre<Mars>) -> String {
        let mut terminal = Terminal::new(TestBackend::new(90, 30)).unwrap();
        terminal.draw(|frame| theatre.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn a_match_is_played_stepped_and_told_in_a_terminal() {
        let mut theatre = Theatre::<Mars>::open(&replay()).unwrap();
        assert_eq!(theatre.last(), 400);
        assert!(screen(&theatre).contains("0 / 400  playing 1x"), "{}", screen(&theatre));
        theatre.pass(Duration::from_secs(2));
        assert_eq!(theatre.at, 6);
        for key in [KeyCode::Right, KeyCode::Char('+')] {
            assert!(theatre.press(key));
        }
        assert!(screen(&theatre).contains("7 / 400  paused 2x"), "{}", screen(&theatre));
        theatre.press(KeyCode::Char('5'));
        assert!(screen(&theatre).contains("200 / 400"));
        theatre.press(KeyCode::End);
        let last = screen(&theatre);
        assert!(last.contains("Round 200 of 200") && last.contains(" owns "), "{last}");
        assert!(last.contains("(builtin:greedy) wins: "), "{last}");
        // In a small window the rest is told of; at the far corner there is no more.
        let mut narrow = Terminal::new(TestBackend::new(110, 12)).unwrap();
        narrow.draw(|frame| theatre.draw(frame)).unwrap();
        assert!(narrow.backend().to_string().contains("the board goes on"));
        for _ in 0..50 {
            theatre.press(KeyCode::Char('j'));
        }
        narrow.draw(|frame| theatre.draw(frame)).unwrap();
        let corner = narrow.backend().to_string();
        assert!(corner.contains(" 15 ") && !corner.contains("goes on"), "{corner}");
        assert!(!theatre.press(KeyCode::Char('q')));
    }
}
