//! A compressed body: the first byte chooses the encodings, the second and third say how often which end of the rest is
//! repeated. What comes out is within its limit, all memory is given back, and the work stays in proportion to the
//! bytes of the body. The slowest input is printed ([`salticid_fuzz::slowest`]).
#![no_main]

use libfuzzer_sys::fuzz_target;
use salticid_fuzz::bytes_or;
use salticid_fuzz::slowest::timed;
use salticid_proxy::Limits;
use salticid_proxy::decode::decode;

/// Encodings, in the order in which they were applied.
const ENCODINGS: [&str; 9] = [
    "gzip",
    "deflate",
    "br",
    "gzip, gzip",
    "deflate, gzip",
    "gzip, deflate",
    "deflate, deflate",
    "br, deflate",
    "deflate, br",
];
/// Bytes of the largest body that is made by repeating, unless `SALTICID_FUZZ_BYTES` says otherwise.
const LARGEST: usize = 512 * 1024;
/// Blocks that one step may count before the limit is looked at.
const STEP: usize = 16 * 1024;

/// Returns the rest, whose end is repeated: a pattern of some bytes costs most when it comes again and again.
fn body(times: u8, kept: u8, rest: &[u8]) -> Vec<u8> {
    let (head, end) = rest.split_at(usize::from(kept).min(rest.len()));
    let fitting = bytes_or(LARGEST) / end.len().max(1);
    let times = (usize::from(times).pow(2)).clamp(1, fitting.max(1));
    [head, &end.repeat(times)].concat()
}

fuzz_target!(|input: &[u8]| {
    let [choice, times, kept, rest @ ..] = input else {
        return;
    };
    let encoding = ENCODINGS[usize::from(*choice) % ENCODINGS.len()];
    let body = body(*times, *kept, rest);
    let limits = Limits::default();
    let mut decoded = timed(input, || decode(encoding, &body, &limits));

    let granted = limits.blocks + body.len() / limits.bytes_per_block;
    assert!(decoded.blocks <= granted + STEP, "{} blocks", decoded.blocks);
    if let Ok(bytes) = &decoded.body {
        assert!(bytes.len() <= limits.decoded_bytes);
        assert!(decoded.memory() >= bytes.len());
    }
    decoded.body = Err(salticid_proxy::Refusal::NotFound);
    assert_eq!(decoded.memory(), 0, "all memory is given back");
});
