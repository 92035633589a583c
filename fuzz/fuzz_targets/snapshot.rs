//! The snapshot of a small crawl, edited under a right checksum (a strategy, how far the crawl went, the edits), and
//! any bytes: it is refused, or it is a crawl that goes on, can be shown, and is written and opened again as the same.
#![no_main]

use engine::journal;
use engine::strategy::Assets;
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::saved::{Originals, assert_goes_on, assets};
use std::sync::LazyLock;

static ASSETS: LazyLock<Assets> = LazyLock::new(assets);
static ORIGINALS: LazyLock<Originals> = LazyLock::new(|| Originals::new(&ASSETS));

fuzz_target!(|input: &[u8]| {
    if let Ok(crawl) = journal::open(input, &ASSETS) {
        assert_goes_on(crawl, &ASSETS);
    }
    let Some(([choice, rounds], edits)) = input.split_first_chunk() else {
        return;
    };
    if let Ok(crawl) = journal::open(&ORIGINALS.edited_snapshot(*choice, *rounds, edits), &ASSETS) {
        assert_goes_on(crawl, &ASSETS);
    }
});
