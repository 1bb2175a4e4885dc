//! A worker for load tests: it sleeps instead of playing, and every game is a draw. Servers refuse it unless
//! their configuration says otherwise.

use crate::LocalWorkshop;
use agon_server::play::bulk::BulkPlan;
use agon_server::play::{
    BotRef, GameInfo, ListedFile, Progress, SourceFile, SourceText, Sources, Trouble, Workshop,
};
use agon_store::work::{Build, Built, GameReport, GameSpec};
use std::ops::Range;
use std::thread;
use std::time::Duration;

/// Bytes of a pretended replay: about those of a short game.
const REPLAY_BYTES: usize = 2048;

/// A workshop that only pretends to build and to play.
pub struct PretendWorkshop {
    real: LocalWorkshop,
    sleep: Duration,
}

impl PretendWorkshop {
    /// Every game takes this long.
    pub fn new(real: LocalWorkshop, sleep: Duration) -> PretendWorkshop {
        PretendWorkshop { real, sleep }
    }
}

impl Workshop for PretendWorkshop {
    fn engine(&self) -> &str {
        self.real.engine()
    }

    fn games(&self) -> Vec<GameInfo> {
        self.real.games()
    }

    fn lacks(&self) -> Vec<String> {
        Vec::new()
    }

    /// A machine that plays nothing needs no measurement.
    fn speed(&self) -> f64 {
        1.0
    }

    fn build(&self, _: &Build, _: &dyn Sources) -> Result<Built, Trouble> {
        Ok(Built::default())
    }

    fn play(
        &self,
        work: &GameSpec,
        _: &dyn Sources,
        progress: &Progress,
    ) -> Result<(GameReport, Vec<u8>), Trouble> {
        thread::sleep(self.sleep);
        progress.advance();
        let seats = work.seats.len();
        let report = GameReport {
            map: work.map.clone(),
            ranks: vec![1; seats],
            scores: vec![0.0; seats],
            reason: "pretended".into(),
            sentence: "the worker only pretended to play".into(),
            most: None,
            rounds: 1,
            state: 0,
            orders: None,
            faults: vec![None; seats],
            classes: Vec::new(),
            dead: vec![false; seats],
            silent: vec![false; seats],
            seconds: self.sleep.as_secs_f64(),
            replay: None,
        };
        let mut replay =
            format!("pretended {} {} {}\n", work.game, work.seed, work.lot).into_bytes();
        replay.resize(REPLAY_BYTES, b' ');
        Ok((report, replay))
    }

    fn simulate(
        &self,
        _: &BulkPlan,
        _: Range<u64>,
        _: &dyn Sources,
        _: &Progress,
    ) -> Result<Vec<String>, Trouble> {
        Err(Trouble::machine("a worker that pretends to play takes no simulations"))
    }

    fn list_files(
        &self,
        bot: &BotRef,
        sources: &dyn Sources,
    ) -> Result<Result<Vec<ListedFile>, String>, Trouble> {
        self.real.list_files(bot, sources)
    }

    fn read_file(
        &self,
        bot: &BotRef,
        sources: &dyn Sources,
        path: &str,
    ) -> Result<Result<Option<SourceText>, String>, Trouble> {
        self.real.read_file(bot, sources, path)
    }

    fn files(&self, bot: &BotRef, sources: &dyn Sources) -> Result<Vec<SourceFile>, String> {
        self.real.files(bot, sources)
    }

    fn starters(&self, game: &str) -> Vec<SourceFile> {
        self.real.starters(game)
    }

    fn keep_notes(&self, replay: &[u8], keeps: &[bool]) -> Result<Vec<u8>, String> {
        self.real.keep_notes(replay, keeps)
    }
}
