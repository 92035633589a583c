//! Determines the character encoding of a page and decodes its bytes.
//!
//! The order is that of the HTML standard ("determining the character encoding"): byte order mark, HTTP header,
//! `<meta>` in the first 1,024 bytes, XML declaration, then UTF-8 if the bytes are valid, then a guess from the bytes
//! ([`super::detect`]). A `<meta>` that comes later changes the encoding, unless a byte order mark or the header gave
//! it. Not covered: UTF-7, which the standard excludes.
//!
//! Source: WHATWG HTML §13.2.3, WHATWG Encoding §4.2 and §6.

use super::detect;
use super::prescan::{DeclaredEncoding, prescan, xml_encoding};
use documents::{DocumentText, Unreadable};
use std::borrow::Cow;
use types::document::DocumentFormat;
use types::header::MediaType;
use types::limits::CHARSET_PRESCAN_BYTES;

/// Reads what the engine does not: encodings other than UTF-8, and documents such as PDF files. The tab implements it
/// with the browser's `TextDecoder`, native programs with `encoding_rs`.
pub trait Decoder {
    /// Decodes `bytes` from the encoding with a WHATWG label; malformed sequences become U+FFFD. Returns `None` if the
    /// label is unknown.
    fn decode(&self, label: &str, bytes: &[u8]) -> Option<String>;

    /// Reads a document. Returns `None` if the driver reads none.
    fn read_document(&self, _format: DocumentFormat, _bytes: &[u8]) -> Option<Result<DocumentText, Unreadable>> {
        None
    }
}

/// A decoder for UTF-8 only: all other encodings are read as UTF-8 with replacement characters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utf8Only;

impl Decoder for Utf8Only {
    fn decode(&self, _label: &str, _bytes: &[u8]) -> Option<String> {
        None
    }
}

/// The decoder for native programs.
#[cfg(feature = "encoding_rs")]
#[derive(Clone, Copy, Debug, Default)]
pub struct EncodingRs;

#[cfg(feature = "encoding_rs")]
impl Decoder for EncodingRs {
    fn decode(&self, label: &str, bytes: &[u8]) -> Option<String> {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
        Some(encoding.decode_without_bom_handling(bytes).0.into_owned())
    }

    /// Reads a document. One at which a library panics is damaged: it costs no crawl.
    fn read_document(&self, format: DocumentFormat, bytes: &[u8]) -> Option<Result<DocumentText, Unreadable>> {
        let read = std::panic::catch_unwind(|| documents::read(format, bytes));
        Some(read.unwrap_or(Err(Unreadable::Damaged)))
    }
}

/// A decoded page.
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    /// A label of the encoding, in lower case.
    pub(crate) label: String,
    /// True if the bytes end within a character, which is left out.
    pub(crate) is_cut: bool,
    /// False if a `<meta>` may change the encoding.
    is_certain: bool,
}

/// Returns the text of bytes. `content_type` is the value of the HTTP header.
pub fn text<'a>(bytes: &'a [u8], content_type: Option<&str>, decoder: &dyn Decoder) -> Cow<'a, str> {
    decode(bytes, content_type, None, decoder).text
}

/// Decodes a page by what is known before it is parsed; `host` is that of its URL.
pub(crate) fn decode<'a>(
    bytes: &'a [u8],
    content_type: Option<&str>,
    host: Option<&str>,
    decoder: &dyn Decoder,
) -> Decoded<'a> {
    if let Some((label, rest)) = byte_order_mark(bytes) {
        let page = decoded(label, rest, decoder).unwrap_or_else(|| utf8(rest));
        return Decoded { is_certain: true, ..page };
    }
    let header = content_type.and_then(header_charset);
    if let Some(page) = header.and_then(|label| decoded(label, bytes, decoder)) {
        return Decoded { is_certain: true, ..page };
    }
    let head = &bytes[..bytes.len().min(CHARSET_PRESCAN_BYTES)];
    let media_type = MediaType::extract(content_type);
    // The declaration of XML says more than a `<meta>` in it (XML 1.0 §4.3.3).
    let is_xml = media_type.as_ref().is_some_and(MediaType::is_xml);
    let of_xml = is_xml.then(|| xml_encoding(&String::from_utf8_lossy(head))).flatten();
    if let Some(page) = of_xml.and_then(|label| decoded(&label, bytes, decoder)) {
        return Decoded { is_certain: true, ..page };
    }
    // Text may quote HTML.
    let is_text = media_type.is_some_and(|known| known.is_text());
    let declared = if is_text { DeclaredEncoding::default() } else { prescan(head) };
    let utf_16 = tag_in_utf_16(bytes).into_iter();
    let mut labels = utf_16.chain(declared.charsets.iter().map(String::as_str));
    let declaration = labels.find_map(|label| decoded(label, bytes, decoder));
    declaration.unwrap_or_else(|| undeclared(bytes, default_of(declared.lang.as_deref(), host), decoder))
}

/// Decodes a page again if the first known encoding of its `<meta>` elements is not the one that it was decoded from
/// ("changing the encoding while parsing"). Returns `None` if the text stays the same.
pub(crate) fn changed<'a>(
    before: &Decoded<'_>,
    charsets: &[String],
    bytes: &'a [u8],
    decoder: &dyn Decoder,
) -> Option<Decoded<'a>> {
    if before.is_certain || before.label.starts_with("utf-16") {
        return None;
    }
    for label in charsets {
        if *label == before.label {
            return None;
        }
        if let Some(after) = decoded(label, bytes, decoder) {
            return (after.text != before.text).then_some(after);
        }
    }
    None
}

/// Decodes a page that declares no known encoding; `default` is the expected one.
pub(crate) fn undeclared<'a>(bytes: &'a [u8], default: Option<&'static str>, decoder: &dyn Decoder) -> Decoded<'a> {
    if is_iso_2022_jp(bytes) {
        return decoded("iso-2022-jp", bytes, decoder).unwrap_or_else(|| utf8(bytes));
    }
    let is_utf8 = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        // The last character may be cut; alone it shows nothing.
        Err(error) => error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii(),
    };
    if is_utf8 {
        return utf8(bytes);
    }
    let guess = detect::guess(bytes, default, decoder);
    decoded(guess, bytes, decoder).unwrap_or_else(|| utf8(bytes))
}

/// Returns true for ASCII with an escape sequence that begins Japanese characters (WHATWG Encoding §12.2.1).
fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let mut escapes = memchr::memmem::find_iter(bytes, b"\x1b$");
    escapes.any(|at| matches!(bytes.get(at + 2), Some(b'@' | b'B'))) && bytes.is_ascii()
}

fn decoded<'a>(label: &str, bytes: &'a [u8], decoder: &dyn Decoder) -> Option<Decoded<'a>> {
    if is_utf8(label) {
        return Some(utf8(bytes));
    }
    let mut text = decoder.decode(label, bytes)?;
    // An incomplete sequence at the end gives one replacement character.
    let is_cut = text.len() > char::REPLACEMENT_CHARACTER.len_utf8() && text.ends_with(char::REPLACEMENT_CHARACTER);
    if is_cut {
        text.pop();
    }
    let label = label.trim_ascii().to_ascii_lowercase();
    Some(Decoded { text: Cow::Owned(text), label, is_cut, is_certain: false })
}

/// Decodes UTF-8. The strict decoder is tried first, since it is several times faster than the lossy one on valid
/// pages.
fn utf8(bytes: &[u8]) -> Decoded<'_> {
    let (text, is_cut) = match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(error) => {
            let whole = match error.error_len() {
                None => &bytes[..error.valid_up_to()],
                Some(_) => without_open_sequence(bytes),
            };
            (String::from_utf8_lossy(whole), whole.len() < bytes.len())
        }
    };
    Decoded { text, label: "utf-8".to_owned(), is_cut, is_certain: false }
}

/// Removes an incomplete UTF-8 sequence from the end.
fn without_open_sequence(bytes: &[u8]) -> &[u8] {
    let last = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    let is_open = std::str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
    &bytes[..bytes.len() - if is_open { last.len() } else { 0 }]
}

/// Returns the encoding of a page that begins with a tag in UTF-16. The standard asks for that of an XML declaration
/// (WHATWG HTML §13.2.3.2, "prescan for UTF-16 XML declarations"); no other tag could be read in single bytes either.
fn tag_in_utf_16(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [b'<', 0, 1..=127, 0, ..] => Some("utf-16le"),
        [0, b'<', 0, 1..=127, ..] => Some("utf-16be"),
        _ => None,
    }
}

/// Returns true for the labels of UTF-8 (WHATWG Encoding §4.2).
fn is_utf8(label: &str) -> bool {
    ["utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(label))
}

fn byte_order_mark(bytes: &[u8]) -> Option<(&'static str, &[u8])> {
    let marks: [(&str, &[u8]); 3] = [("utf-8", b"\xEF\xBB\xBF"), ("utf-16be", b"\xFE\xFF"), ("utf-16le", b"\xFF\xFE")];
    marks.into_iter().find_map(|(label, mark)| Some((label, bytes.strip_prefix(mark)?)))
}

/// Returns the `charset` parameter of a `Content-Type`.
fn header_charset(content_type: &str) -> Option<&str> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).trim();
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then_some(value)
    })
}

/// The default of all languages that the standard does not list.
pub(super) const WESTERN: &str = "windows-1252";

/// Returns the default encoding of a language for undeclared pages (the table of WHATWG HTML §13.2.3.2).
fn fallback(lang: &str) -> &'static str {
    let lang = lang.to_ascii_lowercase();
    let mut parts = lang.split(['-', '_']);
    let code = parts.next().unwrap_or_default();
    match code {
        "ar" | "az" | "fa" | "ur" => "windows-1256",
        "be" | "bg" | "kk" | "ky" | "mk" | "ru" | "sah" | "sr" | "tg" | "tt" | "uk" => "windows-1251",
        "cs" | "hu" | "pl" | "sk" | "sl" | "hr" | "bs" | "ro" | "sq" => "windows-1250",
        "el" => "iso-8859-7",
        "et" | "lt" | "lv" => "windows-1257",
        "he" | "yi" => "windows-1255",
        "ja" => "shift_jis",
        "ko" => "euc-kr",
        "ku" | "tr" => "windows-1254",
        "th" => "windows-874",
        "vi" => "windows-1258",
        "zh" if parts.any(|part| matches!(part, "tw" | "hk" | "mo" | "hant")) => "big5",
        "zh" => "gb18030",
        _ => WESTERN,
    }
}

/// Returns the default encoding of a host's country for undeclared pages, as in browsers. Countries whose pages are in
/// two scripts, such as Serbia, have none.
fn fallback_of_domain(host: &str) -> Option<&'static str> {
    let label = match host.rsplit('.').next()? {
        "ae" | "bh" | "dz" | "eg" | "iq" | "ir" | "jo" | "kw" | "lb" | "ly" | "ma" | "mr" | "om" | "ps" | "qa"
        | "sa" | "sd" | "sy" | "tn" | "ye" => "windows-1256",
        // The last ones are рф, укр, бел, бг, мкд and қаз.
        "ru" | "ua" | "by" | "bg" | "mk" | "kz" | "xn--p1ai" | "xn--j1amh" | "xn--90ais" | "xn--90ae" | "xn--d1alf"
        | "xn--80ao21a" => "windows-1251",
        "hr" | "si" | "ba" | "hu" | "cz" | "sk" | "pl" | "ro" | "al" => "windows-1250",
        "gr" => "iso-8859-7",
        "ee" | "lt" | "lv" => "windows-1257",
        "il" => "windows-1255",
        "jp" => "shift_jis",
        "kr" => "euc-kr",
        "tr" => "windows-1254",
        "th" => "windows-874",
        "vn" => "windows-1258",
        "tw" | "hk" | "mo" => "big5",
        "cn" => "gb18030",
        _ => return None,
    };
    Some(label)
}

/// Returns the default encoding of an undeclared page. Many pages in other languages have kept the `lang=en` of a
/// template, so the host's country precedes the default of Western languages.
fn default_of(lang: Option<&str>, host: Option<&str>) -> Option<&'static str> {
    let of_language = lang.map(fallback);
    of_language.filter(|label| *label != WESTERN).or_else(|| fallback_of_domain(host?)).or(of_language)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A decoder that returns the requested label.
    struct Echo;

    impl Decoder for Echo {
        fn decode(&self, label: &str, _bytes: &[u8]) -> Option<String> {
            (label != "utf-7" && label != "bogus").then(|| label.to_owned())
        }
    }

    /// Returns the label of the encoding that is used for `page`, which is made invalid UTF-8 so that only a decoder
    /// can read it.
    fn label(content_type: Option<&str>, page: &str) -> String {
        let bytes = [page.as_bytes(), b"\xE4."].concat();
        let text = text(&bytes, content_type, &Echo).into_owned();
        if text.contains('\u{fffd}') { "utf-8".to_owned() } else { text }
    }

    #[test]
    fn the_header_overrides_the_meta_and_the_meta_overrides_the_language() {
        for (content_type, page, expected) in [
            (Some("text/html; charset=koi8-r"), "<meta charset=big5>", "koi8-r"),
            (Some("text/html;CHARSET = \"Shift_JIS\" ; x=y"), "", "Shift_JIS"),
            (Some("text/html; charset='euc-kr'"), "", "euc-kr"),
            (Some("text/html; charset="), "<meta charset=big5>", "big5"),
            (Some("text/html; charset=bogus"), "<meta charset=big5>", "big5"),
            (Some("text/html; charset=utf-7"), "", "windows-1252"),
            (Some("text/html; charset=UTF-8"), "<meta charset=big5>", "utf-8"),
            (Some("text/html"), "<html lang=ru><meta charset=koi8-u>", "koi8-u"),
            (None, "<html lang=ru>", "windows-1251"),
            (None, "", "windows-1252"),
        ] {
            assert_eq!(label(content_type, page), expected, "{content_type:?} {page}");
        }
    }

    #[test]
    fn the_prescan_reads_1024_bytes() {
        let at = |bytes: usize| {
            let before = " ".repeat(bytes);
            let page = format!("{before}<meta charset=big5>");
            label(None, &page)
        };
        assert_eq!(at(CHARSET_PRESCAN_BYTES - "<meta charset=big5>".len()), "big5");
        assert_eq!(at(CHARSET_PRESCAN_BYTES), "windows-1252");
    }

    /// WHATWG HTML §13.2.3.2: no byte order mark, but `<?x` in UTF-16, or another tag.
    #[test]
    fn a_tag_in_utf_16_shows_the_encoding() {
        for start in ["<?xml", "<!DOCTYPE", "<html"] {
            let units = || start.encode_utf16();
            let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
            assert_eq!([text(&little, None, &Echo), text(&big, None, &Echo)], ["utf-16le", "utf-16be"], "{start}");
        }
    }

    #[test]
    fn a_cut_character_is_left_out_and_counted() {
        let cut = |bytes: &[u8], content_type: Option<&str>| {
            let decoded = decode(bytes, content_type, None, &EncodingRs);
            (decoded.text.into_owned(), decoded.is_cut)
        };
        for (bytes, content_type, expected) in [
            ("日本".as_bytes(), None, ("日本", false)),
            (&"日本".as_bytes()[..5], None, ("日", true)),
            (&"日本".as_bytes()[..4], Some("x; charset=utf-8"), ("日", true)),
            (b"a\xFF\xE6\x97", Some("x; charset=utf-8"), ("a\u{fffd}", true)),
            (b"a\xFF\xE6\x97b", Some("x; charset=utf-8"), ("a\u{fffd}\u{fffd}b", false)),
            (b"\x93\xFA\x96", Some("x; charset=shift_jis"), ("日", true)),
            (b"\xD6\xD0\xCE", Some("x; charset=gbk"), ("中", true)),
            (b"\x81\x30\x81\x30\x81\x30\x81", Some("x; charset=gb18030"), ("\u{80}", true)),
            (b"\xFF\xFEa\0b", None, ("a", true)),
        ] {
            let expected = (expected.0.to_owned(), expected.1);
            assert_eq!(cut(bytes, content_type), expected, "{bytes:x?}");
        }
    }

    #[cfg(feature = "encoding_rs")]
    #[test]
    fn utf_7_is_ignored_wherever_it_is_declared() {
        let script = b"<meta charset=utf-7><html lang=x>+ADw-script+AD4-\xE4";
        for name in ["utf-7", "UTF-7", "unicode-1-1-utf-7", "csUnicode11UTF7"] {
            let header = format!("text/html; charset={name}");
            let read = text(script, Some(&header), &EncodingRs);
            assert!(read.ends_with("+ADw-script+AD4-ä"), "{name}: {read}");
        }
    }

    #[test]
    fn an_undeclared_page_is_decoded_by_its_language() {
        for (lang, expected) in [
            ("ja", "shift_jis"),
            ("zh-CN", "gb18030"),
            ("zh-TW", "big5"),
            ("zh-Hant-HK", "big5"),
            ("ko-KR", "euc-kr"),
            ("el", "iso-8859-7"),
            ("PL", "windows-1250"),
            ("tr", "windows-1254"),
            ("de-AT", "windows-1252"),
            ("x", "windows-1252"),
        ] {
            assert_eq!(label(None, &format!("<html lang='{lang}'>")), expected, "{lang}");
        }
    }

    #[test]
    fn valid_utf8_needs_no_declaration() {
        assert_eq!(text("<html lang=ja>ä日".as_bytes(), None, &Echo), "<html lang=ja>ä日");
    }

    #[test]
    fn a_byte_order_mark_overrides_every_declaration() {
        let declared = Some("text/html; charset=big5");
        assert_eq!(text(b"\xEF\xBB\xBFa\xC3\xA4", declared, &Echo), "aä");
        assert_eq!(text(b"\xFE\xFF\0a", declared, &Echo), "utf-16be");
        assert_eq!(text(b"\xFF\xFEa\0", declared, &Echo), "utf-16le");
    }

    #[test]
    fn without_a_decoder_other_encodings_get_replacement_characters() {
        assert_eq!(text(b"a\xE4b", Some("text/html; charset=latin1"), &Utf8Only), "a\u{fffd}b");
    }

    #[cfg(feature = "encoding_rs")]
    #[test]
    fn the_native_decoder_knows_the_encodings_of_the_web() {
        for (content_type, bytes, expected) in [
            ("x; charset=iso-8859-1", b"\x80\xE4".as_slice(), "€ä"),
            ("x; charset=shift_jis", b"\x93\xFA\x96\x7B", "日本"),
            ("x; charset=gb2312", b"\xD6\xD0\xCE\xC4", "中文"),
            ("x; charset=windows-1251", b"\xCF\xE0\xF3\xEA", "Паук"),
            ("x; charset=x-user-defined", b"a\x80", "a\u{f780}"),
            ("x; charset=iso-2022-kr", b"a", "\u{fffd}"),
            ("x; charset=utf-7", b"+ADw-\xE4", "+ADw-ä"),
        ] {
            assert_eq!(text(bytes, Some(content_type), &EncodingRs), expected, "{content_type}");
        }
    }
}
