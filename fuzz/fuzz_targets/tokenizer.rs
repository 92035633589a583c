//! Any text as HTML: the tokenizer finds the same tokens as html5ever's. The first bit tells whether it is in SVG.
#![no_main]

use libfuzzer_sys::fuzz_target;
use salticid_fuzz::pages::page;
use salticid_fuzz::tokens::assert_same_tokens;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let page = page(rest);
    if let Ok(text) = std::str::from_utf8(&page) {
        assert_same_tokens(text, first & 1 == 1);
    }
});
