//! `agon bot`: checks a bot, debugs it, tests it with scenes, makes a scene of a replay.

mod check;
mod debug;
mod junit;
mod observe;
mod record;
mod scene;
mod test;

use crate::Done;
use crate::args::{BotAction, BotCommandArgs};
use std::io::Write;

pub fn run(args: BotCommandArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    match args.action {
        BotAction::Check(args) => check::run(args, out),
        BotAction::Debug(args) => debug::run(&args, out),
        BotAction::Test(args) => test::run(&args, out),
        BotAction::Record(args) => record::run(&args, out),
    }
}
