//! Selects the providers that a start without seeds asks: those that the person switched on, and the default ones that were not switched
//! off. The browser stores the choices.

use crate::page::dom::storage;
use crate::page::state::State;
use crate::page::state::catalog::Catalog;
use std::collections::BTreeMap;
use types::seeds::ProviderInfo;

/// The key in local storage of the choices: `id=1` for on and `id=0` for off, separated by commas.
const KEY: &str = "salticid-seed-providers";

impl State {
    /// Reads the stored choices, which another tab may have changed.
    pub(in crate::page::state) fn read_provider_choices(&mut self) {
        let mut choices = self.catalog.choices.clone();
        // Without storage, the choices made in this tab remain.
        choices.extend(remembered());
        if choices != self.catalog.choices {
            self.catalog.change(|catalog| catalog.choices = choices);
        }
    }

    /// Switches a provider on or off, and stores the choice.
    pub(super) fn switch_provider(&mut self, id: String, on: bool) {
        self.read_provider_choices();
        self.catalog.change(|catalog| {
            catalog.choices.insert(id, on);
        });
        let choices = self.catalog.choices.iter();
        let choices: Vec<String> = choices
            .map(|(id, on)| format!("{id}={}", u8::from(*on)))
            .collect();
        storage::write(KEY, Some(&choices.join(",")));
    }
}

/// Returns the stored choices; unknown text is ignored.
fn remembered() -> BTreeMap<String, bool> {
    let text = storage::read(KEY).unwrap_or_default();
    let choices = text.split(',').filter_map(|choice| {
        let (id, on) = choice.split_once('=')?;
        let on = match on {
            "1" => true,
            "0" => false,
            _ => return None,
        };
        Some((id.to_owned(), on))
    });
    choices.collect()
}

impl Catalog {
    /// Returns whether a start asks a provider: the person's choice, or else the default.
    pub fn is_asked(&self, info: &ProviderInfo) -> bool {
        let choice = self.choices.get(&info.id).copied();
        choice.unwrap_or(info.asked_by_default)
    }
}
