//! Encodes the queries of links in the encoding of their page, as the URL Standard requires; paths are always UTF-8.
//!
//! The codes are found by decoding all sequences of one and two bytes, since a browser has decoders but no encoders.
//! Not covered: the sequences of four bytes of GB 18030.
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
    codes: OnceCell<BTreeMap<char, u16>>,
}

impl<'a> QueryEncoder<'a> {
    /// Returns the encoder for a label in lower case; `None` for UTF-8 and UTF-16, whose queries are UTF-8.
    pub(crate) fn new(label: &'a str, decoder: &'a dyn Decoder) -> Option<Self> {
        let is_unicode = label.starts_with("utf");
        (!is_unicode).then(|| Self { label, decoder, codes: OnceCell::new() })
    }

    /// Encodes a query; a character without a code becomes an escaped character reference.
    pub(crate) fn encode<'t>(&self, query: &'t str) -> Cow<'t, [u8]> {
        if query.is_ascii() {
            return Cow::Borrowed(query.as_bytes());
        }
        let codes = self.codes.get_or_init(|| codes(self.label, self.decoder));
        let mut bytes = Vec::with_capacity(query.len());
        for c in query.chars() {
            match codes.get(&c) {
                _ if c.is_ascii() => bytes.push(c as u8),
                Some(code) => match code.to_be_bytes() {
                    [0, byte] => bytes.push(byte),
                    pair => bytes.extend(pair),
                },
                None => bytes.extend(format!("%26%23{}%3B", u32::from(c)).bytes()),
            }
        }
        Cow::Owned(bytes)
    }
}

/// Code points of Big5 whose last code counts (WHATWG Encoding §5, "index Big5 pointer").
const LAST_IN_BIG5: [char; 6] = ['═', '╞', '╡', '╪', '十', '卅'];

/// Returns the code of each character of an encoding: the first one in the order of the bytes, with the exceptions of
/// the standard.
fn codes(label: &str, decoder: &dyn Decoder) -> BTreeMap<char, u16> {
    let reads = |bytes: &[u8], text: &str| decoder.decode(label, bytes).is_some_and(|read| read == text);
    let is_shift_jis = reads(b"\x82\xa0", "あ");
    let is_euc_jp = reads(b"\xa4\xa2", "あ") && reads(b"\x8e\xb1", "ｱ");
    let is_big5 = reads(b"\xa4\x40", "一");
    let least_lead = if is_big5 { 0xa1 } else { 0x81 };
    let pairs = (least_lead..=0xfe_u16).flat_map(|lead| (0x40..=0xfe_u16).map(move |trail| lead << 8 | trail));
    // The rows of NEC repeat those of IBM, which count.
    let pairs = pairs.filter(|code| !(is_shift_jis && (0xed00..=0xefff).contains(code)));
    // In GB 18030 the single byte of the euro sign is only read.
    let singles = (0x80..=0xff_u16).filter(|_| label != "gb18030");
    let all: Vec<u16> = singles.chain(pairs).collect();
    let mut bytes = Vec::with_capacity(3 * all.len());
    for code in &all {
        let [lead, trail] = code.to_be_bytes();
        bytes.extend([lead, trail].into_iter().filter(|byte| *byte != 0));
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
        assert_eq!(encode("utf-16le", "€"), None);
    }
}
