//! Tests bookmark files: those of each browser, malformed and malicious ones, and round trips.

use super::*;
use crate::html::EncodingRs;
use crate::import_warning::ImportWarning;
use std::fmt::Write as _;
use types::limits::{BOOKMARK_DEPTH, BOOKMARKS, LISTED_PROBLEMS, TITLE_CHARS};

fn read(file: &[u8]) -> Result<(Folder, Vec<ImportWarning>), BookmarksError> {
    super::read(file, &EncodingRs)
}

/// Writes a line for each folder and bookmark, indented by depth.
fn drawn(folder: &Folder, indent: usize, out: &mut String) {
    let gap = "  ".repeat(indent);
    writeln!(out, "{gap}{}/", folder.name).unwrap();
    for Bookmark { title, url, added } in &folder.bookmarks {
        let added = added.map_or(String::new(), |added| format!(" {added}"));
        writeln!(out, "{gap}  {title} <{}>{added}", url.as_str()).unwrap();
    }
    for folder in &folder.folders {
        drawn(folder, indent + 1, out);
    }
}

/// Checks the tree and the warnings of a file.
fn check(file: &[u8], tree: &str, warnings: &[&str]) {
    let (folder, messages) = read(file).unwrap();
    let mut out = String::new();
    drawn(&folder, 0, &mut out);
    assert_eq!(out.trim(), tree.trim());
    let messages: Vec<String> = messages.iter().map(ToString::to_string).collect();
    assert_eq!(messages, warnings);
}

#[test]
fn firefox_exports_are_read() {
    check(
        include_bytes!("../../../tests/fixtures/bookmarks/firefox.html"),
        "
Bookmarks Menu/
  Getting Started <https://www.mozilla.example/en-US/firefox/central/> 1700000001
  Health/
    Asthma & you: <facts> “at a glance” <https://lungs.example/asthma?lang=en&page=2> 1700000005
    Health news <https://news.example/>
    Fevers/
      Dengue <http://fever.example/dengue> 1700000007
      Zika <http://fever.example/zika>
  Bookmarks Toolbar/
  Other Bookmarks/
    Übung <https://xn--bung-zra.example/weg>",
        &[
            "“Most Visited” was left out: only http and https pages can be crawled, not “place:” URLs",
            "“A feed without a page” in Health was left out: the URL is empty: write one like https://example.org/page",
            "“Zap” in Bookmarks Toolbar was left out: only http and https pages can be crawled, not “javascript:” URLs",
        ],
    );
}

#[test]
fn chrome_exports_are_read() {
    check(
        include_bytes!("../../../tests/fixtures/bookmarks/chrome.html"),
        "
Bookmarks/
  Other <https://other.example/a>
  Bookmarks bar/
    Bar <https://bar.example/> 1690000001
    Cooking/
      Soup 'n' bread <https://soup.example/recipes/1> 1690000003
    Nothing yet/",
        &["“Settings” in Bookmarks bar was left out: only http and https pages can be crawled, not “chrome:” URLs"],
    );
}

#[test]
fn edge_exports_are_read() {
    check(
        include_bytes!("../../../tests/fixtures/bookmarks/edge.html"),
        "
Bookmarks/
  Favorites bar/
    Work <https://work.example/?id=7> 1680000002
  Imported From IE/
    Old <http://old.example/> 1680000006",
        &[
            "“Extensions” in Favorites bar was left out: only http and https pages can be crawled, not “edge:” URLs",
            "“Notes” in Imported From IE was left out: only http and https pages can be crawled, not “file:” URLs",
        ],
    );
}

#[test]
fn safari_exports_without_an_outer_list_are_read() {
    check(
        include_bytes!("../../../tests/fixtures/bookmarks/safari.html"),
        "
Bookmarks/
  Loose <https://loose.example/>
  Favorites/
    Garden <https://garden.example/>
    Roses <https://garden.example/roses>
  Bookmarks Menu/
  Reading List/
    Later <https://later.example/long>",
        &[],
    );
}

#[test]
fn malformed_markup_is_read_as_intended() {
    check(
        include_bytes!("../../../tests/fixtures/bookmarks/careless.html"),
        "
Mine/
  Open/
    One <http://one.example/> 1600000000
    Two bold <http://two.example/>
    Three lines <http://three.example/>
    No term <http://four.example/>
    No list/
  Cut/
    Five <http://five.example/>",
        &[
            "“Relative” in Open was left out: “three” is not a URL: write one like https://example.org/page",
            "“Nothing” in Open was left out: the URL is empty: write one like https://example.org/page",
            "the file ends inside a folder: export it again if bookmarks are missing",
        ],
    );
}

#[test]
fn other_files_are_refused_with_their_kind() {
    use BookmarksError::{
        Archive, BinaryPropertyList, Database, Empty, FirefoxBackup, NoBookmarksInJson, NoBookmarksInMarkup, Text,
    };
    for (file, error) in [
        (&b""[..], Empty),
        (b"\xEF\xBB\xBF \n", Empty),
        (b"just text", Text),
        (b"http://a.test/\nhttp://b.test/\n", Text),
        (b"# mine\nhttp://a.test/a,b\nhttp://a.test/c,d\n", Text),
        (b"Links, sorted\nhttp://a.test/\nhttp://b.test/\n", Text),
        (b"http://a.test/x | A, a title\nhttp://b.test/\tB\n", Text),
        (b"name,title\nx,y\n", Text),
        (b"<!doctype html><title>A page</title><p><a href='http://a.test/'>link</a>", NoBookmarksInMarkup),
        (b"<!doctype html><dl><dt>term<dd><a href='http://a.test/'>link</a></dl>", NoBookmarksInMarkup),
        (b"<!doctype html><h1>Links</h1><ul><li><a href='http://a.test/'>link</a></ul>", NoBookmarksInMarkup),
        (b"<plist><dict><key>a</key><string>b</string></dict></plist>", NoBookmarksInMarkup),
        (b"{\"roots\":{\"bookmark_bar\":{\"children\":[]}}}", NoBookmarksInJson),
        (b"[1,{\"a\":2}]", NoBookmarksInJson),
        (b"[InternetShortcut]\r\nURL=http://a.test/1", Text),
        (b"[A](http://a.test/1 \"{A}\")", Text),
        (b"[1] http://a.test/1\n[2] http://b.test/", Text),
        (b"[ ] http://a.test/1", Text),
        (b"{\"topics\":[{\"name\":\"A\",\"examples\":[\"http://a.test/\"]}]}", NoBookmarksInJson),
        (b"{\"version\":1,\"trails\":[{\"pages\":[{\"url\":\"http://a.test/\"}]}]}", NoBookmarksInJson),
        (b"\x89PNG\r\n\x1a\n", Text),
        (b"PK\x03\x04\x14\0", Archive),
        (b"\x1F\x8B\x08", Archive),
        (b"mozLz40\0abc", FirefoxBackup),
        (b"bplist00abc", BinaryPropertyList),
        (b"SQLite format 3\0abc", Database),
    ] {
        assert_eq!(read(file), Err(error), "{}", file.escape_ascii());
    }
    let damaged = read(b"{\"children\":[{\"title\":\"A\"},\n{\"uri\"").unwrap_err().to_string();
    assert_eq!(damaged, "this JSON file is damaged (EOF while parsing an object at line 2 column 6): export it again");
    let long = read(format!("[{}1]", " ".repeat(BOOKMARK_BYTES)).as_bytes()).unwrap_err();
    assert_eq!(long, BookmarksError::LongJson);
}

#[test]
fn pocket_lists_are_read_with_their_headings() {
    check(
        b"<!DOCTYPE html>\n<html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul>
        <li><a href='https://a.test/one' time_added='1600000000' tags='x,y'>One</a></li>
        <li><a href='https://a.test/two' time_added='1600000001' tags=''>Two</a></li></ul>
        <h1>Read Archive</h1><ul><li><a href='ftp://a.test/' time_added='1'>Three</a></li></ul></body></html>",
        "
/
  Unread/
    One <https://a.test/one> 1600000000
    Two <https://a.test/two> 1600000001
  Read Archive/",
        &["“Three” in Read Archive was left out: only http and https pages can be crawled, not “ftp:” URLs"],
    );
    let instapaper = b"<title>Instapaper: Export</title><h1>Unread</h1>\n<ol><li><a href=http://a.test/>A</a></ol>";
    check(instapaper, "/\n  Unread/\n    A <http://a.test/>", &[]);
}

#[test]
fn tables_are_read_by_the_names_of_their_columns() {
    check(
        b"title,url,time_added,cursor,tags,status\nOne,https://a.test/one,1728576752,7187623980,,unread\n\
          \"Two, \"\"b\"\"\",https://a.test/two,1728576752,7,x|y,unread\nNone,,1,,,\n",
        "/\n  One <https://a.test/one> 1728576752\n  Two, \"b\" <https://a.test/two> 1728576752",
        &["“None” was left out: the URL is empty: write one like https://example.org/page"],
    );
    check(
        b"\xEF\xBB\xBFid,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\r\n\
          1,\"One\",,\"a\nb\",https://a.test/one,Animals/Spiders,\"a, b\",2024-01-01T00:00:00.000Z,,,false\r\n\
          2,Two,,,https://a.test/two,,,,,,\r\n3,Three,,,https://a.test/three,Animals/Spiders,,,,,\r\n",
        "/\n  Two <https://a.test/two>\n  Animals/\n    Spiders/\n      One <https://a.test/one>\n      \
        Three <https://a.test/three>",
        &[],
    );
    check(b"Title;URL\nA;http://a.test/?a,b\n", "/\n  A <http://a.test/?a,b>", &[]);
    check(b"Title\tHref\nA\thttp://a.test/\n", "/\n  A <http://a.test/>", &[]);
    let bitwarden = b"folder,name,login_uri\nF/G,A,http://a.test/1\n,B,\n,C,http://a.test/2\n";
    let untitled = "“B” was left out: the URL is empty: write one like https://example.org/page";
    check(bitwarden, "/\n  C <http://a.test/2>\n  F/\n    G/\n      A <http://a.test/1>", &[untitled]);
    for (file, title) in [
        ("name,website\nA,http://a.test/1\n", "A"),
        ("website;name\nhttp://a.test/1;A\n", "A"),
        ("item_id,given_url,resolved_url\n7,http://a.test/1,http://a.test/2\n", ""),
        ("A,http://a.test/1\n", "A"),
        ("A\tHTTP://a.test/1\n", "A"),
        ("# exported\r\n# today, at ten\r\nurl,title\r\nhttp://a.test/1,A\r\n", "A"),
        ("# exported\nname,website\nA,http://a.test/1\n", "A"),
        ("#,title,url\n1,A,http://a.test/1\n", "A"),
    ] {
        check(file.as_bytes(), &format!("/\n  {title} <http://a.test/1>"), &[]);
    }
    check(
        b"URL,Title,Selection,Folder,Timestamp\nhttp://a.test/,A,,Unread,5\n",
        "/\n  Unread/\n    A <http://a.test/> 5",
        &[],
    );
}

/// RFC 4180 §2.5 to 2.7: quotation marks are around a whole cell, which may contain line ends.
#[test]
fn a_stray_quotation_mark_costs_no_row() {
    let tree = "/\n  A <http://a.test/1>\n  The <http://a.test/2>\n  B, b <http://a.test/3>\n  C <http://a.test/2>";
    let (first, rest) = ("title,url\nA,http://a.test/1\n", "\"B, b\",http://a.test/3\nC,http://a.test/2\n");
    for row in
        ["\"The,http://a.test/2", "The,\"http://a.test/2", "\"The\"\",http://a.test/2", "\n\n\"The,http://a.test/2\n"]
    {
        let file = format!("{first}{row}\n{rest}");
        check(file.as_bytes(), tree, &[]);
        check(file.replace('\n', "\r\n").as_bytes(), tree, &[]);
        check(file.replace('\n', "\r").as_bytes(), tree, &[]);
        check(file.trim_end().as_bytes(), tree, &[]);
    }
    check(
        b"url,title\nhttp://a.test/1,\"The\nhttp://a.test/2,B\nhttp://a.test/3,\"last",
        "/\n  The <http://a.test/1>\n  B <http://a.test/2>\n  last <http://a.test/3>",
        &[],
    );
    check(
        b"url\nhttp://a.test/1\n\"http://a.test/2\nhttp://a.test/3\n",
        "/\n   <http://a.test/1>\n   <http://a.test/2>\n   <http://a.test/3>",
        &[],
    );
    check(
        b"title,note,url\n\"A\nb\",\"see\nhttp://b.test/, or\r\n\",http://a.test/1\nB,,http://a.test/2\n",
        "/\n  A b <http://a.test/1>\n  B <http://a.test/2>",
        &[],
    );
    // Each line opens a cell that ends nowhere.
    let many = format!("title,url\n{}A,http://a.test/1\n", "x\"y,\"\n".repeat(100_000));
    let (folder, warnings) = read(many.as_bytes()).unwrap();
    assert_eq!((folder.bookmarks.len(), warnings.is_empty()), (1, false));
}

#[test]
fn firefox_backups_are_read() {
    check(
        br#"{"guid":"root________","title":"","index":0,"dateAdded":1600000000000000,"id":1,"typeCode":2,"root":"placesRoot","children":[
        {"title":"menu","type":"text/x-moz-place-container","children":[
            {"title":"One","type":"text/x-moz-place","dateAdded":1600000000000000,"uri":"https://a.test/one","iconUri":"https://a.test/i.ico"},
            {"type":"text/x-moz-place-separator"},
            {"title":"T \ud83d","type":"text/x-moz-place","uri":"https://a.test/two","annos":[{"name":"x","uri":"http://b.test/"}]},
            {"title":"Most Visited","uri":"place:sort=8"}]},
        {"title":"toolbar","type":"text/x-moz-place-container"}]}"#,
        "
/
  menu/
    One <https://a.test/one> 1600000000
    T \u{fffd} <https://a.test/two>",
        &["“Most Visited” in menu was left out: only http and https pages can be crawled, not “place:” URLs"],
    );
}

#[test]
fn other_json_exports_are_read() {
    check(
        br#"{"checksum":"x","roots":{"bookmark_bar":{"children":[{"children":[{"date_added":"13300000000000000","name":"A","type":"url",
            "url":"http://a.test/"}],"name":"In","type":"folder"}],"name":"Bar","type":"folder"},"other":{"children":[],"name":"Other"}},"version":1}"#,
        "/\n  Bar/\n    In/\n      A <http://a.test/> 1655526400\n  Other/",
        &[],
    );
    let pinboard = br#"[{"href":"http://a.test/","description":"A","extended":"","time":"2024-01-01T00:00:00Z"},{"href":"http://b.test/","description":"B"}]"#;
    check(pinboard, "/\n  A <http://a.test/>\n  B <http://b.test/>", &[]);
    check(br#"{"items":[{"link":"http://a.test/","title":"A"}]}"#, "/\n  A <http://a.test/>", &[]);
}

#[test]
fn opml_outlines_are_read_as_the_pages_of_their_feeds() {
    check(
        br#"<?xml version="1.0" encoding="UTF-8"?>
        <opml version="1.0"><head><title>Subs</title></head><body><outline text="Spiders &amp; co">
        <outline type="rss" text="Blog" xmlUrl="https://a.test/feed" htmlUrl="https://a.test/"/>
        <outline type="rss" title="Feed" xmlUrl="https://a.test/other?a=1&b=2" htmlUrl=""></outline>
        <outline text="Page" type="link" url="http://b.test/"/><outline text="Note"/>
        <outline text="1" xmlUrl="feed://d.test/1"/><outline text="2" xmlUrl=" feed:https://d.test/2"/>
        <outline text="3" htmlUrl="d.test" xmlUrl="http://d.test/3"/></outline>
        <outline text="Last" htmlUrl="http://c.test/"/></body></opml>"#,
        "
Subs/
  Last <http://c.test/>
  Spiders & co/
    Blog <https://a.test/>
    Feed <https://a.test/other?a=1&b=2>
    Page <http://b.test/>
    1 <http://d.test/1>
    2 <https://d.test/2>
    3 <http://d.test/3>",
        &["“Note” in Spiders & co was left out: the URL is empty: write one like https://example.org/page"],
    );
}

#[test]
fn the_root_of_an_xml_file_may_be_in_capitals() {
    check(b"<OPML><BODY><OUTLINE TEXT=A URL='http://a.test/'/></BODY></OPML>", "/\n  A <http://a.test/>", &[]);
}

/// XBEL 1.0.
#[test]
fn folders_and_bookmarks_of_xbel_are_read() {
    check(
        br#"<?xml version="1.0"?><!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" "x">
        <xbel version="1.0"><title>Mine</title><folder folded="no"><title>Spiders &amp; co</title><desc>about</desc>
        <bookmark href="http://a.test/?a=1&amp;b=2" added="2026-01-01T00:00:00"><title><![CDATA[A <b>]]></title></bookmark>
        <separator/><folder><title>In</title><bookmark href="http://b.test/"/></folder>
        <bookmark><title>None</title></bookmark><alias ref="x"/></folder>
        <bookmark href="http://c.test/"><title>C</title><info><metadata owner="x"/></info></bookmark></xbel>"#,
        "
Mine/
  C <http://c.test/>
  Spiders & co/
    A <b> <http://a.test/?a=1&b=2>
    In/
       <http://b.test/>",
        &["“None” in Spiders & co was left out: the URL is empty: write one like https://example.org/page"],
    );
}

#[test]
fn lists_of_delicious_and_pinboard_are_read() {
    check(
        br#"<?xml version="1.0" encoding="UTF-8"?><posts user="me" update="2026-11-01T00:00:00Z" tag="">
        <post href="http://a.test/?a=1&amp;b=2" hash="x" description="A &amp; B" tag="web" time="2026-01-01T00:00:00Z"/>
        <post href="javascript:x" description="None"></post><post description="C" href="http://c.test/"/></posts>"#,
        "
/
  A & B <http://a.test/?a=1&b=2>
  C <http://c.test/>",
        &["“None” was left out: only http and https pages can be crawled, not “javascript:” URLs"],
    );
}

#[test]
fn the_property_list_of_safari_is_read() {
    let leaf = |title: &str, url: &str| {
        format!(
            "<dict><key>URIDictionary</key><dict><key>title</key><string>{title}</string></dict>
            <key>URLString</key><string>{url}</string><key>WebBookmarkType</key>\
            <string>WebBookmarkTypeLeaf</string></dict>"
        )
    };
    let list = |title: &str, content: &str| {
        format!(
            "<dict><key>Children</key><array>{content}</array><key>Title</key><string>{title}</string>
            <key>WebBookmarkType</key><string>WebBookmarkTypeList</string></dict>"
        )
    };
    let menu = list(
        "BookmarksMenu",
        &(leaf("A &amp; b", "https://a.test/?a=1&amp;b=2") + &list("Deep", &leaf("C", "javascript:x"))),
    );
    let proxy = "<dict><key>Title</key><string>History</string><key>WebBookmarkType</key>\
        <string>WebBookmarkTypeProxy</string></dict>";
    let file = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\">\
        <plist version=\"1.0\">{}</plist>",
        list("", &(proxy.to_owned() + &menu + &leaf("Loose", "http://b.test/")))
    );
    check(
        file.as_bytes(),
        "
/
  Loose <http://b.test/>
  BookmarksMenu/
    A & b <https://a.test/?a=1&b=2>
    Deep/",
        &["“C” was left out: only http and https pages can be crawled, not “javascript:” URLs"],
    );
}

#[test]
fn files_in_windows_1252_and_utf_16_are_decoded() {
    let file = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DT><A HREF='http://a.test/'>\u{dc}bung \u{2013} \u{e9}</A>";
    let tree = "/\n  \u{dc}bung \u{2013} \u{e9} <http://a.test/>";
    let western: Vec<u8> = file.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(0x96)).collect();
    let declared =
        [b"<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=windows-1252\">", &western[..]].concat();
    let little: Vec<u8> = file.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = file.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked: Vec<u8> = [0xFF, 0xFE].into_iter().chain(little.clone()).collect();
    for bytes in [&western, &declared, &little, &big, &marked, file.as_bytes()] {
        check(bytes, tree, &[]);
    }
    let list = "http://a.test/gr\u{f6}\u{df}e\nhttp://b.test/\n";
    let western: Vec<u8> = list.chars().map(|c| u8::try_from(c).unwrap()).collect();
    let little: Vec<u8> = list.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = list.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked: Vec<u8> = [0xFF, 0xFE].into_iter().chain(little.clone()).collect();
    for bytes in [western, little, big, marked, format!("\u{feff}{list}").into_bytes()] {
        assert_eq!(read(&bytes), Err(BookmarksError::Text));
        assert_eq!(list_text(&bytes, &EncodingRs).as_deref(), Some(list), "{}", bytes.escape_ascii());
    }
    assert_eq!(list_text(b"\x89PNG\r\n\x1a\n\0\0", &EncodingRs), None);
    let table: Vec<u8> =
        "\u{feff}title\turl\n\u{dc}\thttp://a.test/\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    check(&table, "/\n  \u{dc} <http://a.test/>", &[]);
}

#[test]
fn other_formats_keep_the_limits() {
    let depth = 100_000;
    let outlines = format!("<opml>{}<outline url='http://a.test/'/>", "<outline text='f'>".repeat(depth));
    let (_, warnings) = read(outlines.as_bytes()).unwrap();
    assert_eq!(warnings, [ImportWarning::TooDeep(BOOKMARK_DEPTH), ImportWarning::UnclosedFolder]);
    let dictionaries = "<dict><key>Children</key><array>".repeat(depth);
    let (_, warnings) = read(format!("<plist>{dictionaries}").as_bytes()).unwrap();
    assert_eq!(warnings, [ImportWarning::TooDeep(BOOKMARK_DEPTH), ImportWarning::UnclosedFolder]);
    let deep = "[".repeat(depth);
    assert!(read(deep.as_bytes()).is_err_and(|error| error.to_string().contains("recursion limit")));
    let rows = format!("url,title\n{}", "http://a.test/,A\n".repeat(BOOKMARKS + 1));
    let (root, warnings) = read(rows.as_bytes()).unwrap();
    assert_eq!((root.bookmarks.len(), warnings), (BOOKMARKS, vec![ImportWarning::TooMany(BOOKMARKS)]));
}

#[test]
fn a_file_without_a_doctype_is_recognized_by_its_entries() {
    let (file, _) = read(b"<DL><p><DT><A HREF='http://a.test/'>a</A></DL>").unwrap();
    assert_eq!(file.bookmarks[0].title, "a");
    let cut = read(b"<DL><p><DT><A HREF='http://a.test/'>a</A><DT><A HR").unwrap();
    assert_eq!((cut.0, cut.1), (file, vec![ImportWarning::UnclosedFolder]));
    let (file, _) = read(b"<DL><p><DT><H3>Empty</H3></DL>").unwrap();
    assert_eq!(file.folders[0].name, "Empty");
}

#[test]
fn a_heading_without_a_list_is_an_empty_folder() {
    let file = format!("{DOCTYPE}<DT><H3>Outer</H3><DL><p><DT><H3>Inner</H3></DL>{ENTRY}<DT><H3>Last</H3>");
    check(
        file.as_bytes(),
        "
/
  a <http://a.test/>
  Outer/
    Inner/
  Last/",
        &[],
    );
}

#[test]
fn dates_are_converted_to_seconds() {
    for (date, added) in [
        ("1700000000", Some(1_700_000_000)),
        ("1700000000123", Some(1_700_000_000)),
        ("1700000000123456", Some(1_700_000_000)),
        (" 5 ", Some(5)),
        ("0", None),
        ("-1", None),
        ("yesterday", None),
        ("99999999999999999999999", None),
    ] {
        let file = format!("{DOCTYPE}<DT><A HREF='http://a.test/' ADD_DATE='{date}'>a</A>");
        assert_eq!(read(file.as_bytes()).unwrap().0.bookmarks[0].added, added, "{date}");
    }
}

const DOCTYPE: &str = "<!DOCTYPE NETSCAPE-Bookmark-file-1>";
const ENTRY: &str = "<DT><A HREF='http://a.test/'>a</A>";

#[test]
fn folders_below_the_depth_limit_are_merged_into_their_parent() {
    let depth = 100_000;
    let deep = "<DT><H3>f</H3><DL><p>".repeat(depth);
    let file = format!("{DOCTYPE}<DL><p>{deep}{ENTRY}{}</DL>", "</DL>".repeat(depth));
    let (root, warnings) = read(file.as_bytes()).unwrap();
    assert_eq!(warnings, [ImportWarning::TooDeep(BOOKMARK_DEPTH)]);
    let (mut folder, mut levels) = (&root, 0);
    while let Some(inner) = folder.folders.first() {
        (folder, levels) = (inner, levels + 1);
    }
    assert_eq!((levels, folder.bookmarks.len()), (BOOKMARK_DEPTH, 1));
}

#[test]
fn entries_beyond_the_limit_are_left_out_with_one_warning() {
    let file = format!("{DOCTYPE}{}", ENTRY.repeat(BOOKMARKS + 500));
    let (root, warnings) = read(file.as_bytes()).unwrap();
    assert_eq!(root.bookmarks.len(), BOOKMARKS);
    assert_eq!(warnings, [ImportWarning::TooMany(BOOKMARKS)]);
    let folders = format!("{DOCTYPE}{}", "<DT><H3>f</H3>".repeat(BOOKMARKS + 500));
    let (root, warnings) = read(folders.as_bytes()).unwrap();
    assert_eq!(root.folders.len(), BOOKMARKS);
    assert_eq!(warnings, [ImportWarning::TooMany(BOOKMARKS)]);
}

#[test]
fn bytes_beyond_the_limit_are_left_out_and_earlier_entries_are_kept() {
    let file = format!("{DOCTYPE}{ENTRY}{}{ENTRY}", " ".repeat(5 * BOOKMARK_BYTES));
    let (root, warnings) = read(file.as_bytes()).unwrap();
    assert_eq!(root.bookmarks.len(), 1);
    let limit = BOOKMARK_BYTES;
    let bytes = file.len();
    assert_eq!(warnings, [ImportWarning::TooLong { bytes, limit }]);
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn folders_in_folders_are_read_and_written_on_a_small_stack() {
    let folders = "<DT><H3>f</H3><DL><p>".repeat(100_000);
    let read = std::thread::Builder::new().stack_size(128 * 1024).spawn(move || {
        let file = format!("{DOCTYPE}{folders}{ENTRY}");
        let (root, _) = read(file.as_bytes()).expect("it is a bookmark file");
        write(&root).len()
    });
    let written = read.expect("a thread can be started").join();
    assert!(written.is_ok_and(|bytes| bytes > 500), "it was read and written");
}

#[test]
fn bookmarks_that_cannot_be_crawled_are_counted_past_the_first_thousand() {
    let file = format!("{DOCTYPE}{}", "<DT><A HREF='about:x'>a</A>".repeat(LISTED_PROBLEMS + 7));
    let (_, warnings) = read(file.as_bytes()).unwrap();
    assert_eq!(warnings.len(), LISTED_PROBLEMS + 1);
    assert_eq!(warnings.last(), Some(&ImportWarning::MoreSkipped(7)));
}

#[test]
fn a_tag_with_fifty_thousand_attributes_is_read_with_the_first_of_them() {
    let mut flood = String::new();
    for n in 0..50_000 {
        write!(flood, " a{n}").unwrap();
    }
    let file = format!("{DOCTYPE}<DT><A HREF='http://b.test/'{flood}>b</A>{ENTRY}");
    let (root, warnings) = read(file.as_bytes()).unwrap();
    assert_eq!(root.bookmarks.len(), 2);
    assert_eq!(warnings, []);
}

#[test]
fn titles_are_cleaned_and_truncated() {
    let file = format!("{DOCTYPE}<DT><A HREF='http://a.test/'>\u{202e} a\t\n b{}</A>", "x".repeat(1_000_000));
    let title = &read(file.as_bytes()).unwrap().0.bookmarks[0].title;
    assert!(title.starts_with("a bxxx") && title.chars().count() == TITLE_CHARS);
}

#[test]
fn a_title_that_is_cut_between_words_ends_with_a_word() {
    let file = format!("{DOCTYPE}<DT><A HREF='http://a.test/'>{}</A>", "x ".repeat(TITLE_CHARS));
    let title = &read(file.as_bytes()).unwrap().0.bookmarks[0].title;
    assert_eq!(title.chars().count(), TITLE_CHARS - 1);
}

#[cfg(not(target_arch = "wasm32"))]
mod there_and_back {
    use super::*;
    use proptest::prelude::*;
    use types::text::clean;

    fn bookmark() -> impl Strategy<Value = Bookmark> {
        let url = "https?://[a-z]{1,8}\\.test/[a-zA-Z0-9&<>\"'()~%=?é ]{0,12}";
        let url = url.prop_filter_map("a URL", |url| CanonicalUrl::parse(&url).ok());
        (".{0,20}", url, prop::option::of(1_u64..99_999_999_999)).prop_map(|(title, url, added)| Bookmark {
            title: clean(&title),
            url,
            added,
        })
    }

    fn folder() -> impl Strategy<Value = Folder> {
        let made = |(name, bookmarks): (String, _)| Folder { name: clean(&name), bookmarks, folders: vec![] };
        let leaf = (".{0,10}", prop::collection::vec(bookmark(), 0..4));
        let leaf = leaf.prop_map(made).boxed();
        leaf.clone().prop_recursive(5, 40, 4, move |inner| {
            (leaf.clone(), prop::collection::vec(inner, 0..4))
                .prop_map(|(folder, folders)| Folder { folders, ..folder })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(2002),
            ..ProptestConfig::default()
        })]

        #[test]
        fn a_tree_round_trips(tree in folder()) {
            let (back, warnings) = read(write(&tree).as_bytes()).unwrap();
            prop_assert_eq!(back, tree);
            prop_assert_eq!(warnings, vec![]);
        }

        #[test]
        fn no_markup_makes_the_reader_panic(
            parts in prop::collection::vec(
                prop_oneof![
                    Just("<DL><p>".to_owned()), Just("</DL>".to_owned()), Just("<DT>".to_owned()),
                    Just("<H3>".to_owned()), Just("</H3>".to_owned()), Just("<H1>".to_owned()),
                    Just("<A HREF='http://a.test/'>".to_owned()),
                    Just("</A>".to_owned()), Just("<A HREF=\"data:x\" ".to_owned()), Just("<!--".to_owned()), ".{0,6}",
                ],
                0..60,
            )
        ) {
            let file = format!("{DOCTYPE}{}", parts.concat());
            let (tree, _) = read(file.as_bytes()).unwrap();
            prop_assert_eq!(read(write(&tree).as_bytes()).unwrap(), (tree, vec![]));
        }
    }
}

#[test]
fn a_table_may_have_no_header_or_an_unknown_one() {
    let tree = "/\n  A title <http://a.test/>\n  B, two <http://b.test/>";
    for file in [
        "http://a.test/,A title\nhttp://b.test/,\"B, two\"\n",
        "http://a.test/;A title\nhttp://b.test/;B, two\n",
        "A title,http://a.test/\n\"B, two\",http://b.test/\n",
        "1,A title,http://a.test/\n2,\"B, two\",http://b.test/\n",
        "Adresse;Titel\nhttp://a.test/;A title\nhttp://b.test/;B, two\n",
    ] {
        check(file.as_bytes(), tree, &[]);
    }
    check("http://a.test/,蜘蛛\n".as_bytes(), "/\n  蜘蛛 <http://a.test/>", &[]);
}

#[test]
fn a_table_may_have_addresses_only() {
    check(
        b"url\nhttp://a.test/\nmailto:x\n",
        "/\n   <http://a.test/>",
        &["\u{201c}\u{201d} was left out: only http and https pages can be crawled, not \u{201c}mailto:\u{201d} URLs"],
    );
}

/// Karakeep, Linkwarden, Pocket, and the open tabs of a browser.
#[test]
fn json_of_programs_that_keep_links_is_read() {
    for (file, tree) in [
        (
            &br#"{"bookmarks":[{"title":"A","content":{"type":"link","url":"http://a.test/"}}]}"#[..],
            "/\n  A <http://a.test/>",
        ),
        (br#"["http://a.test/", "http://b.test/"]"#, "/\n   <http://a.test/>\n   <http://b.test/>"),
        (
            br#"{"collections":[{"name":"F","links":[{"name":"A","url":"http://a.test/"}]}]}"#,
            "/\n  F/\n    A <http://a.test/>",
        ),
        (br#"{"list":{"1":{"item_id":"1","given_url":"http://a.test/"}}}"#, "/\n   <http://a.test/>"),
        (br#"{"list":{"1":{"item_id":"1","resolved_url":"http://a.test/"}}}"#, "/\n   <http://a.test/>"),
        (
            br#"{"$schema":"http://b.test/s","entries":[{"address":"http://a.test/","favicon":"http://a.test/i","label":"A"}]}"#,
            "/\n  A <http://a.test/>",
        ),
        (
            br#"{"version":3,"lists":[{"title":"F","cards":[{"title":"A","url":"http://a.test/"}]}]}"#,
            "/\n  F/\n    A <http://a.test/>",
        ),
        (br#"{"data":[{"url":"http://a.test/"}]}"#, "/\n   <http://a.test/>"),
        (br#"{"sessions":[{"tabs":[{"url":"http://a.test/"}]}]}"#, "/\n  /\n     <http://a.test/>"),
        (br#"{"windows":[{"tabs":[{"url":"http://a.test/","title":"A"}]}]}"#, "/\n  /\n    A <http://a.test/>"),
    ] {
        check(file, tree, &[]);
    }
}

#[test]
fn json_with_unknown_keys_is_searched_for_bookmarks() {
    for (file, tree) in [
        (
            &br#"{"folders":[{"name":"F","bookmarks":[{"url":"http://a.test/1"}]}],"tags":["t",7],"settings":{}}"#[..],
            "/\n  F/\n     <http://a.test/1>",
        ),
        (br#"{"bookmark":[{"url":"http://a.test/1","title":"A"}]}"#, "/\n  A <http://a.test/1>"),
        (br#"{"data":{"x":{"y":[{"url":"http://a.test/1"}]}}}"#, "/\n   <http://a.test/1>"),
        (br#"{"orderedItems":["http://a.test/1"],"totalItems":1}"#, "/\n   <http://a.test/1>"),
        (br#"[{"Title":"A","URL":"http://a.test/1"}]"#, "/\n  A <http://a.test/1>"),
        (br#"[{"title":"A","page_url":"http://a.test/1"}]"#, "/\n  A <http://a.test/1>"),
        (br#"[{"title":"A","pageUrl":"http://a.test/1"}]"#, "/\n  A <http://a.test/1>"),
        (br#"[{"title":"A","website":"http://a.test/1"}]"#, "/\n  A <http://a.test/1>"),
        (br#"{"A":"http://a.test/1","B":"http://a.test/2"}"#, "/\n  A <http://a.test/1>\n  B <http://a.test/2>"),
    ] {
        check(file, tree, &[]);
    }
}

#[test]
fn entries_of_json_without_an_address_are_left_out_with_a_warning() {
    check(
        br#"{"bookmarks":[{"title":"A","url":"http://a.test/"},{"title":"B"},{"title":"C","url":null},{"url":""},
            {"content":{"type":"text"}},{"type":"text/x-moz-place-separator"},""]}"#,
        "/\n  A <http://a.test/>",
        &["“B”", "“C”", "“”", "“”", "“”"].map(|title| {
            format!("{title} was left out: the URL is empty: write one like https://example.org/page").leak() as &str
        }),
    );
}

#[test]
fn values_in_lists_of_json_that_are_no_addresses_are_left_out_with_a_warning() {
    let not_one = |value: &str| {
        format!("“{value}” was left out: “{value}” is not a URL: write one like https://example.org/page")
    };
    let warnings = ["7", "a note", "null", "true", "B"].map(not_one);
    let scheme = "“mailto:x” was left out: only http and https pages can be crawled, not “mailto:” URLs";
    let warnings: Vec<&str> = warnings.iter().map(String::as_str).chain([scheme]).collect();
    check(
        br#"["http://a.test/",7,"a note",null,true,["B","http://b.test/"],"mailto:x"]"#,
        "/\n   <http://a.test/>\n   <http://b.test/>",
        &warnings,
    );
    check(
        br#"{"items":[{"url":"http://a.test/","title":"A"},7]}"#,
        "/\n  A <http://a.test/>",
        &["“7” was left out: “7” is not a URL: write one like https://example.org/page"],
    );
    // The values of an object may be metadata, as in Chrome's file.
    check(
        br#"{"roots":{"other":{"name":"Other","children":[{"name":"A","url":"http://a.test/"}]},"version":"1"}}"#,
        "/\n  Other/\n    A <http://a.test/>",
        &[],
    );
}

#[test]
fn json_lines_are_read_and_a_damaged_line_is_left_out_with_a_warning() {
    let line = |name: &str| format!("{{\"url\":\"http://a.test/{name}\",\"title\":\"{name}\"}}");
    let tree = "/\n  one <http://a.test/one>\n  two <http://a.test/two>";
    for file in [
        format!("{}\n{}\n", line("one"), line("two")),
        format!("\u{feff}{}\r\n\r\n {}", line("one"), line("two")),
        format!("{}\r{{\"bookmarks\":[{}]}}", line("one"), line("two")).replace('\r', "\n"),
    ] {
        let (folder, warnings) = read(file.as_bytes()).unwrap();
        let mut pages = folder.bookmarks.iter().chain(folder.folders.iter().flat_map(|folder| &folder.bookmarks));
        assert_eq!(pages.next().map(|page| &*page.title), Some("one"), "{file}");
        assert_eq!(pages.next().map(|page| page.url.as_str()), Some("http://a.test/two"), "{file}");
        assert_eq!(warnings, [], "{file}");
    }
    check(
        format!("{}\n{{\"url\"\n{}\n", line("one"), line("two")).as_bytes(),
        tree,
        &[r#"“{"url"” was left out: “{"url"” is not a URL: write one like https://example.org/page"#],
    );
    check(line("one").as_bytes(), "/\n  one <http://a.test/one>", &[]);
}

#[test]
fn the_entries_before_the_damage_of_a_json_file_are_read() {
    let entries = r#"{"children":[{"title":"F","children":[{"uri":"http://a.test/","title":"A"},
        {"uri":"http://b.test/","title":"B"#;
    for (end, expected, damage) in [
        ("", "", "EOF while parsing a string at line 2 column 42"),
        (r#" "quoted""}]}]}"#, "", "expected `,` or `}` at line 2 column 45"),
        (r#""},{"title":"#, "\n    B <http://b.test/>", "EOF while parsing a value at line 2 column 54"),
    ] {
        let warning = format!("the file is damaged ({damage}): only the entries before that place were read");
        let untitled = if expected.is_empty() { "\n     <http://b.test/>" } else { expected };
        check(
            (entries.to_owned() + end).as_bytes(),
            &format!("/\n  F/\n    A <http://a.test/>{untitled}"),
            &[&warning],
        );
    }
    check(b"[{\"url\":\"http://a.test/\",\"title\":\"A\tb\nc\",},\n]", "/\n  A b c <http://a.test/>", &[]);
    let entry = br#"{"url":"http://a.test/"},"#;
    let file = [&b"["[..], entry, &b" ".repeat(BOOKMARK_BYTES), entry].concat();
    let (folder, warnings) = read(&file).unwrap();
    assert_eq!(folder.bookmarks.len(), 1);
    assert_eq!(warnings, [ImportWarning::TooLong { bytes: file.len(), limit: BOOKMARK_BYTES }]);
}

#[test]
fn the_first_line_of_a_table_may_name_its_separator() {
    let tree = "/\n  A <http://a.test/?a,b>";
    for file in [
        "sep=;\nTitle;URL\nA;http://a.test/?a,b\n",
        "\u{feff}SEP=;\r\nTitle;URL\r\nA;http://a.test/?a,b\r\n",
        "\"sep=;\"\r\nTitle;URL\r\nA;http://a.test/?a,b\r\n",
        "sep=;;\rTitle;URL\rA;http://a.test/?a,b\r",
        "sep=\t\nTitle\tURL\nA\thttp://a.test/?a,b\n",
        "sep=#\nTitle#URL\nA#http://a.test/?a,b\n",
        "sep=,\nTitle;URL\nA;http://a.test/?a,b\n",
        "Title|URL\nA|http://a.test/?a,b\n",
    ] {
        check(file.as_bytes(), tree, &[]);
        let utf16: Vec<u8> = file.trim_start_matches('\u{feff}').encode_utf16().flat_map(u16::to_le_bytes).collect();
        check(&utf16, tree, &[]);
    }
    assert_eq!(read(b"sep=;\nname;title\nx;y\n"), Err(BookmarksError::Text));
    assert_eq!(read(b"sep=;"), Err(BookmarksError::Text));
}

#[test]
fn entries_of_a_property_list_without_an_address_are_left_out_with_a_warning() {
    check(
        br#"<?xml version="1.0"?><plist><dict><key>Children</key><array>
        <dict><key>URIDictionary</key><dict><key>title</key><string>A</string></dict><key>URLString</key>
        <string>http://a.test/</string><key>WebBookmarkType</key><string>WebBookmarkTypeLeaf</string></dict>
        <dict><key>URIDictionary</key><dict><key>title</key><string>B</string></dict><key>WebBookmarkType</key>
        <string>WebBookmarkTypeLeaf</string></dict>
        <dict><key>Title</key><string>History</string><key>WebBookmarkType</key><string>WebBookmarkTypeProxy</string>
        </dict></array></dict></plist>"#,
        "/\n  A <http://a.test/>",
        &["“B” was left out: the URL is empty: write one like https://example.org/page"],
    );
}
