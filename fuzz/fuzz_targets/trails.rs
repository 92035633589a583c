//! Any bytes as a file of trails, and as a pasted list: what is taken is within the caps and can be crawled, writing it
//! and reading it again gives the same trails, they become folders of a bookmark file and come back with the same
//! labels, and they can be checked.
#![no_main]

use engine::html::EncodingRs;
use engine::import_warning::ImportWarning;
use engine::learning::bookmarks;
use engine::learning::trails::{of_folders, read_json, read_list, suggested_kinds, to_folder, write_json};
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::{assert_canonical, assert_shown};
use types::limits;
use types::trails::Trails;
use types::url::CanonicalUrl;

fn check(trails: &Trails, warnings: &[ImportWarning]) {
    let entries = trails.trails.iter().map(|trail| trail.pages.len() + 1);
    assert!(entries.sum::<usize>() <= limits::TRAIL_ENTRIES + trails.trails.len());
    assert!(trails.trails.len() <= limits::TRAIL_ENTRIES);
    assert!(warnings.len() <= limits::LISTED_PROBLEMS + 3);
    for warning in warnings {
        assert!(!warning.to_string().is_empty());
    }
    for trail in &trails.trails {
        assert_shown(&trail.name, limits::TITLE_CHARS);
        for page in &trail.pages {
            assert_shown(&page.title, limits::TITLE_CHARS);
            let url = CanonicalUrl::parse(&page.url).expect("only what can be crawled is taken");
            assert_eq!(url.as_str(), page.url, "it is written canonically");
            assert_canonical(&url);
        }
    }
}

/// Labels of the pages of each trail that has any.
fn labels(trails: &Trails) -> Vec<Vec<(&str, bool)>> {
    let all = trails.trails.iter().filter(|trail| !trail.pages.is_empty());
    let label = |trail| -> Vec<(&str, bool)> {
        let trail: &types::trails::Trail = trail;
        let pages = trail.pages.iter();
        pages.map(|page| (page.url.as_str(), page.relevant)).collect()
    };
    all.map(label).collect()
}

fn work(trails: &Trails) {
    let again = read_json(write_json(trails).as_bytes()).expect("what was written is read");
    assert_eq!(again, (trails.clone(), Vec::new()));

    let (folder, warnings) = to_folder(trails);
    let has_empty = trails.trails.iter().any(|trail| trail.pages.is_empty());
    assert_eq!(!warnings.is_empty(), has_empty, "{warnings:?}");
    let file = bookmarks::write(&folder);
    if let Ok((folder, _)) = bookmarks::read(file.as_bytes(), &EncodingRs) {
        let (kinds, _) = suggested_kinds(&folder);
        assert_eq!(labels(&of_folders(&folder, |at| kinds[at])), labels(trails));
    }

    match trails.check() {
        Ok(checked) => {
            assert!(checked.trails().len() >= 2 && checked.relevant() >= 1);
            assert!(checked.pages().len() <= limits::TRAINING_PAGES);
            let layers = (0..checked.pages().len()).map(|page| checked.layer(page, limits::LAYERS));
            for (page, layer) in checked.pages().iter().zip(layers) {
                assert_eq!(page.relevant, layer == 0, "{}", page.url);
                assert!(layer < limits::LAYERS);
            }
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            for error in errors {
                assert!(!error.field().is_empty());
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    match read_json(bytes) {
        Ok((trails, warnings)) => {
            check(&trails, &warnings);
            work(&trails);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let (trails, warnings) = read_list(&String::from_utf8_lossy(bytes));
    check(&trails, &warnings);
    work(&trails);
});
