//! Tests trails: round trips through every format, layers, and validation errors.

mod backlinks;
mod checks;

use super::*;
use crate::html::EncodingRs;
use crate::import_warning::ImportWarning;
use crate::learning::bookmarks;
use types::trails::{Trail, TrailKind, Trails};

const BOOKMARKS: &[u8] = include_bytes!("../../../tests/fixtures/trails/bookmarks.html");
const JSON: &[u8] = include_bytes!("../../../tests/fixtures/trails/trails-v1.json");

/// Reads every folder as a path.
fn paths(_: usize) -> TrailKind {
    TrailKind::Path
}

fn page(path: &str, relevant: bool) -> TrailPage {
    TrailPage { url: format!("https://example.org/{path}"), relevant, ..TrailPage::default() }
}

/// Parses trails from words, each a page; a star marks it as relevant.
fn trails(written: &[&str]) -> Trails {
    let page = |word: &str| page(word.trim_end_matches('*'), word.ends_with('*'));
    let trail = |words: &&str| Trail { pages: words.split_whitespace().map(page).collect(), ..Trail::default() };
    let trails = written.iter().map(trail).collect();
    Trails { trails }
}

fn labels(trails: &Trails) -> Vec<(String, Vec<(String, bool)>)> {
    let page = |page: &TrailPage| (page.url.clone(), page.relevant);
    let trail = |trail: &Trail| (trail.name.clone(), trail.pages.iter().map(page).collect());
    trails.trails.iter().map(trail).collect()
}

mod json {
    use super::*;
    use types::trails::TrailsError;

    #[test]
    fn the_committed_file_round_trips_byte_for_byte() {
        let (read, warnings) = read_json(JSON).unwrap();
        assert_eq!(warnings, []);
        assert_eq!(read.trails.len(), 2);
        let first = &read.trails[0];
        assert_eq!((&*first.name, first.pages.len()), ("To the spiders", 4));
        assert_eq!(first.pages[3].title, "Jumping spiders");
        assert_eq!(first.pages[3].visited_at, Some(1_700_000_000_123));
        assert_eq!(first.pages.iter().filter(|page| page.relevant).count(), 1);
        // The page occurs twice, since the person clicked back.
        assert_eq!(first.pages[0].url, first.pages[2].url);
        assert_eq!(write_json(&read).as_bytes(), JSON.trim_ascii_end());
    }

    #[test]
    fn an_invalid_file_is_rejected_with_its_position() {
        for (text, variant, says) in [
            ("", "Unreadable", "line 1 column 0"),
            ("<!DOCTYPE html>", "Unreadable", "line 1 column 1"),
            ("[]", "Unreadable", "version"),
            (r#"{"trails":[]}"#, "Unreadable", "version"),
            (r#"{"version":"1"}"#, "Unreadable", "in version"),
            (r#"{"version":1}"#, "Unreadable", "missing field `trails`"),
            (r#"{"version":1,"trails":[]} x"#, "Unreadable", "column 27"),
            (r#"{"version":1,"trails":[{"name":"a"}]}"#, "Unreadable", "in trails[0]"),
            (
                r#"{"version":1,"trails":[{"pages":[{"url":"https://a.example/"},{"url":7}]}]}"#,
                "Unreadable",
                "in trails[0].pages[1].url",
            ),
            (
                r#"{"version":1,"trails":[{"pages":[{"url":"https://a.example/","relevant":"yes"}]}]}"#,
                "Unreadable",
                "in trails[0].pages[0].relevant",
            ),
            (r#"{"version":2,"anything":{}}"#, "Newer", "version 2"),
        ] {
            let error = read_json(text.as_bytes()).unwrap_err();
            assert!(format!("{error:?}").starts_with(variant), "{text}");
            assert!(error.to_string().contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn a_file_of_trails_is_told_by_its_field() {
        for (text, is_trails) in [
            (r#"{"version":2,"trails":{}}"#, true),
            (r#"{"trails":[{"name":"a"#, true),
            (r#"{"version":3,"lists":[]}"#, false),
            ("", false),
        ] {
            assert_eq!(is_trails_json(text.as_bytes()), is_trails, "{text}");
        }
    }

    #[test]
    fn a_file_of_50_megabytes_is_rejected() {
        let error = read_json(&vec![b' '; 50_000_000]).unwrap_err();
        assert_eq!(error, TrailsError::TooLong(50_000_000));
        assert!(error.to_string().starts_with("the file has 50000000 bytes, the limit is 10485760"));
    }

    #[test]
    fn unknown_fields_are_ignored_and_labels_may_be_missing() {
        let text = r#"{"version":1,"app":"x","trails":[{"name":"a","color":3,"pages":[{"url":"HTTPS://Example.org/a#b","note":[1]}]}]}"#;
        let (read, warnings) = read_json(text.as_bytes()).unwrap();
        assert_eq!(warnings, []);
        assert_eq!(read.trails[0].pages, [page("a", false)]);
    }

    #[test]
    fn the_name_of_a_source_round_trips() {
        let given = trails(&["a b*", "c d*"]);
        let sources = [Some("recorded:web.warc".to_owned()), None];
        let text = write_sourced_json(given.trails.iter().zip(sources.clone()));
        assert_eq!(text.matches("source").count(), 1);
        let (read, _) = read_sourced_json(text.as_bytes()).unwrap();
        let (again, names): (Vec<_>, Vec<_>) = read.into_iter().unzip();
        assert_eq!((again, names), (given.trails.clone(), sources.to_vec()));
        assert_eq!(read_json(text.as_bytes()).unwrap(), (given.clone(), vec![]));
        let (old, _) = read_sourced_json(write_json(&given).as_bytes()).unwrap();
        assert!(old.iter().all(|(_, source)| source.is_none()));
    }

    #[test]
    fn pages_that_cannot_be_crawled_are_left_out_with_a_warning() {
        let given = trails(&["a b*", "c d*"]);
        let text = write_json(&given)
            .replace("https://example.org/b", "file:///b")
            .replace("https://example.org/c", "javascript:x");
        let (read, warnings) = read_json(text.as_bytes()).unwrap();
        assert_eq!(labels(&read), labels(&trails(&["a", "d*"])));
        let messages: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        assert!(messages[0].starts_with("page 2 of trail 1 was left out: only http and https"), "{messages:?}");
        assert_eq!(warnings.len(), 2);
    }

    #[test]
    fn pages_beyond_the_limit_are_left_out_and_counted() {
        let bad = vec!["{\"url\":\"x\"}"; 1_500].join(",");
        let good = vec!["{\"url\":\"https://a.example/\"}"; 60_000].join(",");
        let text =
            format!("{{\"version\":1,\"trails\":[{{\"pages\":[{bad}]}},{{\"pages\":[{good}]}},{{\"pages\":[]}}]}}");
        let (read, warnings) = read_json(text.as_bytes()).unwrap();
        assert_eq!(read.trails.len() + read.trails[1].pages.len(), 50_000);
        assert_eq!(warnings.len(), 1_002);
        assert_eq!(warnings[1_000..], [ImportWarning::MoreSkipped(500), ImportWarning::TooMany(50_000)]);
    }
}

mod folders {
    use super::*;
    use types::url::CanonicalUrl;

    #[test]
    fn a_folder_is_a_trail_whose_last_page_is_relevant_unless_marked_otherwise() {
        let (file, warnings) = bookmarks::read(BOOKMARKS, &EncodingRs).unwrap();
        assert_eq!(warnings, []);
        let read = of_folders(&file, paths);
        let expected = [
            ("Bar", "https://example.org/loose*"),
            ("Spiders", "https://example.org/ https://example.org/animals https://example.org/salticids*"),
            ("Marked", "https://example.org/ https://example.org/found* https://example.org/after"),
        ];
        let words = expected.map(|(name, pages)| {
            (name, pages.split(' ').map(|word| (word.trim_end_matches('*').to_owned(), word.ends_with('*'))).collect())
        });
        assert_eq!(labels(&read), words.map(|(name, pages)| (name.to_owned(), pages)));
        assert_eq!(read.trails[2].pages[1].title, "Found it");
        assert_eq!(read.trails[1].pages[2].visited_at, Some(1_700_000_000_000));
    }

    #[test]
    fn labels_round_trip_through_bookmarks() {
        let mut given = trails(&["a b* c a b*", "a b", "x*", "a* b"]);
        given.trails[0].name = "★ a <name> & more".to_owned();
        given.trails[0].pages[0].title = "☆ star in a title".to_owned();
        given.trails[0].pages[4].title = "★★★ hotels".to_owned();
        given.trails[1].pages[1].visited_at = Some(1_700_000_000_000);
        let (folder, warnings) = to_folder(&given);
        assert_eq!(warnings, []);
        let (read, warnings) = bookmarks::read(bookmarks::write(&folder).as_bytes(), &EncodingRs).unwrap();
        assert_eq!(warnings, []);
        assert_eq!(of_folders(&read, paths), given);
    }

    #[test]
    fn pages_without_a_bookmark_are_left_out_and_the_new_last_page_keeps_its_label() {
        let mut given = trails(&["a b*", ""]);
        given.trails[0].pages[1].url = "not a page".to_owned();
        let (folder, warnings) = to_folder(&given);
        assert!(matches!(warnings[..], [ImportWarning::Skipped { .. }, ImportWarning::NoPages(_)]));
        assert_eq!(labels(&of_folders(&folder, paths)), labels(&trails(&["a"])));
    }

    /// Returns a folder of pages, each given by its host, title and the minute at which it was bookmarked.
    fn folder(pages: &[(&str, &str, Option<u64>)]) -> bookmarks::Folder {
        let bookmark = |(at, (host, title, minute)): (usize, &(&str, &str, Option<u64>))| {
            let url = format!("https://{host}.org/{at}");
            bookmarks::Bookmark {
                title: (*title).to_owned(),
                url: CanonicalUrl::parse(&url).unwrap(),
                added: minute.map(|minute| minute * 60),
            }
        };
        bookmarks::Folder {
            bookmarks: pages.iter().enumerate().map(bookmark).collect(),
            ..bookmarks::Folder::default()
        }
    }

    #[test]
    fn hosts_times_and_marks_suggest_whether_a_folder_is_a_path_or_a_set() {
        use TrailKind::{Path, Set};
        for (pages, suggested) in [
            (vec![("a", "", None)], Path),
            // Every other step stays on the host of the previous page.
            (vec![("a", "", None), ("a", "", None), ("b", "", None)], Path),
            (vec![("a", "", None), ("b", "", None), ("c", "", None)], Set),
            // Bookmarked within one visit, or on two days.
            (vec![("a", "", Some(0)), ("a", "", Some(30))], Path),
            (vec![("a", "", Some(0)), ("a", "", Some(31))], Set),
            (vec![("a", "", Some(5)), ("a", "", Some(4))], Set),
            // Marks override the suggestion.
            (vec![("a", "★ x", None), ("b", "★ y", None)], Path),
            (vec![("a", "☆ x", None), ("b", "★ y", None)], Path),
            (vec![("a", "★ x", None), ("b", "", None)], Path),
        ] {
            assert_eq!(suggested_kinds(&folder(&pages)).0, [suggested], "{pages:?}");
        }
    }

    #[test]
    fn marks_or_the_heading_of_salticid_determine_the_kinds_of_folders() {
        let pages = [("a", "", None), ("b", "", None)];
        assert_eq!(suggested_kinds(&folder(&pages)), (vec![TrailKind::Set], false));
        let marked = [("a", "★ x", None), ("b", "", None)];
        assert_eq!(suggested_kinds(&folder(&marked)), (vec![TrailKind::Path], true));
        for kind in [TrailKind::Path, TrailKind::Set] {
            let own = to_folder(&of_folders(&folder(&pages), |_| kind)).0;
            assert_eq!(suggested_kinds(&own), (vec![kind], true));
        }
    }

    #[test]
    fn every_page_of_a_set_is_good_and_a_set_round_trips() {
        let given = of_folders(&folder(&[("a", "", None), ("b", "☆ no", None), ("c", "", None)]), |_| TrailKind::Set);
        let labels: Vec<bool> = given.trails[0].pages.iter().map(|page| page.relevant).collect();
        assert_eq!(labels, [true, false, true]);
        let (file, _) = to_folder(&given);
        let (read, _) = bookmarks::read(bookmarks::write(&file).as_bytes(), &EncodingRs).unwrap();
        assert_eq!(of_folders(&read, |at| suggested_kinds(&read).0[at]), given);
        assert_eq!(read_json(write_json(&given).as_bytes()).unwrap().0, given);
    }

    #[test]
    fn each_page_of_a_set_is_a_path_of_its_own_in_training() {
        let mut given = trails(&["a b c*", "d* e*"]);
        given.trails[1].kind = TrailKind::Set;
        let checked = given.check().unwrap();
        let steps: Vec<&[usize]> = checked.trails().iter().map(|trail| &*trail.steps).collect();
        assert_eq!(steps, [&[0, 1, 2][..], &[3], &[4]]);
        assert_eq!(checked.layers(4), [vec![2, 1, 0], vec![0], vec![0]]);
    }
}

mod lists {
    use super::*;

    #[test]
    fn lines_are_pages_and_empty_lines_end_trails() {
        let text = "\u{feff}# To the spiders\nexample.org/\n  https://example.org/animals \nexample.org\n\
            example.org/salticids\n\n\n★ example.org/a\n☆ example.org/b\nnot a page\n# empty\n# last\nexample.org/c";
        let (read, warnings) = read_list(text);
        assert_eq!(
            labels(&read),
            [
                ("To the spiders", vec![("", false), ("animals", false), ("", false), ("salticids", true)]),
                ("", vec![("a", true), ("b", false)]),
                ("last", vec![("c", true)]),
            ]
            .map(|(name, pages)| (
                name.to_owned(),
                pages.into_iter().map(|(path, mark)| (page(path, mark).url, mark)).collect()
            ))
        );
        let messages: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        assert!(messages[0].starts_with("page 3 of trail 2 was left out"), "{messages:?}");
        assert_eq!(messages[1..], ["“empty” was left out: it has no pages"]);
        let (read, warnings) = read_list("# one\n\nexample.org/a\n# two\n");
        assert_eq!((read.trails[0].name.as_str(), read.trails.len()), ("one", 1));
        assert_eq!(warnings, [ImportWarning::NoPages("“two”".to_owned())]);
    }

    #[test]
    fn titles_behind_addresses_are_ignored() {
        let (read, warnings) =
            read_list("★ example.org/a | A title\nexample.org/b\tB | b\n[C](https://example.org/c)\n");
        let pages = vec![(page("a", true).url, true), (page("b", false).url, false), (page("c", true).url, true)];
        assert_eq!(labels(&read), [(String::new(), pages)]);
        assert_eq!(warnings, []);
    }

    #[test]
    fn a_list_that_is_too_long_is_truncated_with_a_warning() {
        let text = "example.org/a\n".repeat(800_000);
        let (read, warnings) = read_list(&text);
        assert_eq!(read.trails[0].pages.len(), 49_999);
        assert_eq!(
            warnings,
            [ImportWarning::TooMany(50_000), ImportWarning::TooLong { bytes: text.len(), limit: 10_485_760 }]
        );
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use super::*;
    use proptest::prelude::*;
    use types::trails::{Trail, TrailKind, Trails};

    fn any_trails() -> impl Strategy<Value = Trails> {
        let page = ("[a-c]", "[★☆a& ]{0,4}", any::<bool>(), prop::option::of(1_u64..9_999_999)).prop_map(
            |(path, title, relevant, seconds)| TrailPage {
                title: types::text::clean(&title),
                visited_at: seconds.map(|seconds| seconds * 1_000),
                ..super::page(&path, relevant)
            },
        );
        let pages = prop::collection::vec(page, 1..7);
        let kind = prop_oneof![Just(TrailKind::Path), Just(TrailKind::Set)];
        let trail = ("[a-z★]{0,3}", kind, pages).prop_map(|(name, kind, pages)| Trail {
            name,
            kind,
            pages,
            ..Trail::default()
        });
        prop::collection::vec(trail, 0..5).prop_map(|trails| Trails { trails })
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(5),
            ..ProptestConfig::default()
        })]

        #[test]
        fn every_format_round_trips(given in any_trails()) {
            prop_assert_eq!(&read_json(write_json(&given).as_bytes()).unwrap(), &(given.clone(), vec![]));
            let (folder, _) = to_folder(&given);
            let (read, _) = bookmarks::read(bookmarks::write(&folder).as_bytes(), &EncodingRs).unwrap();
            let (kinds, is_clear) = suggested_kinds(&read);
            prop_assert!(is_clear);
            let again = of_folders(&read, |at| kinds[at]);
            prop_assert_eq!(labels(&again), labels(&given));
            let kinds = |trails: &Trails| trails.trails.iter().map(|trail| trail.kind).collect::<Vec<_>>();
            prop_assert_eq!(kinds(&again), kinds(&given));
            let bytes = postcard::to_stdvec(&given).unwrap();
            prop_assert_eq!(postcard::from_bytes::<Trails>(&bytes).unwrap(), given);
        }

        #[test]
        fn layers_decrease_by_one_along_a_trail_until_a_target(given in any_trails(), layers in 0_usize..6) {
            let Ok(checked) = given.check() else { return Ok(()) };
            for (trail, along) in checked.trails().iter().zip(checked.layers(layers)) {
                for (page, layer) in trail.steps.iter().zip(&along) {
                    prop_assert_eq!(*layer == 0, checked.pages()[*page].relevant || layers < 2);
                }
                for step in along.windows(2) {
                    prop_assert!(
                        step[0] == 0
                            || step[0] == step[1] + 1
                            || (step[0] == layers - 1 && step[1] + 2 > step[0])
                    );
                }
            }
        }

        #[test]
        fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = read_json(&bytes);
            read_list(&String::from_utf8_lossy(&bytes));
        }
    }
}
