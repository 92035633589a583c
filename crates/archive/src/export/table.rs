//! Writes the table that Excel opens: with a byte-order mark, without which Excel reads the system's encoding, the best
//! page first, numbers with three decimals.

use super::Export;
use crate::csv::{cell, excel};
use crate::date;

impl Export<'_> {
    /// Returns the table.
    pub(super) fn excel(&self) -> String {
        let head = [
            "rank",
            "title",
            "url",
            "relevance",
            "state",
            "notes",
            "tags",
            "authors",
            "date",
            "site",
            "summary",
            "language",
            "depth",
            "fetched",
        ];
        let lines = self.pages.iter().enumerate().map(|(index, page)| {
            [
                (index + 1).to_string(),
                cell(&page.title()),
                cell(page.record.url.as_str()),
                format!("{:.3}", page.record.relevance),
                cell(page.state()),
                cell(&page.judgment.note),
                cell(&page.judgment.tags.join(", ")),
                cell(&page.metadata.authors.join("; ")),
                cell(&page.metadata.date),
                cell(page.site()),
                cell(&page.summary()),
                cell(page.record.text.language.as_deref().unwrap_or_default()),
                page.record.discovery.depth.to_string(),
                date::to_millis(page.record.fetch.at)[..19].replace('T', " "),
            ]
        });
        excel(head, lines)
    }
}
