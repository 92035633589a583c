//! The commands of a checkout: `cargo xtask start | test | check | bench | dist | size | package | lexicon | vendor`.
//!
//! Everything that a newcomer or a build machine needs goes through here, so that it is written once and works on
//! every system that Rust runs on. Leaves out deployment: `dist` and `package` end with a folder.

mod app;
mod bench;
mod browser;
mod check;
mod command_line;
mod dist;
mod failure;
mod fingerprint;
mod lexicon;
mod offline;
mod package;
mod page;
mod places;
mod post_build;
mod python;
mod run;
mod size;
mod split;
mod start;
mod structure;
mod test;
mod toolbox;
mod vendor;
mod versions;

use clap::Parser as _;
use command_line::{Command, CommandLine};
use failure::Outcome;
use std::process::ExitCode;

fn main() -> ExitCode {
    match execute(&CommandLine::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error[{}]: {failure}", failure.code());
            ExitCode::FAILURE
        }
    }
}

fn execute(command: &Command) -> Outcome {
    match command {
        Command::Start(options) => start::run(options),
        Command::Test(options) => test::run(options),
        Command::Check => check::run(),
        Command::Bench => bench::run(),
        Command::Dist(options) if options.extension => package::extension::run(options),
        Command::Dist(options) => dist::run(options),
        Command::Size(options) => size::run(*options),
        Command::Package(options) => package::run(options),
        Command::Lexicon(options) => lexicon::run(options),
        Command::Vendor(options) => vendor::run(options),
        Command::PostBuild => post_build::run(),
    }
}
