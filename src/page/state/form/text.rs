//! Holds the options of the form that concern the text of pages: stemming, main content and word weights.

use types::plan::IdfSource;

/// Holds the options for the text of pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextInput {
    /// Words are not stemmed.
    pub unstemmed: bool,
    /// Relevance is computed from the main content of pages.
    pub main_content: bool,
    /// The source of word weights.
    pub idf: IdfSource,
}

/// The names of [`IdfSource`]s in addresses and the form, with their titles.
pub const IDF: [(IdfSource, &str, &str); 4] = [
    (IdfSource::Auto, "auto", "As in the strategy's paper"),
    (IdfSource::None, "none", "Equal"),
    (IdfSource::General, "general", "General English"),
    (IdfSource::Crawl, "crawl", "Crawled pages"),
];

impl TextInput {
    /// Returns the name of the source of word weights.
    pub fn idf_name(&self) -> &'static str {
        let found = IDF.iter().find(|(idf, _, _)| *idf == self.idf);
        found.map_or("", |(_, name, _)| name)
    }
}
