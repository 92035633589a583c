//! Tests the exports for people over the crawl of [`crate::golden`], whose titles are hostile.

use super::*;
use crate::golden::{crawl, golden};
use engine::html::{EncodingRs, read_content};

fn content(record: &PageRecord) -> PageContent {
    let html = "<meta name=citation_author content='Ada Lovelace'><meta name=author content=x>\
        <meta name=date content=2026-03-04><meta property=og:site_name content='The & Site'>\
        <meta name=description content='=1+1 about <b>silk</b>'>\
        <link rel=alternate type=application/atom+xml href='/feed?a=1&b=2'>\
        <h1>Silk</h1><p>Spiders weave *silk*.</p><ul><li>one<li>two</ul>";
    read_content(html.as_bytes(), None, &record.url, &EncodingRs)
}

fn export(records: &[PageRecord], format: ExportFormat) -> String {
    String::from_utf8_lossy(&bytes(records, format, u32::MAX)).into_owned()
}

fn bytes(records: &[PageRecord], format: ExportFormat, tokens: u32) -> Vec<u8> {
    let read = records.iter().filter(|record| is_exported(format, record, None, 0.5));
    let pages = read.map(|record| ExportPage {
        judgment: Judgment {
            state: Some(JudgmentState::Kept),
            note: "@note; =2".to_owned(),
            tags: vec!["a & b".to_owned()],
            ..Judgment::default()
        },
        ..ExportPage::new(record, content(record), format)
    });
    let mut export = Export::new("dengue <fever>", 1_795_163_400_000, pages.collect());
    export.tokens = tokens;
    export.write(format)
}

#[test]
fn each_format_is_written_to_the_byte() {
    for format in [
        ExportFormat::Markdown,
        ExportFormat::Text,
        ExportFormat::TextJsonl,
        ExportFormat::ReadingList,
        ExportFormat::Bookmarks,
        ExportFormat::Ris,
        ExportFormat::Bibtex,
        ExportFormat::CslJson,
        ExportFormat::Excel,
        ExportFormat::Atom,
        ExportFormat::Opml,
    ] {
        golden(format.file_name(), &export(&crawl(), format));
    }
}

#[test]
fn written_bookmarks_are_read_back_without_warnings() {
    let pages = crawl();
    let file = export(&pages, ExportFormat::Bookmarks);
    let (read, warnings) = engine::learning::bookmarks::read(file.as_bytes(), &EncodingRs).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    let folder = &read.folders[0];
    let urls: Vec<_> = folder.bookmarks.iter().map(|kept| &kept.url).collect();
    assert_eq!((folder.name.as_str(), urls), ("dengue <fever>", vec![&pages[1].url, &pages[3].url]));
}

#[test]
fn a_page_cannot_leave_its_place() {
    let mut records = crawl();
    let record = &mut records[1];
    for title in ["../../etc/passwd", "C:\\x", "..", "\u{202e}/.", "a\n---\nb: c", "a}\n@comment{", "x\r\nER  - "] {
        title.clone_into(&mut record.text.title);
        let page = || {
            let mut page = ExportPage::new(record, PageContent::default(), ExportFormat::MarkdownFolder);
            title.clone_into(&mut page.judgment.note);
            page
        };
        let export = Export::new(title, 0, vec![page()]);
        let zip = export.write(ExportFormat::MarkdownFolder);
        let archive = rawzip::ZipArchive::from_slice(&zip[..]).unwrap();
        let mut entries = archive.entries();
        let entry = entries.next_entry().unwrap().unwrap();
        let path = String::from_utf8(entry.file_path().as_ref().to_vec()).unwrap();
        assert!(path.starts_with("0001-") && !path.contains(['/', '\\', ':']) && !path.contains(".."), "{path}");
        let text = String::from_utf8(archive.get_entry(entry.wayfinder()).unwrap().data().to_vec()).unwrap();
        assert_eq!(text.lines().filter(|line| *line == "---").count(), 2, "{text}");
        let ris = String::from_utf8(export.write(ExportFormat::Ris)).unwrap();
        assert_eq!(ris.lines().filter(|line| line.starts_with("ER  -")).count(), 1, "{ris}");
        let bib = String::from_utf8(export.write(ExportFormat::Bibtex)).unwrap();
        assert_eq!(bib.lines().filter(|line| line.starts_with('@')).count(), 1, "{bib}");
        assert_eq!(bib.matches('{').count(), bib.matches('}').count(), "{bib}");
    }
}

#[test]
fn texts_stay_within_the_limit_of_tokens_and_say_how_many_pages_are_beyond_it() {
    let whole = bytes(&crawl(), ExportFormat::Markdown, u32::MAX);
    let least = tokens("# dengue \\<fever\\>\n\n(9 more pages are beyond the limit of 9 tokens.)\n");
    let most = tokens(&String::from_utf8_lossy(&whole));
    for limit in 1..most {
        let text = String::from_utf8(bytes(&crawl(), ExportFormat::Markdown, limit)).unwrap();
        assert!(tokens(&text) <= limit.max(least) + 4, "{limit}: {text}");
        assert!(text != String::from_utf8_lossy(&whole), "{limit}");
    }
}

#[test]
fn a_token_is_four_bytes_or_a_character_of_a_script_without_spaces() {
    for (text, count) in [("", 0), ("word", 1), ("words", 2), ("漢字", 2), ("한글 ab", 3), ("слово", 3)] {
        assert_eq!(tokens(text), count, "{text}");
    }
}

#[test]
fn a_citation_names_authors_date_title_site_and_address() {
    let records = crawl();
    let page = ExportPage::new(&records[3], content(&records[3]), ExportFormat::CslJson);
    assert_eq!(
        citation(&page),
        "Lovelace, Ada (2026-03-04). Dengue, the fever. The & Site. http://b.test:8080/on (accessed 2026-11-20)"
    );
}

#[test]
fn references_have_the_kept_pages_and_none_that_was_discarded() {
    let records = crawl();
    let judgment = |state| Judgment { state: Some(state), ..Judgment::default() };
    let exported = |format, state| {
        let judgment = judgment(state);
        records.iter().filter(|record| is_exported(format, record, Some(&judgment), 0.5)).count()
    };
    let read = records.iter().filter(|record| record.outcome.is_listed()).count();
    let relevant = records.iter().filter(|record| record.is_on_topic(0.5)).count();
    for (state, count) in [(JudgmentState::Kept, read), (JudgmentState::Later, read), (JudgmentState::Discarded, 0)] {
        assert_eq!(exported(ExportFormat::Ris, state), count, "{state:?}");
        assert_eq!(exported(ExportFormat::Excel, state), read, "{state:?}");
    }
    assert!(relevant > 0 && relevant < read);
}
