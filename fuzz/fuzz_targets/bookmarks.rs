//! Any bytes as a bookmark file: what is taken is within the caps and can be crawled, writing it and reading it again
//! gives the same tree, and the tree makes a taxonomy.
#![no_main]

use engine::html::EncodingRs;
use engine::learning::bookmarks::{Folder, read, write};
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::{assert_canonical, assert_shown};
use types::limits;
use types::taxonomy::Taxonomy;

/// Folders and bookmarks under a folder, and how deep it goes.
fn count(folder: &Folder) -> (usize, usize) {
    assert_shown(&folder.name, limits::TITLE_CHARS);
    for bookmark in &folder.bookmarks {
        assert_shown(&bookmark.title, limits::TITLE_CHARS);
        assert_canonical(&bookmark.url);
    }
    let below = folder.folders.iter().map(count);
    let (taken, depth) = below.fold((0, 0), |sum, one| (sum.0 + one.0 + 1, sum.1.max(one.1)));
    (taken + folder.bookmarks.len(), depth + 1)
}

fuzz_target!(|bytes: &[u8]| {
    let Ok((folder, warnings)) = read(bytes, &EncodingRs) else {
        return;
    };
    let (taken, depth) = count(&folder);
    assert!(taken <= limits::BOOKMARKS && depth <= limits::BOOKMARK_DEPTH + 1);
    assert!(warnings.len() <= limits::LISTED_PROBLEMS + 5);
    for warning in &warnings {
        assert!(!warning.to_string().is_empty());
    }
    let written = write(&folder);
    let again = read(written.as_bytes(), &EncodingRs).expect("what was written is a bookmark file");
    assert_eq!(again, (folder.clone(), Vec::new()));

    let mut taxonomy = Taxonomy::from(&folder);
    let _ = taxonomy.check();
    if let Some(name) = taxonomy.topics.first().map(|topic| topic.name.clone()) {
        let _ = taxonomy.mark_good(&name);
        let _ = taxonomy.check();
    }
});
