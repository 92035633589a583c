//! One line on standard error for every refusal: its code and what it was about, so that an operator sees what the
//! guard does.
//!
//! A line is `refused code=CODE NAME="VALUE"`. Values come from strangers: everything but visible ASCII is escaped and
//! length is bounded, so that no URL can end a line, forge one, or steer a terminal. Left out on purpose: paths and
//! queries of fetched URLs, bodies and tokens, which may be private.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use crate::error::Refusal;
use crate::guard::target::Target;

/// Characters of a value before it is cut.
const LONGEST: usize = 120;

/// The subject of a refusal.
#[derive(Clone, Copy)]
pub(crate) enum Subject<'a> {
    /// A fetch from the host of this URL.
    Fetch(&'a Target),
    /// A fetch from a URL that is none, or of a kind that is not fetched.
    NoUrl,
    /// A call of this path of ours.
    Call(&'a str),
    /// The collection of an answer.
    Ticket,
}

/// Writes the line. Errors are ignored: a closed log must not end the proxy.
pub(crate) fn refused(refusal: Refusal, subject: Subject) {
    let _ = io::stderr().write_all(line(refusal, subject).as_bytes());
}

fn line(refusal: Refusal, subject: Subject) -> String {
    let mut line = format!("refused code={}", refusal.code());
    match refusal {
        Refusal::Address(network) => add(&mut line, "network", network),
        Refusal::ContentType(kind) => add(&mut line, "kind", kind),
        _ => {}
    }
    match subject {
        Subject::Fetch(target) => add(&mut line, "host", &target.authority()),
        Subject::NoUrl => add(&mut line, "host", ""),
        Subject::Call(path) => add(&mut line, "call", path),
        Subject::Ticket => add(&mut line, "call", "/fetch-many"),
    }
    line + "\n"
}

fn add(line: &mut String, name: &str, value: &str) {
    let (cut, mark) = match value.char_indices().nth(LONGEST) {
        Some((end, _)) => (&value[..end], "..."),
        None => (value, ""),
    };
    // Writing to a string does not fail.
    let _ = write!(line, " {name}=\"{}{mark}\"", cut.escape_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_the_code_and_the_host_and_nothing_of_path_and_query() {
        let target = Target::parse("http://example.com:81/private?key=1", 2_083).expect("a URL");
        for (refusal, subject, said) in [
            (
                Refusal::Port,
                Subject::Fetch(&target),
                "refused code=port host=\"example.com:81\"\n",
            ),
            (
                Refusal::Address("loopback"),
                Subject::Fetch(&target),
                "refused code=address network=\"loopback\" host=\"example.com:81\"\n",
            ),
            (
                Refusal::BadUrl,
                Subject::NoUrl,
                "refused code=bad-url host=\"\"\n",
            ),
            (
                Refusal::ForbiddenSite,
                Subject::Call("/fetch"),
                "refused code=forbidden-site call=\"/fetch\"\n",
            ),
            (
                Refusal::NoTicket,
                Subject::Ticket,
                "refused code=no-ticket call=\"/fetch-many\"\n",
            ),
        ] {
            assert_eq!(line(refusal, subject), said);
        }
    }

    #[test]
    fn no_value_ends_a_line_forges_one_or_steers_a_terminal() {
        let long = "/a".repeat(4_000);
        for path in [
            "/x\nrefused code=none",
            "/x\r\n",
            "/x\" code=\"none",
            "/\u{1b}[2J",
            "/\u{9b}2J",
            "/\u{202e}txt.exe",
            "/\u{2028}",
            "/\u{7f}\0",
            "/ä",
            "/\\",
            &long,
        ] {
            let line = line(Refusal::NotFound, Subject::Call(path));
            let value = line
                .strip_prefix("refused code=not-found call=\"")
                .and_then(|rest| rest.strip_suffix("\"\n"))
                .expect("one line with one value");
            assert!(
                value.bytes().all(|b| b == b' ' || b.is_ascii_graphic()),
                "{value}"
            );
            assert!(!value.replace("\\\"", "").contains('"'), "{value}");
            assert!(value.len() < 1_300, "{}", value.len());
        }
    }
}
