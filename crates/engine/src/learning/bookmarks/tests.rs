//! Tests bookmark files: those of each browser, malformed and malicious ones, and round trips.

use super::*;
use crate::import_warning::ImportWarning;
use std::fmt::Write as _;
use types::limits::{BOOKMARK_BYTES, BOOKMARK_DEPTH, BOOKMARKS, LISTED_PROBLEMS, TITLE_CHARS};

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
fn other_files_are_rejected() {
    for file in [
        "",
        "just text",
        "<!doctype html><title>A page</title><p><a href='http://a.test/'>link</a>",
        "<!doctype html><dl><dt>term<dd><a href='http://a.test/'>link</a></dl>",
        "{\"roots\":{\"bookmark_bar\":{\"children\":[]}}}",
        "\0\0\u{1}PNG",
    ] {
        assert_eq!(read(file.as_bytes()), Err(NotBookmarks), "{file}");
    }
}

#[test]
fn a_file_without_a_doctype_is_recognized_by_its_entries() {
    let (file, _) = read(b"<DL><p><DT><A HREF='http://a.test/'>a</A></DL>").unwrap();
    assert_eq!(file.bookmarks[0].title, "a");
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
        #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(2002), ..ProptestConfig::default() })]

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
                    Just("<DL><p>".to_owned()), Just("</DL>".to_owned()), Just("<DT>".to_owned()), Just("<H3>".to_owned()),
                    Just("</H3>".to_owned()), Just("<H1>".to_owned()), Just("<A HREF='http://a.test/'>".to_owned()),
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
