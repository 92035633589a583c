//! The command line: words in, one command out. Runs nothing.

use crate::failure::{Failure, Outcome};
use crate::{dist, lexicon, page, start, vendor};
use lexopt::prelude::*;
use std::ffi::OsString;

/// What `cargo xtask help` prints.
pub(crate) const HELP: &str = "\
The commands of a Salticid checkout. Each gets what it needs; --release is the default.

cargo xtask start [--debug] [--port N] [-- PROXY-OPTIONS]
    Builds the app and the proxy, serves both on one address, and prints it.
    The address is http://127.0.0.1:8181/, or the next free port.
cargo xtask test
    Every test: formatting, clippy, docs, native tests, tests in a browser,
    end-to-end tests of the built app.
cargo xtask check
    The fast part of the tests: formatting, clippy, docs, engine and archive for wasm32.
cargo xtask bench
    The benchmarks, natively and in a browser.
cargo xtask dist [--public-url URL] [--out DIR] [--same-origin]
    A folder for any static host, and the sizes of what a browser downloads.
    --public-url   where the folder will be on its host (default ./, which works
                   anywhere as long as the page's address ends with a slash)
    --out          the folder to fill (default dist)
    --same-origin  the page may connect to its own origin only: for a folder that
                   salticid-proxy serves; without it the page may also fetch from
                   sites that send CORS headers
cargo xtask lexicon [--from DIR] [--check]
    Makes www/lexicon/ from WordNet 3.0's database. The result is committed: only
    a change of its format needs this.
    --from         the folder of the database (data.noun, index.noun, noun.exc and
                   the same of verbs); without it Debian's package wordnet-base is got
    --check        compares with what is committed, writes nothing
cargo xtask vendor [--check]
    Makes the library files of www/vendor that are not taken as they were published.
    The result is committed: only another version needs this.
    --check        compares with what is committed, writes nothing
";

/// One of the commands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Print [`HELP`].
    Help,
    /// Build and serve.
    Start(start::Options),
    /// Run every test.
    Test,
    /// Run the fast checks.
    Check,
    /// Run the benchmarks.
    Bench,
    /// Fill a folder for static hosts.
    Dist(dist::Options),
    /// Make the lexicon.
    Lexicon(lexicon::Options),
    /// Make the library files.
    Vendor(vendor::Options),
    /// Trunk's hook; not for people.
    PostBuild,
}

/// Reads the words after `cargo xtask`.
pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Outcome<Command> {
    parse_words(lexopt::Parser::from_args(words)).map_err(|error| Failure::Usage(error.to_string()))
}

fn parse_words(mut words: lexopt::Parser) -> Result<Command, lexopt::Error> {
    let command = match words.next()? {
        None | Some(Short('h') | Long("help")) => return Ok(Command::Help),
        Some(Value(command)) => command.string()?,
        Some(other) => return Err(other.unexpected()),
    };
    match command.as_str() {
        "start" => parse_start(words).map(Command::Start),
        "dist" => parse_dist(words).map(Command::Dist),
        "lexicon" => parse_lexicon(words).map(Command::Lexicon),
        "vendor" => parse_vendor(words).map(Command::Vendor),
        "help" => alone(words, Command::Help),
        "test" => alone(words, Command::Test),
        "check" => alone(words, Command::Check),
        "bench" => alone(words, Command::Bench),
        "post-build" => alone(words, Command::PostBuild),
        other => Err(format!("there is no command `{other}`").into()),
    }
}

/// A command without options.
fn alone(mut words: lexopt::Parser, command: Command) -> Result<Command, lexopt::Error> {
    match words.next()? {
        None => Ok(command),
        Some(Short('h') | Long("help")) => Ok(Command::Help),
        Some(other) => Err(other.unexpected()),
    }
}

fn parse_start(mut words: lexopt::Parser) -> Result<start::Options, lexopt::Error> {
    let mut options = start::Options::default();
    while let Some(word) = words.next()? {
        match word {
            Long("debug") => options.debug = true,
            Long("release") => options.debug = false,
            Long("port") => options.port = Some(words.value()?.parse()?),
            Value(first) => options.for_proxy.push(first.string()?),
            other => return Err(other.unexpected()),
        }
    }
    Ok(options)
}

fn parse_dist(mut words: lexopt::Parser) -> Result<dist::Options, lexopt::Error> {
    let mut options = dist::Options::default();
    while let Some(word) = words.next()? {
        match word {
            Long("public-url") => {
                options.public_url = page::whole_public_url(&words.value()?.string()?);
            }
            Long("out") => options.out = words.value()?.into(),
            Long("same-origin") => options.same_origin = true,
            other => return Err(other.unexpected()),
        }
    }
    Ok(options)
}

fn parse_lexicon(mut words: lexopt::Parser) -> Result<lexicon::Options, lexopt::Error> {
    let mut options = lexicon::Options::default();
    while let Some(word) = words.next()? {
        match word {
            Long("from") => options.from = Some(words.value()?.into()),
            Long("check") => options.check = true,
            other => return Err(other.unexpected()),
        }
    }
    Ok(options)
}

fn parse_vendor(mut words: lexopt::Parser) -> Result<vendor::Options, lexopt::Error> {
    let mut options = vendor::Options::default();
    while let Some(word) = words.next()? {
        match word {
            Long("check") => options.check = true,
            other => return Err(other.unexpected()),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Outcome<Command> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn commands_are_read_with_their_options() -> Outcome {
        assert_eq!(read("")?, Command::Help);
        assert_eq!(read("test")?, Command::Test);
        let start = start::Options {
            debug: true,
            port: Some(9000),
            for_proxy: vec!["--no-demo-web".to_owned()],
        };
        assert_eq!(
            read("start --debug --port 9000 -- --no-demo-web")?,
            Command::Start(start)
        );
        let dist = dist::Options {
            public_url: "/sub/path/".to_owned(),
            out: "site".into(),
            same_origin: false,
        };
        assert_eq!(
            read("dist --public-url /sub/path --out site")?,
            Command::Dist(dist)
        );
        let lexicon = lexicon::Options {
            from: Some("dict".into()),
            check: true,
        };
        assert_eq!(
            read("lexicon --from dict --check")?,
            Command::Lexicon(lexicon)
        );
        let vendor = vendor::Options { check: true };
        assert_eq!(read("vendor --check")?, Command::Vendor(vendor));
        Ok(())
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (line, word) in [
            ("strat", "strat"),
            ("start --prot 1", "--prot"),
            ("test all", "all"),
            ("start --port x", "x"),
        ] {
            let message = read(line).map_or_else(|failure| failure.to_string(), |_| String::new());
            assert!(message.contains(word), "{line}: {message}");
        }
    }
}
