//! Tests the format of saved files: a committed snapshot and a committed journal, byte for byte.
//!
//! Until the first release, write new files after an intended change with
//! `SALTICID_BLESS=1 cargo test -p engine --test engine saved_formats`. After it, raise `VERSION` in `journal/frame.rs`
//! as well.

use crate::support::{Drive, assets, log, plan};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::event::{Event, EventKind};
use engine::html::EncodingRs;
use engine::journal;
use std::path::PathBuf;
use types::plan::{IdfSource, Plan};

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// Returns the bytes of a fixture; rewrites it first if `SALTICID_BLESS` is set.
fn kept(name: &str, written: &[u8]) -> Vec<u8> {
    if std::env::var_os("SALTICID_BLESS").is_some() {
        std::fs::write(fixture(name), written).expect("the fixture can be written");
    }
    std::fs::read(fixture(name)).expect("the fixture is there")
}

const RENEW: &str =
    "the format changed: if that was meant, run SALTICID_BLESS=1 cargo test -p engine --test engine saved_formats";

#[test]
fn the_committed_snapshot_opens_continues_and_round_trips_byte_for_byte() {
    let web = DemoWeb::new(DEFAULT_SEED);
    // The plan of the committed snapshot, which is older than the strategies' own word weights.
    let plan = Plan { idf: IdfSource::None, ..plan(&web, "best-first", 9) };
    let mut drive = Drive::begin(plan, &web, &EncodingRs);
    for _ in 0..6 {
        drive.step();
    }
    let written = journal::write(&drive.crawl).expect("a crawl can be written");
    let kept = kept("snapshot.bin", &written);
    let crawl = journal::open(&kept, &assets()).expect(RENEW);
    assert!(journal::write(&crawl) == Ok(kept), "{RENEW}");
    drive.finish();
    let mut again = Drive::take_up(crawl, &web, &EncodingRs);
    again.finish();
    assert_eq!(log(again.crawl.pages()), log(drive.crawl.pages()));
}

#[test]
fn the_committed_journal_round_trips_byte_for_byte() {
    let events = [
        Event::at(1, EventKind::Seeded),
        Event::at(2, EventKind::Paused),
        Event::at(3, EventKind::Resumed),
        Event::at(4, EventKind::Tick),
        Event::at(5, EventKind::Stopped),
    ];
    let written: Vec<u8> = events
        .iter()
        .enumerate()
        .flat_map(|(at, event)| journal::record(event, at == 0).expect("an event can be written"))
        .collect();
    let kept = kept("journal.bin", &written);
    assert_eq!(journal::read(&kept), (events.to_vec(), None), "{RENEW}");
    assert!(written == kept, "{RENEW}");
}
