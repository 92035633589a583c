//! The snapshot of a small crawl, edited under a right checksum (a strategy, how far the crawl went, the edits), and any bytes: it is
//! refused, or it is a crawl that goes on, can be shown, and is written and opened again as the same.
#![no_main]

use engine::journal;
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::saved::{assert_goes_on, assets, edited_snapshot};

fuzz_target!(|input: &[u8]| {
    let assets = assets();
    if let Ok(crawl) = journal::open(input, &assets) {
        assert_goes_on(crawl, &assets);
    }
    let Some(([choice, rounds], edits)) = input.split_first_chunk() else {
        return;
    };
    if let Ok(crawl) = journal::open(&edited_snapshot(*choice, *rounds, edits, &assets), &assets) {
        assert_goes_on(crawl, &assets);
    }
});
