//! Holds the query of the form, and the related words that it excludes.

/// Holds the query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryInput {
    /// The query.
    pub text: String,
    /// The query was typed or came with the address, so that no example replaces it.
    pub is_touched: bool,
    /// The excluded related words and senses in the notation of plans, in the order of exclusion.
    pub excluded: Vec<String>,
}

impl QueryInput {
    /// Returns whether a related word or sense is excluded.
    pub fn is_excluded(&self, entry: &str) -> bool {
        self.excluded.iter().any(|excluded| excluded == entry)
    }

    /// Excludes a related word or sense, or includes it again.
    pub fn toggle_excluded(&mut self, entry: &str) {
        if self.is_excluded(entry) {
            self.excluded.retain(|excluded| excluded != entry);
        } else {
            self.excluded.push(entry.to_owned());
        }
    }
}
