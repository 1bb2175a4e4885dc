//! Plays a replay in a terminal: the game's text drawing of each position, with the keys of the
//! browser's player.

mod ansi;

use agon_core::{Actor, Contest, End, Scribe, safe_line};
use agon_replay::{Beat, Playback, Replay, ReplayFault, TurnLog, TurnLogger};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, LineGauge, Paragraph, Wrap};
use std::cell::RefCell;
use std::io;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a replay cannot be played in a terminal.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "each variant's error text describes it")]
pub enum TerminalFault {
    #[error(transparent)]
    Replay(#[from] ReplayFault),
    #[error("cannot draw in the terminal: {0}")]
    Terminal(#[from] io::Error),
}

const SPEEDS: [f64; 8] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
const NORMAL_SPEED: usize = 2;
/// Frames per second at normal speed.
const PACE: f64 = 3.0;
const HELP: &str =
    "space play  ←/→ step  home/end  1-9 jump  +/- speed  hjkl scroll  o log  q quit";
/// In a window at least this wide the log is beside the board, otherwise below it.
const WIDE_COLUMNS: u16 = 100;
/// Lines that a key scrolls the log by.
const LOG_STEP: u16 = 5;

/// Plays a replay from a frame on, until the user presses q; `with_log` shows what the bots said.
pub fn play<G: Contest>(replay: &Replay, at: usize, with_log: bool) -> Result<(), TerminalFault> {
    let mut player = TerminalPlayer::<G>::open(replay)?;
    player.seek(at);
    player.shows_log = with_log;
    let mut terminal = ratatui::try_init()?;
    let result = run(&mut player, &mut terminal);
    ratatui::restore();
    Ok(result?)
}

fn run<G: Contest>(
    player: &mut TerminalPlayer<G>,
    terminal: &mut ratatui::DefaultTerminal,
) -> io::Result<()> {
    let mut last = Instant::now();
    loop {
        terminal.draw(|frame| player.draw(frame))?;
        let wait_ms = if player.is_playing { 15 } else { 250 };
        if event::poll(Duration::from_millis(wait_ms))?
            && let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
        {
            let interrupts = key.modifiers.contains(KeyModifiers::CONTROL);
            if interrupts && key.code == KeyCode::Char('c') || !player.press(key.code) {
                return Ok(());
            }
        }
        player.pass(last.elapsed());
        last = Instant::now();
    }
}

/// The state of the player: all positions of the match, and which one is shown.
pub struct TerminalPlayer<G> {
    title: String,
    /// The winner and the reason, shown at the end.
    verdict: String,
    positions: Vec<G>,
    /// The turns that led to each position.
    turns: Vec<Vec<TurnLog>>,
    at: usize,
    /// Time since the shown frame appeared, in frames.
    elapsed_frames: f64,
    speed: usize,
    is_playing: bool,
    scroll: (u16, u16),
    shows_log: bool,
    log_scroll: u16,
}

impl<G: Contest> TerminalPlayer<G> {
    /// Replays the match and keeps every position that the browser would get a frame of.
    pub fn open(replay: &Replay) -> Result<TerminalPlayer<G>, ReplayFault> {
        let mut playback = Playback::<G>::open(replay)?;
        let first = playback.game.clone();
        let since = RefCell::new(Vec::new());
        let mut keep = |turn| since.borrow_mut().push(turn);
        let mut logger = TurnLogger::new(first.round(), &mut keep);
        let mut collector = PositionCollector {
            beat: Beat::new(&first),
            positions: vec![first],
            turns: vec![Vec::new()],
            since: &since,
        };
        // The log comes first: it hands a turn on before the collector looks for it.
        let mut both: (&mut dyn Scribe<G>, &mut dyn Scribe<G>) = (&mut logger, &mut collector);
        playback.run(&mut both)?;
        let PositionCollector { positions, turns, .. } = collector;
        let header = &replay.header;
        let bots: Vec<String> =
            header.seats.iter().map(|seat| format!("{} {}", seat.seat, seat.bot)).collect();
        let title = format!("{} on {}: {}", G::INFO.title, header.map, bots.join(", "));
        let title = safe_line(&title).into_owned();
        Ok(TerminalPlayer {
            title,
            verdict: verdict_of(replay),
            positions,
            turns,
            at: 0,
            elapsed_frames: 0.0,
            speed: NORMAL_SPEED,
            is_playing: true,
            scroll: (0, 0),
            shows_log: false,
            log_scroll: 0,
        })
    }

    fn last(&self) -> usize {
        self.positions.len() - 1
    }

    /// Goes to a frame, or to the last one.
    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.last());
        self.elapsed_frames = 0.0;
        self.log_scroll = 0;
    }

    /// Advances the match by the time that has passed.
    pub fn pass(&mut self, time: Duration) {
        if !self.is_playing {
            return;
        }
        self.elapsed_frames += time.as_secs_f64() * PACE * SPEEDS[self.speed];
        let frames = self.elapsed_frames.floor();
        self.elapsed_frames -= frames;
        if frames > 0.0 {
            self.log_scroll = 0;
        }
        self.at = (self.at + frames as usize).min(self.last());
        self.is_playing = self.at < self.last();
    }

    /// Handles a key; false if it ends the player.
    pub fn press(&mut self, key: KeyCode) -> bool {
        let step = |player: &mut TerminalPlayer<G>, to: usize| {
            player.is_playing = false;
            player.seek(to);
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
            KeyCode::Char('o') => self.shows_log = !self.shows_log,
            KeyCode::PageDown => self.log_scroll = self.log_scroll.saturating_add(LOG_STEP),
            KeyCode::PageUp => self.log_scroll = self.log_scroll.saturating_sub(LOG_STEP),
            KeyCode::Char(digit @ '1'..='9') => {
                let tenths = digit as usize - '0' as usize;
                self.seek(self.last() * tenths / 10);
            }
            _ => {}
        }
        true
    }

    /// Draws the position, the progress through the match, and the list of keys.
    pub fn draw(&self, frame: &mut ratatui::Frame<'_>) {
        let rows = [1, 0, 1, 1, 1].map(|height| match height {
            0 => Constraint::Min(1),
            height => Constraint::Length(height),
        });
        let [title, board, verdict, progress, help] = Layout::vertical(rows).areas(frame.area());
        let board = if self.shows_log { self.draw_log(frame, board) } else { board };
        let strong = Style::new().add_modifier(Modifier::BOLD);
        frame.render_widget(Line::styled(self.title.as_str(), strong), title);
        let text = ansi::text(&self.positions[self.at].draw(true));
        // Scrolling stops at the edge of the board; the last line says if there is more to see.
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
        frame.render_widget(gauge.filled_style(Style::new().fg(Color::Yellow)), progress);
        let mut keys = vec![Span::styled(HELP, Style::new().fg(Color::DarkGray))];
        if scroll.0 < room.0 || scroll.1 < room.1 {
            keys.push(Span::styled("  scroll for more: j l", Style::new().fg(Color::Yellow)));
        }
        frame.render_widget(Line::from(keys), help);
    }
}

impl<G> TerminalPlayer<G> {
    /// Draws what the bots said in the turns before the shown position, and returns the area that is left.
    fn draw_log(&self, frame: &mut ratatui::Frame<'_>, area: Rect) -> Rect {
        let (layout, edge) = if area.width >= WIDE_COLUMNS {
            (
                Layout::horizontal([Constraint::Percentage(60), Constraint::Percentage(40)]),
                Borders::LEFT,
            )
        } else {
            (
                Layout::vertical([Constraint::Percentage(60), Constraint::Percentage(40)]),
                Borders::TOP,
            )
        };
        let [board, pane] = layout.areas(area);
        let lines: Vec<Line<'_>> = self.turns[self.at]
            .iter()
            .flat_map(|turn| {
                let heading = Style::new().add_modifier(Modifier::BOLD);
                let said = turn.lines.iter().map(|line| Line::raw(format!("  {line}")));
                std::iter::once(Line::styled(turn.heading.as_str(), heading)).chain(said)
            })
            .collect();
        // A long log keeps its last line in sight.
        let most = u16::try_from(lines.len().saturating_sub(1)).unwrap_or(u16::MAX);
        let title = format!(" log: {} lines, PgUp PgDn ", lines.len());
        let text =
            Paragraph::new(lines).wrap(Wrap { trim: false }).scroll((self.log_scroll.min(most), 0));
        frame.render_widget(text.block(Block::new().borders(edge).title(title)), pane);
        board
    }
}

fn verdict_of(replay: &Replay) -> String {
    let outcome = &replay.header.result;
    let winner = outcome.winner().and_then(|seat| replay.header.seats.get(seat.index()));
    let who = winner.map_or("No winner".into(), |won| format!("{} ({}) wins", won.seat, won.bot));
    safe_line(&format!("{who}: {}.", outcome.reason.sentence)).into_owned()
}

/// Collects the positions that have a frame, and the turns between them.
struct PositionCollector<'a, G> {
    beat: Beat,
    positions: Vec<G>,
    turns: Vec<Vec<TurnLog>>,
    /// The turns since the last position.
    since: &'a RefCell<Vec<TurnLog>>,
}

impl<G: Contest> Scribe<G> for PositionCollector<'_, G> {
    fn call(&mut self, _: &G, _: Actor, _: &G::Call, _: &G::Reply) {}

    fn end(&mut self, game: &G, actor: Actor, _: &End) {
        if self.beat.is_due(game, actor) {
            self.positions.push(game.clone());
            self.turns.push(self.since.take());
        }
    }
}
