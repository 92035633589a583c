//! Tests of whole files, which the fuzz target begins with as well.

use super::*;

const PLAIN: &[u8] = include_bytes!("../../../../fuzz/seeds/pdf/plain");
const DEFLATED: &[u8] = include_bytes!("../../../../fuzz/seeds/pdf/deflated");
const JAPANESE: &[u8] = include_bytes!("../../../../fuzz/seeds/pdf/japanese");
const TYPE_3: &[u8] = include_bytes!("../../../../fuzz/seeds/pdf/type3");

fn text(file: &[u8]) -> PdfText {
    read(file, &Limits::default()).expect("a file with text")
}

fn replaced(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    String::from_utf8_lossy(file).replace(from, to).into_bytes()
}

#[test]
fn a_file_has_text_links_and_language() {
    let read = text(PLAIN);
    assert_eq!(read.pages, ["Wolf spiders hunt\nhttp://b.test/x\nin a form"]);
    assert_eq!((read.title.as_str(), read.page_count), ("Wolf spiders hunt http://b.test/x", 1));
    assert_eq!(read.language.as_deref(), Some("en"));
    let links: Vec<_> =
        read.links.iter().map(|link| (link.address.as_str(), &read.pages[0][link.span.clone()])).collect();
    assert_eq!(links, [("http://a.test/", "Wolf spi"), ("http://b.test/x", "http://b.test/x")]);
}

#[test]
fn metadata_name_title_and_date() {
    let read = text(DEFLATED);
    assert_eq!(read.pages, text(PLAIN).pages);
    assert_eq!((read.title.as_str(), read.date.as_deref()), ("Spiders", Some("2024-01-02")));
}

#[test]
fn text_is_found_by_cjk_tables_and_by_tables_of_type_3_fonts() {
    assert_eq!(text(JAPANESE).pages, ["蜘蛛は糸を織る虫です。"]);
    assert_eq!(text(TYPE_3).pages, ["ABCDEFGHI"]);
}

#[test]
fn files_without_text_have_their_class() {
    let encrypted = replaced(PLAIN, "trailer\n<<", "trailer\n<< /Encrypt << /Filter /Own /V 9 >> /ID [(a) (b)]");
    for (file, class) in [
        (&b""[..], Unreadable::Damaged),
        (b"<p>an HTML page", Unreadable::Damaged),
        (b"%PDF-1.4 without objects", Unreadable::Damaged),
        (&encrypted, Unreadable::Encrypted),
        (&replaced(PLAIN, "/Contents 4", "/Contents 9"), Unreadable::Scanned),
    ] {
        assert_eq!(read(file, &Limits::default()), Err(class), "{}", String::from_utf8_lossy(file));
    }
}

#[test]
fn a_damaged_place_costs_that_place() {
    for file in
        [&PLAIN[..PLAIN.len() - 60], &replaced(PLAIN, "endobj", "endo"), &replaced(PLAIN, "/Length 131", "/Length 1")]
    {
        assert!(text(file).pages[0].starts_with("Wolf spiders"), "{}", String::from_utf8_lossy(file));
    }
}

#[test]
fn each_limit_ends_the_reading() {
    let limits = Limits::default();
    assert_eq!(read(PLAIN, &Limits { bytes: 100, ..limits }), Err(Unreadable::TooLarge));
    assert_eq!(read(PLAIN, &Limits { operations: 10, ..limits }), Err(Unreadable::TooLarge));
    let two = replaced(PLAIN, "[3 0 R] /Count 1", "[3 0 R 3 0 R << /Type /Page >>] /Count 2");
    let read = read(&two, &Limits { pages: 1, links: 1, ..limits }).expect("a first page");
    assert_eq!((read.pages.len(), read.page_count, read.links.len(), read.is_cut), (1, 2, 1, true));
}

#[test]
fn a_form_that_draws_itself_ends() {
    let file = replaced(PLAIN, "Td (in a form) Tj ET", "Td (in a form) Tj ET /X Do");
    let file = replaced(&file, "/BBox [0 0 9 9]", "/BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>");
    assert!(text(&file).pages[0].contains("Wolf"));
}
