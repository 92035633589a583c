//! Tests of whole files, which are written here.

use super::*;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write as _;

/// Returns a ZIP file with these entries; those with a long text are compressed.
fn zip(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut out);
    for (name, text) in entries {
        let is_packed = text.len() > 100;
        let method = if is_packed { CompressionMethod::DEFLATE } else { CompressionMethod::STORE };
        let (mut entry, config) = archive.new_file(*name).compression_method(method).start().unwrap();
        let output = if is_packed {
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
            writer.write_all(text.as_bytes()).unwrap();
            let (encoder, output) = writer.finish().unwrap();
            encoder.finish().unwrap();
            output
        } else {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(text.as_bytes()).unwrap();
            writer.finish().unwrap().1
        };
        entry.finish(output).unwrap();
    }
    archive.finish().unwrap();
    out
}

fn markup(format: DocumentFormat, entries: &[(&str, &str)]) -> Result<DocumentMarkup, Unreadable> {
    read(format, &zip(entries), &Limits::default())
}

/// Returns the HTML of a file with text, without line ends.
fn html(format: DocumentFormat, entries: &[(&str, &str)]) -> String {
    markup(format, entries).expect("a file with text").html.replace('\n', "")
}

/// Returns the HTML of a DOCX file with this body, and these relationships of its main part.
fn docx(body: &str, related: &str, further: &[(&str, &str)]) -> String {
    let main = format!("<w:document xmlns:w='w'><w:body>{body}</w:body></w:document>");
    let related = format!("<Relationships>{related}</Relationships>");
    let mut entries = vec![("word/document.xml", main.as_str()), ("word/_rels/document.xml.rels", &related)];
    entries.extend_from_slice(further);
    html(DocumentFormat::Docx, &entries)
}

const LINK: &str = "<Relationship Id='r1' Type='x/hyperlink' Target='https://a.test/?a=1&amp;b' TargetMode='External'/>\
    <Relationship Id='r2' Type='x/hyperlink' Target='file:///c:/x'/>";

#[test]
fn a_docx_file_has_headings_items_and_links() {
    let styles = "<w:styles><w:docDefaults><w:lang w:val='de-CH'/></w:docDefaults>\
        <w:style w:styleId='berschrift1'><w:name w:val='heading 1'/></w:style>\
        <w:style w:styleId='Own'><w:name w:val='Own'/><w:pPr><w:outlineLvl w:val='1'/></w:pPr></w:style></w:styles>";
    let related = format!("{LINK}<Relationship Id='r3' Type='x/styles' Target='/word/s.xml'/>");
    let body = "<w:p><w:pPr><w:pStyle w:val='berschrift1'/></w:pPr><w:r><w:t>Spiders &amp; </w:t></w:r>\
        <w:r><w:t>silk</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val='Own'/></w:pPr><w:r><w:t>Hunt</w:t></w:r></w:p>\
        <w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r></w:p>\
        <w:p><w:hyperlink r:id='r1'><w:r><w:t>read on</w:t></w:r></w:hyperlink><w:r><w:t>, </w:t></w:r>\
        <w:hyperlink r:id='r2'><w:r><w:t>local</w:t></w:r></w:hyperlink></w:p>";
    let core = ("docProps/core.xml", "<cp><dc:title>Of spiders</dc:title></cp>");
    let written = "<h1>Spiders &amp; silk</h1><h2>Hunt</h2><li>one two<br>three</li>\
        <p><a href=\"https://a.test/?a=1&amp;b\">read on</a>, local</p>";
    assert_eq!(
        docx(body, &related, &[("word/s.xml", styles), core]),
        format!("<html lang=\"de-CH\"><title>Of spiders</title>{written}")
    );
    assert_eq!(
        docx(body, &related, &[("word/s.xml", styles)]),
        format!("<html lang=\"de-CH\"><title>Spiders &amp; silk</title>{written}")
    );
    assert!(docx(body, LINK, &[]).contains("<p>Spiders &amp; silk</p><p>Hunt</p>"), "without styles");
}

#[test]
fn deleted_and_hidden_text_of_a_docx_file_is_left_out() {
    let body = "<w:p><w:r><w:t>kept words</w:t></w:r><w:del><w:r><w:delText>no</w:delText><w:t>no</w:t></w:r></w:del>\
        <w:ins><w:r><w:t> inserted</w:t></w:r></w:ins><w:moveFrom><w:r><w:t>no</w:t></w:r></w:moveFrom>\
        <w:r><w:rPr><w:vanish/></w:rPr><w:t>no</w:t></w:r><w:r><w:rPr><w:vanish w:val='false'/></w:rPr><w:t> \
        shown</w:t></w:r><w:r><w:rPr><w:rStyle w:val='H'/></w:rPr><w:t>no</w:t></w:r><w:r><w:t>.</w:t></w:r></w:p>\
        <w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>mark</w:t></w:r></w:p>\
        <mc:AlternateContent><mc:Choice><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Choice>\
        <mc:Fallback><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>";
    let styles = ("word/styles.xml", "<w:style w:styleId='H'><w:rPr><w:vanish/></w:rPr></w:style>");
    let read = docx(body, "<Relationship Id='r3' Type='x/styles' Target='styles.xml'/>", &[styles]);
    assert!(read.ends_with("<p>kept words inserted shown.</p><p>mark</p><p>box</p>"), "{read}");
}

#[test]
fn tables_fields_and_footnotes_of_a_docx_file_are_read() {
    let cell = |text: &str| format!("<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
    let inner = format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", cell("inner"));
    let table = format!("<w:tbl><w:tr>{}<w:tc>{inner}<w:p/></w:tc></w:tr></w:tbl>", cell("outer"));
    let field = |kind: &str| format!("<w:r><w:fldChar w:fldCharType='{kind}'/></w:r>");
    let (begin, separate, end) = (field("begin"), field("separate"), field("end"));
    let fields = format!(
        "<w:p>{begin}<w:r><w:instrText> HYPERLINK \"http://b.test/\" </w:instrText></w:r>{separate}<w:r><w:t>B</w:t>\
        </w:r>{end}{begin}<w:r><w:instrText>PAGE</w:instrText></w:r>{separate}<w:r><w:t>7</w:t></w:r>{end}\
        <w:fldSimple w:instr='HYPERLINK http://c.test/ \\o x'><w:r><w:t>C</w:t></w:r></w:fldSimple></w:p>"
    );
    let notes = (
        "word/footnotes.xml",
        "<w:footnotes><w:footnote><w:p><w:r><w:t>a note</w:t></w:r><w:hyperlink r:id='r1'>\
        <w:r><w:t>there</w:t></w:r></w:hyperlink></w:p></w:footnote></w:footnotes>",
    );
    let of_notes = ("word/_rels/footnotes.xml.rels", LINK);
    let related = "<Relationship Id='r9' Type='x/footnotes' Target='footnotes.xml'/>";
    let read = docx(&(table + &fields), related, &[notes, of_notes]);
    let expected = "<p>outer</p><p>inner</p><p><a href=\"http://b.test/\">B</a>7<a href=\"http://c.test/\">C</a></p>\
        <p>a note<a href=\"https://a.test/?a=1&amp;b\">there</a></p>";
    assert!(read.ends_with(expected), "{read}");
}

#[test]
fn the_main_part_of_a_docx_file_may_have_any_name() {
    let relations =
        "<Relationships><Relationship Id='r' Type='x/officeDocument' Target='/a/Main.xml'/></Relationships>";
    let main = "<w:p><w:r><w:t>words of a document</w:t></w:r></w:p>";
    let read = html(DocumentFormat::Docx, &[("_rels/.rels", relations), ("A/main.xml", main)]);
    assert!(read.ends_with("<p>words of a document</p>"), "{read}");
}

#[test]
fn an_odt_file_has_headings_items_links_and_notes() {
    let content = "<office:document-content><office:automatic-styles><style:style style:name='T1'>\
        <style:text-properties text:display='none'/></style:style></office:automatic-styles><office:body><office:text>\
        <text:tracked-changes><text:changed-region><text:deletion><text:p>no</text:p></text:deletion>\
        </text:changed-region></text:tracked-changes><text:h text:outline-level='2'>Spiders</text:h>\
        <text:p>They<text:s/>hunt<office:annotation><text:p>no</text:p></office:annotation><text:span \
        text:style-name='T1'>no</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body>\
        <text:p>at night</text:p></text:note-body></text:note> and <text:a xlink:href='https://a.test/x'>rest</text:a>.\
        </text:p><text:list><text:list-item><text:p>one</text:p><text:p>more</text:p></text:list-item></text:list>\
        </office:text></office:body></office:document-content>";
    let meta = ("meta.xml", "<office:meta><dc:language>fr</dc:language></office:meta>");
    let read = html(DocumentFormat::Odt, &[("content.xml", content), meta]);
    assert_eq!(
        read,
        "<html lang=\"fr\"><title>Spiders</title><h2>Spiders</h2><p>They hunt and <a href=\"https://a.test/x\">rest</a>\
        .</p><li>one</li><p>more</p><p>at night</p>"
    );
    let manifest =
        "<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>";
    let encrypted = markup(DocumentFormat::Odt, &[("META-INF/manifest.xml", manifest), ("content.xml", "\0\u{1}")]);
    assert_eq!(encrypted, Err(Unreadable::Encrypted));
}

const CONTAINER: (&str, &str) =
    ("META-INF/container.xml", "<container><rootfiles><rootfile full-path='OEBPS/c.opf'/></rootfiles></container>");

fn epub(further: &[(&str, &str)]) -> Result<DocumentMarkup, Unreadable> {
    let package = "<package><metadata><dc:title>Silk</dc:title><dc:title>A subtitle</dc:title>\
        <dc:language>en</dc:language></metadata><manifest>\
        <item id='b' href='t/two.xhtml' media-type='application/xhtml+xml'/>\
        <item id='a' href='t/My%20one.xhtml' media-type='application/xhtml+xml'/>\
        <item id='p' href='p.png' media-type='image/png'/></manifest>\
        <spine><itemref idref='a'/><itemref idref='p'/><itemref idref='gone'/><itemref idref='b'/></spine></package>";
    let one = "<html><head><title>no</title></head><body><h1>One&nbsp;spider</h1><p>hunts<br/>by <a \
        href='two.xhtml'>day</a> and <a href='http://a.test/n'>night</a></p><p hidden='hidden'>no</p>\
        <script>no</script></body></html>";
    let entries =
        [CONTAINER, ("OEBPS/c.opf", package), ("OEBPS/t/My one.xhtml", one), ("OEBPS/t/two.xhtml", "<p>Two</p>")];
    markup(DocumentFormat::Epub, &[&entries, further].concat())
}

#[test]
fn the_chapters_of_an_epub_file_are_read_in_their_order() {
    let read = epub(&[]).expect("a book");
    let expected = "<html lang=\"en\"><title>Silk</title><h1>One&nbsp;spider</h1><p>hunts<br>by day and \
        <a href=\"http://a.test/n\">night</a></p><p>Two</p>";
    assert_eq!((read.html.replace('\n', "").as_str(), read.is_cut), (expected, false));
}

#[test]
fn an_epub_file_is_encrypted_unless_only_its_fonts_are() {
    let method = |algorithm: &str| {
        let file = format!(
            "<encryption><EncryptedData><EncryptionMethod Algorithm='{algorithm}'/></EncryptedData></encryption>"
        );
        epub(&[("META-INF/encryption.xml", &file)]).map(|read| read.is_cut)
    };
    assert_eq!(method("http://www.w3.org/2001/04/xmlenc#aes256-cbc"), Err(Unreadable::Encrypted));
    assert_eq!(method("http://www.idpf.org/2008/embedding"), Ok(false));
}

#[test]
fn files_without_text_have_their_class() {
    let body = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let (pictures, text) = (body(""), body("words of a document"));
    for (format, entries, class) in [
        (DocumentFormat::Docx, &[("word/other.xml", text.as_str())][..], Unreadable::Damaged),
        (DocumentFormat::Docx, &[("word/document.xml", &pictures)], Unreadable::Scanned),
        (DocumentFormat::Odt, &[("meta.xml", "")], Unreadable::Damaged),
        (DocumentFormat::Epub, &[CONTAINER], Unreadable::Damaged),
        (DocumentFormat::Epub, &[("x", "")], Unreadable::Damaged),
    ] {
        assert_eq!(markup(format, entries), Err(class), "{entries:?}");
    }
    for format in [DocumentFormat::Docx, DocumentFormat::Odt, DocumentFormat::Epub] {
        for bytes in [&b""[..], b"<p>an HTML page", b"PK\x03\x04", COMPOUND_FILE] {
            assert_eq!(read(format, bytes, &Limits::default()), Err(Unreadable::Damaged), "{bytes:?}");
        }
    }
    let name = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes);
    let encrypted: Vec<u8> = COMPOUND_FILE.iter().copied().chain(name).collect();
    assert_eq!(read(DocumentFormat::Docx, &encrypted, &Limits::default()), Err(Unreadable::Encrypted));
}

#[test]
fn limits_and_damage_end_the_reading() {
    let text = "<w:p><w:r><w:t>words of a document</w:t></w:r></w:p>".repeat(100);
    let file = zip(&[("word/document.xml", &text)]);
    let limits = Limits::default();
    let read = |limits: &Limits| super::read(DocumentFormat::Docx, &file, limits);
    assert_eq!(read(&Limits { bytes: 100, ..limits }), Err(Unreadable::TooLarge));
    assert_eq!(read(&Limits { unpacked: 20, ..limits }), Err(Unreadable::TooLarge));
    assert!(read(&Limits { unpacked: 2_000, ..limits }).is_ok_and(|read| read.is_cut));
    assert!(read(&Limits { html: 200, ..limits }).is_ok_and(|read| read.is_cut && read.html.len() < 400));
    assert!(read(&limits).is_ok_and(|read| !read.is_cut));
    let damaged = markup(DocumentFormat::Docx, &[("word/document.xml", &format!("{text}<w:p <<"))]);
    assert!(damaged.is_ok_and(|read| read.is_cut && read.html.matches("words").count() == 100));
}

#[test]
fn deep_and_long_parts_are_read_in_linear_time() {
    for part in ["<w:p>", "<w:del>", "<w:r>", "</w:p>", "<w:fldChar w:fldCharType='begin'/>", "&amp;", "<w:t>"] {
        let text = format!("<w:p><w:r><w:t>words of a document</w:t></w:r></w:p>{}", part.repeat(200_000));
        assert!(markup(DocumentFormat::Docx, &[("word/document.xml", &text)]).is_ok(), "{part}");
    }
}
