//! Character encodings by the browser's own `TextDecoder`, which has the WHATWG tables that `encoding_rs` would add to the download.
//!
//! Source: WHATWG Encoding §4.2 (labels), §7.2 (`TextDecoder`), §14.1 (the encoding "replacement").

use engine::html::Decoder;
use web_sys::{TextDecoder, TextDecoderOptions};

/// Labels of encodings that are refused for their dangers. `TextDecoder` does not take them; the standard reads such a page
/// as a single replacement character.
const REPLACED: [&str; 6] = [
    "csiso2022kr",
    "hz-gb-2312",
    "iso-2022-cn",
    "iso-2022-cn-ext",
    "iso-2022-kr",
    "replacement",
];

/// Decodes with the browser.
#[derive(Clone, Copy, Debug, Default)]
pub struct BrowserDecoder;

impl Decoder for BrowserDecoder {
    fn decode(&self, label: &str, bytes: &[u8]) -> Option<String> {
        let label = label.trim_matches(['\t', '\n', '\x0C', '\r', ' ']);
        if REPLACED.iter().any(|name| name.eq_ignore_ascii_case(label)) {
            return Some(if bytes.is_empty() { "" } else { "\u{FFFD}" }.to_owned());
        }
        let options = TextDecoderOptions::new();
        // The engine has looked at the byte order mark before: it stays in, as it does natively.
        js_sys::Reflect::set(&options, &"ignoreBOM".into(), &true.into()).ok()?;
        let decoder = TextDecoder::new_with_label_and_options(label, &options).ok()?;
        decoder.decode_with_u8_array(bytes).ok()
    }
}
