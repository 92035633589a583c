//! Fuzzes seed searches. The input is the provider (a byte), the query (the rest of the first line), and its
//! responses, divided by form feeds. Each response begins with a line of its status' first digit and its media type or
//! target. The whole input is also the pasted text and the chosen file. The target checks that requests are few and go
//! to http(s) URLs that no robots.txt forbids, and that results are within the limits and can be shown and crawled.
#![no_main]

use engine::fetch::{FetchRequest, Purpose, RawResponse};
use engine::html::EncodingRs;
use engine::robots::RobotsPolicy;
use engine::seeds::{LIST, Search, SearchStep, SeedInputs, SeedsError};
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::{assert_canonical, assert_shown, first_line};
use std::collections::BTreeMap;
use types::failure::{Failure, FailureKind};
use types::limits;
use types::seeds::Findings;

/// A host's response: status, headers, body.
type Given<'a> = (u16, [(String, String); 1], &'a [u8]);

fn given(answer: &[u8]) -> Given<'_> {
    let (head, body) = first_line(answer);
    let (digit, value) = head.split_first().unwrap_or((&b'2', b""));
    let value = String::from_utf8_lossy(value).into_owned();
    let (status, name) = match digit {
        b'3' => (302, "location"),
        b'4' => (404, "content-type"),
        b'5' => (503, "content-type"),
        _ => (200, "content-type"),
    };
    (status, [(name.to_owned(), value)], body)
}

/// The rules of the sites that were read, as far as they were given without a detour.
#[derive(Default)]
struct Rules(BTreeMap<String, RobotsPolicy>);

impl Rules {
    /// Checks that a site's robots.txt allows the request.
    fn check(&self, request: &FetchRequest) {
        let rules = self.0.get(request.url.host_key());
        if let Some(rules) = rules.filter(|_| request.purpose == Purpose::Seeds) {
            assert!(rules.allows(&request.url), "{} is forbidden", request.url);
        }
    }

    fn take(&mut self, request: &FetchRequest, (status, _, body): &Given<'_>) {
        let is_first = request.exact.is_none() && request.url.path() == "/robots.txt";
        if request.purpose == Purpose::Robots && is_first && *status != 302 {
            let rules = RobotsPolicy::from_status(*status, body);
            self.0.insert(request.url.host_key().to_owned(), rules);
        }
    }
}

fn check(found: &Result<Findings, SeedsError>) {
    let findings = match found {
        Ok(findings) => findings,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert!(!findings.seeds.is_empty() && findings.seeds.len() <= limits::SEEDS_FOUND);
    assert!(findings.warnings.len() <= limits::SEED_WARNINGS);
    for (at, seed) in findings.seeds.iter().enumerate() {
        assert_canonical(&seed.url);
        assert_shown(&seed.title, limits::TITLE_CHARS);
        assert_shown(&seed.snippet, limits::SNIPPET_CHARS);
        assert_shown(&seed.place, limits::TITLE_CHARS);
        let mut before = findings.seeds[..at].iter();
        assert!(before.all(|other| other.url != seed.url), "{} twice", seed.url);
    }
}

fuzz_target!(|input: &[u8]| {
    let (line, rest) = first_line(input);
    let (pick, words) = line.split_first().unwrap_or((&0, b""));
    let entry = LIST[usize::from(*pick) % LIST.len()];
    let wanted = SeedInputs {
        query: String::from_utf8_lossy(words).into_owned(),
        address: "a.test/list".to_owned(),
        text: String::from_utf8_lossy(rest).into_owned(),
        file: rest.to_vec(),
        ..SeedInputs::default()
    };
    let Ok(mut search) = Search::new(entry, &wanted, &EncodingRs) else {
        return;
    };
    let mut answers = rest.split(|byte| *byte == 0x0C);
    let (mut rules, mut fetches) = (Rules::default(), 0);
    loop {
        let step = search.next_step();
        assert_eq!(search.next_step(), step, "the same until it is answered");
        match step {
            SearchStep::Done => break,
            SearchStep::LookUp(_) => search.looked_up(Vec::new()),
            SearchStep::Fetch(request, pause) => {
                fetches += 1;
                assert!(fetches <= limits::SEED_FETCHES);
                assert!(pause <= limits::SEED_DELAY_MAX_MS);
                assert_canonical(&request.url);
                let address = request.address();
                assert!(address.starts_with("http://") || address.starts_with("https://"));
                if entry.id == "site" {
                    rules.check(&request);
                }
                let Some(answer) = answers.next() else {
                    search.failed(Failure {
                        code: "timed-out".to_owned(),
                        message: "No answer came in time.".to_owned(),
                        kind: FailureKind::Transient,
                    });
                    continue;
                };
                let answer = given(answer);
                rules.take(&request, &answer);
                let (status, headers, body) = &answer;
                let raw = RawResponse { status: *status, headers, body, elapsed_ms: 1 };
                search.answer(raw, &EncodingRs);
            }
        }
    }
    check(&search.finish());
});
