//! Selects the providers that a start without seeds asks: those that the person switched on, and the default ones that were not switched
//! off. A provider that needs an address takes part once the person has named one. The browser stores choices and addresses.

use crate::page::dom::storage;
use crate::page::state::State;
use crate::page::state::catalog::Catalog;
use std::collections::BTreeMap;
use types::seeds::{Need, ProviderInfo};

/// The key in local storage of the choices: `id=1` for on and `id=0` for off, separated by commas.
const KEY: &str = "salticid-seed-providers";

/// The key in local storage of the named addresses of providers that a start asks: `id=address`, one a line.
const ADDRESSES: &str = "salticid-seed-addresses";

impl State {
    /// Reads the stored choices and addresses, which another tab may have changed.
    pub(in crate::page::state) fn read_provider_choices(&mut self) {
        let mut choices = self.catalog.choices.clone();
        // Without storage, the choices made in this tab remain.
        choices.extend(remembered());
        if choices != self.catalog.choices {
            self.catalog.change(|catalog| catalog.choices = choices);
        }
        let mut addresses = self.catalog.addresses.clone();
        addresses.extend(remembered_addresses());
        if addresses != self.catalog.addresses {
            self.catalog.change(|catalog| catalog.addresses = addresses);
        }
    }

    /// Names the address of a provider, and stores it if a start asks the provider.
    pub(super) fn name_address(&mut self, id: String, text: String) {
        self.read_provider_choices();
        self.catalog.change(|catalog| {
            catalog.addresses.insert(id, text);
        });
        let stored = self.catalog.addresses.iter();
        let stored: Vec<String> = stored
            .filter(|(id, _)| self.catalog.is_named_for_start(id))
            .map(|(id, address)| format!("{id}={}", address.trim()))
            .collect();
        storage::write(ADDRESSES, Some(&stored.join("\n")));
    }

    /// Switches a provider on or off, and stores the choice.
    pub(super) fn switch_provider(&mut self, id: String, on: bool) {
        self.read_provider_choices();
        self.catalog.change(|catalog| {
            catalog.choices.insert(id, on);
        });
        let choices = self.catalog.choices.iter();
        let choices: Vec<String> = choices.map(|(id, on)| format!("{id}={}", u8::from(*on))).collect();
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

/// Returns the stored addresses; unknown text is ignored.
fn remembered_addresses() -> BTreeMap<String, String> {
    let text = storage::read(ADDRESSES).unwrap_or_default();
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    pairs.map(|(id, address)| (id.to_owned(), address.to_owned())).collect()
}

impl Catalog {
    /// Returns the address that the person named for a provider.
    pub fn named_address(&self, id: &str) -> Option<&str> {
        let address = self.addresses.get(id).map(|address| address.trim());
        address.filter(|address| !address.is_empty())
    }

    /// Returns whether the provider needs an address with which a start can ask it.
    pub(super) fn is_named_for_start(&self, id: &str) -> bool {
        let mut all = self.providers.iter();
        all.any(|info| info.id == id && info.needs == [Need::Query, Need::Address])
    }

    /// Returns whether a start asks a provider: the person's choice, or else the default.
    pub fn is_asked(&self, info: &ProviderInfo) -> bool {
        let choice = self.choices.get(&info.id).copied();
        choice.unwrap_or(info.asked_by_default)
    }
}
