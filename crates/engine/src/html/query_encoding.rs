//! Encodes the queries of links in the encoding of their page, as the URL Standard requires; paths are always UTF-8.
//!
//! The codes are found by decoding all sequences of one and two bytes, in GB 18030 also those of four, since a browser
//! has decoders but no encoders. ISO-2022-JP has the codes of EUC-JP behind escape sequences.
//!
//! Source: WHATWG URL §4.4 "query state" and §1.3 "percent-encode after encoding", WHATWG Encoding §4.3 and §10 to §13.

use super::charset::Decoder;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// Encodes queries in one encoding.
pub(crate) struct QueryEncoder<'a> {
    label: &'a str,
    decoder: &'a dyn Decoder,
    codes: OnceCell<BTreeMap<char, u32>>,
}

impl<'a> QueryEncoder<'a> {
    /// Returns the encoder for a label in lower case; `None` for UTF-8 and UTF-16, whose queries are UTF-8.
    pub(crate) fn new(label: &'a str, decoder: &'a dyn Decoder) -> Option<Self> {
        let is_utf_16 = || [&b"a\0"[..], b"\0a"].iter().any(|bytes| reads(label, decoder, bytes, "a"));
        let is_unicode = label.starts_with("utf") || is_utf_16();
        (!is_unicode).then(|| Self { label, decoder, codes: OnceCell::new() })
    }

    /// Encodes a query; a character without a code becomes an escaped character reference.
    pub(crate) fn encode<'t>(&self, query: &'t str) -> Cow<'t, [u8]> {
        if query.is_ascii() {
            return Cow::Borrowed(query.as_bytes());
        }
        if reads(self.label, self.decoder, b"\x1b$B$\"\x1b(B", "あ") {
            let codes = self.codes.get_or_init(|| codes("euc-jp", self.decoder));
            return Cow::Owned(iso_2022_jp(query, codes));
        }
        let codes = self.codes.get_or_init(|| codes(self.label, self.decoder));
        let mut bytes = Vec::with_capacity(query.len());
        for c in query.chars() {
            match codes.get(&c) {
                _ if c.is_ascii() => bytes.push(c as u8),
                Some(code) => bytes.extend(code_bytes(*code)),
                None if self.label == GB_18030 && c >= '\u{10000}' => {
                    bytes.extend(code_bytes(four_bytes(u32::from(c) - 0x10000 + 189_000)));
                }
                None => bytes.extend(reference(c)),
            }
        }
        Cow::Owned(bytes)
    }
}

/// The only label of GB 18030.
const GB_18030: &str = "gb18030";

/// Returns whether an encoding reads these bytes as this text.
fn reads(label: &str, decoder: &dyn Decoder, bytes: &[u8], text: &str) -> bool {
    decoder.decode(label, bytes).is_some_and(|read| read == text)
}

/// Returns the bytes of a code of one, two or four bytes.
fn code_bytes(code: u32) -> impl Iterator<Item = u8> {
    code.to_be_bytes().into_iter().skip_while(|byte| *byte == 0)
}

/// Returns the escaped character reference of a character without a code.
fn reference(c: char) -> Vec<u8> {
    format!("%26%23{}%3B", u32::from(c)).into_bytes()
}

/// Returns the code of four bytes with this number (WHATWG Encoding §10.2.2).
fn four_bytes(pointer: u32) -> u32 {
    let digits = [0x81 + pointer / 12_600, 0x30 + pointer / 1_260 % 10, 0x81 + pointer / 10 % 126, 0x30 + pointer % 10];
    digits.into_iter().fold(0, |code, digit| code << 8 | digit)
}

/// The full-width forms of the characters from U+FF61 on, which ISO-2022-JP has no codes for (WHATWG Encoding §5, "index
/// ISO-2022-JP katakana").
const FULL_WIDTH: &str = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜";

/// Encodes a query in ISO-2022-JP by the codes of EUC-JP (WHATWG Encoding §12.2.2).
fn iso_2022_jp(query: &str, codes: &BTreeMap<char, u32>) -> Vec<u8> {
    let [ascii, roman, kanji] = [b"\x1b(B", b"\x1b(J", b"\x1b$B"];
    let (mut bytes, mut current) = (Vec::with_capacity(2 * query.len()), ascii);
    for c in query.chars() {
        let wide = u32::from(c).checked_sub(0xff61).and_then(|at| FULL_WIDTH.chars().nth(at as usize));
        let (set, code) = match codes.get(&wide.unwrap_or(c)) {
            _ if c.is_ascii() => {
                let is_roman = current == roman && !matches!(c, '\\' | '~');
                (if is_roman { roman } else { ascii }, vec![c as u8])
            }
            Some(code) => (if *code < 0x100 { roman } else { kanji }, code_bytes(code & 0x7f7f).collect()),
            None => (if current == kanji { ascii } else { current }, reference(c)),
        };
        if set != current {
            bytes.extend(set);
            current = set;
        }
        bytes.extend(code);
    }
    if current != ascii {
        bytes.extend(ascii);
    }
    bytes
}

/// Code points of Big5 whose last code counts (WHATWG Encoding §5, "index Big5 pointer").
const LAST_IN_BIG5: [char; 6] = ['═', '╞', '╡', '╪', '十', '卅'];

/// Returns the code of each character of an encoding: the first one in the order of the bytes, with the exceptions of
/// the standard.
fn codes(label: &str, decoder: &dyn Decoder) -> BTreeMap<char, u32> {
    let reads = |bytes: &[u8], text: &str| reads(label, decoder, bytes, text);
    let is_shift_jis = reads(b"\x82\xa0", "あ");
    let is_euc_jp = reads(b"\xa4\xa2", "あ") && reads(b"\x8e\xb1", "ｱ");
    let is_big5 = reads(b"\xa4\x40", "一");
    let least_lead = if is_big5 { 0xa1 } else { 0x81 };
    let pairs = (least_lead..=0xfe_u32).flat_map(|lead| (0x40..=0xfe_u32).map(move |trail| lead << 8 | trail));
    // The rows of NEC repeat those of IBM, which count.
    let pairs = pairs.filter(|code| !(is_shift_jis && (0xed00..=0xefff).contains(code)));
    // In GB 18030 the single byte of the euro sign is only read.
    let is_gb_18030 = label == GB_18030;
    let singles = (0x80..=0xff).filter(|_| !is_gb_18030);
    let fours = (0..39_420).filter(|_| is_gb_18030).map(four_bytes);
    let all: Vec<u32> = singles.chain(pairs).chain(fours).collect();
    let mut bytes = Vec::with_capacity(5 * all.len());
    for code in &all {
        bytes.extend(code_bytes(*code));
        bytes.push(b'\n');
    }
    let text = decoder.decode(label, &bytes).unwrap_or_default();
    let mut codes = BTreeMap::new();
    for (line, code) in text.split('\n').zip(all) {
        let mut characters = line.chars();
        let (Some(c), None) = (characters.next(), characters.next()) else {
            continue;
        };
        if is_big5 && LAST_IN_BIG5.contains(&c) {
            codes.insert(c, code);
        } else if !c.is_ascii() && c != char::REPLACEMENT_CHARACTER {
            codes.entry(c).or_insert(code);
        }
    }
    // Its code was not told from damage.
    codes.extend(is_gb_18030.then_some((char::REPLACEMENT_CHARACTER, 0x8431_a437)));
    if is_shift_jis || is_euc_jp {
        codes.extend([('¥', 0x5c), ('‾', 0x7e)]);
        let minus = codes.get(&'－').copied();
        codes.extend(minus.map(|code| ('−', code)));
    }
    codes
}

#[cfg(all(test, feature = "encoding_rs"))]
mod tests {
    use super::super::EncodingRs;
    use super::*;

    /// Compares each character of the basic plane with the encoder of `encoding_rs`.
    #[test]
    fn queries_are_encoded_by_the_tables_of_the_standard() {
        for label in [
            "windows-1252",
            "windows-1251",
            "koi8-r",
            "iso-8859-2",
            "windows-874",
            "ibm866",
            "macintosh",
            "gbk",
            "gb2312",
            "big5",
            "shift_jis",
            "euc-jp",
            "euc-kr",
            "x-user-defined",
            "iso-2022-jp",
            "gb18030",
        ] {
            let encoder = QueryEncoder::new(label, &EncodingRs).expect("not Unicode");
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
            let is_private = |c: &char| ('\u{e000}'..='\u{f8ff}').contains(c) && label != "x-user-defined";
            for c in ('\u{80}'..'\u{ffff}').filter(|c| !is_private(c)) {
                let text = c.to_string();
                let (bytes, _, is_unknown) = encoding.encode(&text);
                let reference = format!("%26%23{}%3B", u32::from(c));
                let expected = if is_unknown { reference.as_bytes() } else { &bytes };
                assert_eq!(*encoder.encode(&text), *expected, "{label} {c:?}");
            }
        }
    }

    #[test]
    fn gb_18030_has_its_own_euro_sign_and_unicode_encodings_need_no_encoder() {
        let encode =
            |label: &str, text: &str| QueryEncoder::new(label, &EncodingRs).map(|e| e.encode(text).into_owned());
        assert_eq!(encode("gb18030", "€中").as_deref(), Some(&b"\xa2\xe3\xd6\xd0"[..]));
        assert_eq!(encode("gbk", "€中").as_deref(), Some(&b"\x80\xd6\xd0"[..]));
        assert_eq!(encode("gb18030", "€ƀ😀").as_deref(), Some(&b"\xa2\xe3\x81\x30\x97\x38\x94\x39\xfc\x36"[..]));
        for label in ["utf-16le", "unicode", "ucs-2", "unicodefffe"] {
            assert_eq!(encode(label, "€"), None, "{label}");
        }
    }

    /// WHATWG Encoding §12.2.2 and URL §1.3: the state lasts from one character to the next, and ends with the query.
    #[test]
    fn iso_2022_jp_changes_between_its_sets_with_escape_sequences() {
        for (query, expected) in [
            ("q=ク", &b"q=\x1b$B%/\x1b(B"[..]),
            ("クモ", b"\x1b$B%/%b\x1b(B"),
            ("ｸ−", b"\x1b$B%/!]\x1b(B"),
            ("aクb", b"a\x1b$B%/\x1b(Bb"),
            ("¥a~‾", b"\x1b(J\\a\x1b(B~\x1b(J~\x1b(B"),
            ("ク😀", b"\x1b$B%/\x1b(B%26%23128512%3B"),
            ("¥é", b"\x1b(J\\%26%23233%3B\x1b(B"),
        ] {
            for label in ["iso-2022-jp", "csiso2022jp"] {
                let encoder = QueryEncoder::new(label, &EncodingRs).expect("not Unicode");
                assert_eq!(*encoder.encode(query), *expected, "{query}");
            }
        }
    }
}
