//! The commands of a checkout: `cargo xtask start | test | check | bench | dist | size | package | lexicon`.
//!
//! Everything that a newcomer or a build machine needs goes through here, so that it is written once and works on
//! every system that Rust runs on. Leaves out deployment: `dist` and `package` end with a folder.

mod app;
mod assemble;
mod bench;
mod browser;
mod check;
mod dist;
mod files;
mod join;
mod lexicon;
mod offline;
mod package;
mod page;

mod python;
mod shell;
mod size;
mod start;
mod test;
mod tools;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The commands of a Salticid checkout. Each installs what it needs.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true, max_term_width = 100)]
struct CommandLine {
    /// The command to run.
    #[command(subcommand)]
    command: Command,
}

/// One of the commands.
#[derive(Debug, Subcommand)]
enum Command {
    /// Builds the app and the proxy, serves both on one address, and prints it.
    Start(start::Options),
    /// Runs every test: checks, native tests, tests in browsers, end-to-end tests of the built app.
    Test(test::Options),
    /// Runs the fast checks: formatting, clippy, docs.
    Check,
    /// Runs the benchmarks, natively and in a browser.
    Bench,
    /// Builds a folder for any static host, and prints the size of what a browser downloads.
    Dist(dist::Options),
    /// Makes the files of a release: archives of app and programs, the extension's zips, the installer, checksums.
    Package(package::Options),
    /// Makes www/lexicon from WordNet 3.0's database. The result is committed: only a change of its format needs this.
    Lexicon(lexicon::Options),
    /// Fills the folder that Trunk serves: Trunk runs it as its hook.
    #[command(hide = true)]
    Trunk,
}

fn main() -> ExitCode {
    let done = match &CommandLine::parse().command {
        Command::Start(options) => start::run(options),
        Command::Test(options) => test::run(options),
        Command::Check => check::run(&mut test::Stages::default()),
        Command::Bench => bench::run(),
        Command::Dist(options) if options.extension => package::extension::run(options),
        Command::Dist(options) => dist::run(options),
        Command::Package(options) => package::run(options),
        Command::Lexicon(options) => lexicon::run(options),
        Command::Trunk => app::build_for_trunk(),
    };
    let Err(error) = done else { return ExitCode::SUCCESS };
    eprintln!("error: {error:#}");
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn words_that_are_not_understood_are_named() {
        for (line, word) in [
            ("strat", "strat"),
            ("start --prot 1", "--prot"),
            ("test all", "all"),
            ("start --port x", "x"),
            ("package programs", "programs"),
        ] {
            let words = std::iter::once("xtask").chain(line.split_whitespace());
            let message = CommandLine::try_parse_from(words).expect_err(line).to_string();
            assert!(message.contains(word), "{line}: {message}");
        }
    }
}
