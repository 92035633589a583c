//! The command line: words in, one command out. Runs nothing.

use crate::{dist, lexicon, package, size, start, test, vendor};
use clap::{Parser, Subcommand};

/// The commands of a Salticid checkout. Each installs what it needs.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct CommandLine {
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// One of the commands.
#[derive(Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum Command {
    /// Builds the app and the proxy, serves both on one address, and prints it.
    Start(start::Options),
    /// Runs every test: checks, native tests, tests in browsers, end-to-end tests of the built app.
    Test(test::Options),
    /// Runs the fast checks: formatting, clippy, docs, engine and archive for wasm32.
    Check,
    /// Runs the benchmarks, natively and in a browser.
    Bench,
    /// Builds a folder for any static host, and prints the size of what a browser downloads.
    Dist(dist::Options),
    /// Prints the sizes of the crates or modules in page and worker.
    Size(size::Options),
    /// Makes the files of a release: archives of app and programs, the extension's zips, the installer, checksums.
    Package(package::Options),
    /// Makes www/lexicon from WordNet 3.0's database. The result is committed: only a change of its format needs this.
    Lexicon(lexicon::Options),
    /// Makes the library files of www/vendor that are not taken as they were published. The result is committed.
    Vendor(vendor::Options),
    /// Finishes a build: Trunk runs it as its hook.
    #[command(hide = true)]
    PostBuild,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, clap::Error> {
        let words = std::iter::once("xtask").chain(line.split_whitespace());
        CommandLine::try_parse_from(words).map(|line| line.command)
    }

    #[test]
    fn commands_are_read_with_their_options() -> Result<(), clap::Error> {
        assert_eq!(parse("test")?, Command::Test(test::Options::default()));
        let all = test::Options { all_in_firefox: true, ..test::Options::default() };
        assert_eq!(parse("test --all-in-firefox")?, Command::Test(all));
        let python = test::Options { only_python: true, ..test::Options::default() };
        assert_eq!(parse("test --only-python")?, Command::Test(python));
        let start = start::Options { port: Some(9000), for_proxy: vec!["--no-demo-web".to_owned()] };
        assert_eq!(parse("start --port 9000 -- --no-demo-web")?, Command::Start(start));
        let dist = dist::Options {
            public_url: "/sub/path".to_owned(),
            out: "site".into(),
            same_origin: false,
            extension: false,
        };
        assert_eq!(parse("dist --public-url /sub/path --out site")?, Command::Dist(dist));
        assert_eq!(parse("dist")?, Command::Dist(dist::Options::default()));
        let package = package::Options {
            what: vec![package::What::Proxy, package::What::Lab],
            target: Some("aarch64-apple-darwin".to_owned()),
            repository: None,
            tag: Some("v1.0.0".to_owned()),
            out: "target/package".into(),
        };
        assert_eq!(parse("package proxy lab --target aarch64-apple-darwin --tag v1.0.0")?, Command::Package(package));
        let lexicon = lexicon::Options { from: Some("dict".into()), check: true };
        assert_eq!(parse("lexicon --from dict --check")?, Command::Lexicon(lexicon));
        let vendor = vendor::Options { check: true };
        assert_eq!(parse("vendor --check")?, Command::Vendor(vendor));
        Ok(())
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (line, word) in [
            ("strat", "strat"),
            ("start --prot 1", "--prot"),
            ("test all", "all"),
            ("start --port x", "x"),
            ("package programs", "programs"),
        ] {
            let message = parse(line).map_or_else(|error| error.to_string(), |_| String::new());
            assert!(message.contains(word), "{line}: {message}");
        }
    }
}
