//! Tests that the browser's `TextDecoder` gives the same texts as the engine natively: WHATWG labels, errors
//! and replacements.

use engine::html::Decoder;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::BrowserDecoder;

fn check(label: &str, bytes: &[u8], expected: &str) {
    assert_eq!(BrowserDecoder.decode(label, bytes).as_deref(), Some(expected), "{label}");
}

#[wasm_bindgen_test]
fn text_in_many_encodings_is_read() {
    for (label, bytes, expected) in [
        ("windows-1252", &b"caf\xE9 \x80"[..], "café €"),
        ("ISO-8859-1", b"\x93quoted\x94", "“quoted”"),
        ("latin1", b"na\xEFve", "naïve"),
        ("iso-8859-2", b"\xB1\xE6\xEA", "ąćę"),
        ("windows-1251", b"\xCC\xEE\xF1\xEA\xE2\xE0", "Москва"),
        ("koi8-r", b"\xED\xCF\xD3\xCB\xD7\xC1", "Москва"),
        ("shift_jis", b"\x93\xFA\x96{\x8C\xEA", "日本語"),
        ("euc-jp", b"\xC6\xFC\xCB\xDC\xB8\xEC", "日本語"),
        ("iso-2022-jp", b"\x1B$BF|K\\\x1B(B", "日本"),
        ("gb2312", b"\xB5\xC7\xB8\xEF\xC8\xC8", "登革热"),
        ("gb18030", b"\xB5\xC7\x81\x30\x81\x30", "登\u{80}"),
        ("big5", b"\xB5n\xAD\xB2\xBC\xF6", "登革熱"),
        ("euc-kr", b"\xC7\xD1\xB1\xB9", "한국"),
        ("utf-16le", b"a\0\xE9\0", "aé"),
        ("utf-16be", b"\0a\0\xE9", "aé"),
        ("x-user-defined", b"a\x80", "a\u{F780}"),
    ] {
        check(label, bytes, expected);
    }
}

#[wasm_bindgen_test]
fn malformed_bytes_become_replacement_characters() {
    check("utf-8", b"a\xFFb", "a\u{FFFD}b");
    check("shift_jis", b"a\x93", "a\u{FFFD}");
    check("utf-16le", b"a\0\0\xD8", "a\u{FFFD}");
}

#[wasm_bindgen_test]
fn a_byte_order_mark_is_left_to_the_engine() {
    check("utf-8", b"\xEF\xBB\xBFa", "\u{FEFF}a");
    check("utf-16le", b"\xFF\xFEa\0", "\u{FEFF}a");
}

#[wasm_bindgen_test]
fn labels_ignore_case_and_surrounding_space() {
    check(" Windows-1252\n", b"\xE9", "é");
}

#[wasm_bindgen_test]
fn an_unknown_label_gives_no_encoding() {
    for label in ["utf-7", "no-such-charset", ""] {
        assert_eq!(BrowserDecoder.decode(label, b"a"), None, "{label}");
    }
}

#[wasm_bindgen_test]
fn a_dangerous_encoding_is_read_as_one_replacement_character() {
    for label in ["iso-2022-kr", "HZ-GB-2312", "replacement"] {
        check(label, b"abc", "\u{FFFD}");
        check(label, b"", "");
    }
}
