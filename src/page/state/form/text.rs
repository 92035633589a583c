//! Holds the options of the form that concern the text of pages: stemming, main content, word weights and the measure of relevance.

use types::plan::{IdfSource, RelevanceMeasure};

/// Holds the options for the text of pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextInput {
    /// Words are not stemmed.
    pub unstemmed: bool,
    /// Relevance is computed from the main content of pages.
    pub main_content: bool,
    /// The source of word weights.
    pub idf: IdfSource,
    /// The measure of relevance.
    pub relevance: RelevanceMeasure,
}
