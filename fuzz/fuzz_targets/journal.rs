//! The journal of a small crawl with one record edited under a right checksum (a strategy, which record, the edits),
//! and any bytes: it is read up to what cannot be understood, and what was read can be replayed, after which the crawl
//! goes on.
#![no_main]

use engine::journal;
use engine::strategy::Assets;
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::saved::{Originals, assert_goes_on, assets, fresh};
use std::sync::LazyLock;

static ASSETS: LazyLock<Assets> = LazyLock::new(assets);
static ORIGINALS: LazyLock<Originals> = LazyLock::new(|| Originals::new(&ASSETS));

fuzz_target!(|input: &[u8]| {
    let _ = journal::read(input);
    let Some(([choice, record], edits)) = input.split_first_chunk() else {
        return;
    };
    let (events, _) = journal::read(&ORIGINALS.edited_journal(*choice, *record, edits));
    for (at, event) in events.iter().enumerate() {
        assert!(journal::record(event, at == 0).is_ok(), "what was read can be written");
    }
    let mut crawl = fresh(*choice, &ASSETS);
    journal::replay(&mut crawl, events);
    assert_goes_on(crawl, &ASSETS);
});
