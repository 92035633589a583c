//! Encodes documents in the character set of their host.

mod gb2312;

use crate::plan::Charset;

/// Encodes a document. Characters that the character set does not have become question marks.
pub(crate) fn encode(charset: Charset, text: String) -> Vec<u8> {
    match charset {
        Charset::Utf8 => text.into_bytes(),
        Charset::Windows1252 => windows_1252(&text),
        Charset::Gb2312 => gb2312::encode(&text),
    }
}

/// Encodes Latin-1 and the en dash, the only other character that the web's Windows-1252 pages have.
fn windows_1252(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| match letter {
            '–' => 0x96,
            letter => u8::try_from(u32::from(letter)).unwrap_or(b'?'),
        })
        .collect()
}
