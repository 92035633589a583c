//! Determines the character encoding of a page and decodes its bytes.
//!
//! The order is that of the HTML standard ("determining the character encoding"): byte order mark, HTTP header, `<meta>` in the
//! first 1,024 bytes, then UTF-8 if the bytes are valid, then the default of the page's language. Not covered: detection by
//! letter frequency (a detector adds 120 KB to the worker); UTF-7, which the standard excludes.
//!
//! Source: WHATWG HTML §13.2.3, WHATWG Encoding §4.2 and §6.

use super::prescan::{DeclaredEncoding, prescan};
use std::borrow::Cow;
use types::limits::CHARSET_PRESCAN_BYTES;

/// Decodes encodings other than UTF-8. The tab implements it with the browser's `TextDecoder`, native programs
/// with `encoding_rs`.
pub trait Decoder {
    /// Decodes `bytes` from the encoding with a WHATWG label; malformed sequences become U+FFFD. Returns `None` if the label is unknown.
    fn decode(&self, label: &str, bytes: &[u8]) -> Option<String>;
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
}

/// Decodes a page.
pub(crate) fn text<'a>(bytes: &'a [u8], content_type: Option<&str>, decoder: &dyn Decoder) -> Cow<'a, str> {
    if let Some((label, rest)) = byte_order_mark(bytes) {
        return decoded(label, rest, decoder).unwrap_or_else(|| utf8(rest));
    }
    let head = &bytes[..bytes.len().min(CHARSET_PRESCAN_BYTES)];
    let declared = prescan(head);
    let header = content_type.and_then(header_charset);
    let labels = [header, declared.charset.as_deref()];
    for label in labels.into_iter().flatten() {
        if let Some(text) = decoded(label, bytes, decoder) {
            return text;
        }
    }
    undeclared(bytes, &declared, decoder)
}

/// Decodes a page that declares no encoding, or an unknown one.
fn undeclared<'a>(bytes: &'a [u8], declared: &DeclaredEncoding, decoder: &dyn Decoder) -> Cow<'a, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let label = declared.lang.as_deref().map_or(WESTERN, fallback);
    decoded(label, bytes, decoder).unwrap_or_else(|| utf8(bytes))
}

fn decoded<'a>(label: &str, bytes: &'a [u8], decoder: &dyn Decoder) -> Option<Cow<'a, str>> {
    if is_utf8(label) {
        return Some(utf8(bytes));
    }
    decoder.decode(label, bytes).map(Cow::Owned)
}

/// Decodes UTF-8. The strict decoder is tried first, since it is several times faster than the lossy one on valid pages.
fn utf8(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
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
const WESTERN: &str = "windows-1252";

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

    /// Returns the label of the encoding that is used for `page`, which is made invalid UTF-8 so that only a decoder can read it.
    fn label(content_type: Option<&str>, page: &str) -> String {
        let bytes = [page.as_bytes(), b"\xE4"].concat();
        let text = text(&bytes, content_type, &Echo).into_owned();
        if text.ends_with('\u{fffd}') { "utf-8".to_owned() } else { text }
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
    fn a_meta_after_the_first_1024_bytes_is_ignored() {
        let at = |bytes: usize| {
            let before = " ".repeat(bytes);
            let page = format!("{before}<meta charset=big5>");
            label(None, &page)
        };
        assert_eq!(at(CHARSET_PRESCAN_BYTES - "<meta charset=big5>".len()), "big5");
        assert_eq!(at(CHARSET_PRESCAN_BYTES), "windows-1252");
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
