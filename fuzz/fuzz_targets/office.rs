//! A DOCX, ODT or EPUB file: it is read within the limits, whatever it is.
#![no_main]

use documents::office::{Limits, read};
use libfuzzer_sys::fuzz_target;
use types::document::DocumentFormat;

fuzz_target!(|input: &[u8]| {
    let limits = Limits { bytes: 1 << 20, unpacked: 4 << 20, html: 64 << 10 };
    for format in [DocumentFormat::Docx, DocumentFormat::Odt, DocumentFormat::Epub] {
        let Ok(text) = read(format, input, &limits) else {
            continue;
        };
        // The last text, the notes and the title may each be as long as a part.
        assert!(text.html.len() <= limits.html + 12 * input.len().max(4 << 20), "{}", text.html.len());
        assert!(text.html.starts_with("<html lang=\""));
        assert_eq!(read(format, input, &limits).as_ref(), Ok(&text), "the same file has the same text");
    }
});
