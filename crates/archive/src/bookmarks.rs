//! Writes the good pages of a crawl as a bookmark file.
//!
//! The engine defines the format.

use engine::learning::bookmarks::{Bookmark, Folder, write};
use types::report::PageRecord;

/// Returns a bookmark file with one folder: the pages with at least this relevance, without `noindex`, the best first.
pub fn good_pages(folder: &str, pages: &[PageRecord], good: f64) -> String {
    let on_topic = pages.iter().filter(|page| page.is_on_topic(good));
    let mut best: Vec<&PageRecord> = on_topic.collect();
    best.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then(a.n.cmp(&b.n)));
    let folder =
        Folder { name: folder.to_owned(), bookmarks: best.into_iter().map(bookmark).collect(), folders: Vec::new() };
    write(&Folder { name: "Bookmarks".to_owned(), bookmarks: Vec::new(), folders: vec![folder] })
}

fn bookmark(page: &PageRecord) -> Bookmark {
    let title = match page.text.title.as_str() {
        "" => page.url.as_str(),
        title => title,
    };
    Bookmark {
        title: title.to_owned(),
        url: page.url.clone(),
        added: Some(page.fetch.at / 1_000).filter(|seconds| *seconds > 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::{crawl, golden};
    use engine::html::EncodingRs;
    use types::report::FetchOutcome;

    #[test]
    fn good_pages_are_a_folder_with_the_best_first() {
        let mut pages = crawl();
        pages.swap(1, 3);
        let file = good_pages("dengue fever", &pages, 0.5);
        golden("bookmarks.html", &file);
    }

    #[test]
    fn written_bookmarks_are_read_back_without_warnings() {
        let pages = crawl();
        let file = good_pages("dengue <fever>", &pages, 0.1);
        let (read, warnings) = engine::learning::bookmarks::read(file.as_bytes(), &EncodingRs).unwrap();
        assert!(warnings.is_empty(), "{warnings:?}");
        let folder = &read.folders[0];
        let urls: Vec<_> = folder.bookmarks.iter().map(|kept| &kept.url).collect();
        assert_eq!(folder.name, "dengue <fever>");
        assert_eq!(urls, [&pages[1].url, &pages[3].url, &pages[0].url]);
    }

    #[test]
    fn noindex_pages_and_unread_pages_are_omitted() {
        let mut pages = crawl();
        pages[1].outcome = FetchOutcome::NoIndex;
        pages[3].outcome = FetchOutcome::Status(500);
        assert_eq!(good_pages("x", &pages, 0.0).matches("<A ").count(), 1);
    }
}
