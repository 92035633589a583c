//! Addresses in a text that was typed or pasted: a plain list, or text such as Markdown or mail.

use super::search::SearchContext;
use super::{Declaration, Entry, Provider, SeedInputs, SeedsError, entry};
use types::limits::{SEED_TEXT_BYTES, SEED_WARNINGS};
use types::seeds::{Need, Seed, addresses};
use types::url::CanonicalUrl;

pub(super) const ENTRY: Declaration = Entry {
    id: "pasted",
    title: "Pasted text",
    description: "Extracts URLs from a text that you paste. No network.",
    needs: &[Need::Text],
    webs: entry::ALL,
    asked_by_default: false,
    time_limit_s: entry::QUICK_S,
    field: ("Text with URLs", "https://example.org/links"),
    make: || Box::new(Pasted),
};

struct Pasted;

impl Provider for Pasted {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        if inputs.text.trim().is_empty() {
            return Err(SeedsError::NoText);
        }
        let head = &inputs.text[..inputs.text.floor_char_boundary(SEED_TEXT_BYTES)];
        if head.len() < inputs.text.len() {
            let most = SEED_TEXT_BYTES / 1024;
            context.findings().warn(format!("Only the first {most} KB of the text were read."));
        }
        let mut wrong = 0;
        for address in head.lines().flat_map(addresses) {
            match CanonicalUrl::from_person(address) {
                Ok(url) => context.findings().found(Seed::new(url, "", "", "")),
                Err(problem) if wrong < SEED_WARNINGS => {
                    wrong += 1;
                    context.findings().warn(format!("Left out: {problem}."));
                }
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn no_results_hint(&self) -> &'static str {
        "This text has no URLs. Paste one that does, such as https://example.org/links."
    }
}
