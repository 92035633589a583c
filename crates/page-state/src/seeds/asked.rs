//! Selects the providers that a start without seeds asks: those that the person switched on, and the default ones that
//! were not switched off. A provider that needs an address takes part once the person has named one. The browser stores
//! choices, addresses, and the pauses that limiters of services demand.

use crate::State;
use crate::catalog::Catalog;
use crate::effect::Effect;
use types::seeds::{Need, Pauses, ProviderInfo};

/// The key in local storage of the choices: `id=1` for on and `id=0` for off, separated by commas.
pub const CHOICES: &str = "salticid-seed-providers";

/// The key in local storage of the named addresses of providers that a start asks: `id=address`, one a line.
pub const ADDRESSES: &str = "salticid-seed-addresses";

/// The key in local storage of what crawls found from the seeds of each provider.
pub const RANKS: &str = "salticid-seed-ranks";

/// The key in local storage of the pauses that limiters of services demanded.
pub const PAUSES: &str = "salticid-seed-pauses";

/// The key in local storage of the crawls with automatic seeds from which nothing was learned yet
/// ([`super::UnlearnedCrawl`]), one a line.
pub const UNLEARNED: &str = "salticid-unlearned-seeds";

impl State {
    /// Takes the stored choices, addresses, ranks, pauses or crawls, which another tab may have changed; unknown text
    /// is ignored.
    pub(crate) fn restore_providers(&mut self, key: &str, text: &str) {
        if key == RANKS {
            let Ok(ranks) = text.parse();
            return self.catalog.change(|catalog| catalog.ranks = ranks);
        }
        if key == PAUSES {
            let Ok(pauses) = text.parse();
            return self.catalog.change(|catalog| catalog.pauses = pauses);
        }
        if key == UNLEARNED {
            let crawls = text.lines().filter_map(|line| line.parse().ok()).collect();
            return self.catalog.change(|catalog| catalog.unlearned = crawls);
        }
        if key == ADDRESSES {
            let pairs = text.lines().filter_map(|line| line.split_once('='));
            let pairs: Vec<_> = pairs.map(|(id, address)| (id.to_owned(), address.to_owned())).collect();
            return self.catalog.change(|catalog| catalog.addresses.extend(pairs));
        }
        let choices = text.split(',').filter_map(|choice| {
            let (id, on) = choice.split_once('=')?;
            let on = ["0", "1"].iter().position(|known| *known == on)?;
            Some((id.to_owned(), on == 1))
        });
        let choices: Vec<_> = choices.collect();
        self.catalog.change(|catalog| catalog.choices.extend(choices));
    }

    /// Names the address of a provider, and stores it if a start asks the provider.
    pub(super) fn name_address(&mut self, id: String, text: String) {
        self.catalog.change(|catalog| {
            catalog.addresses.insert(id, text);
        });
        let named = self.catalog.addresses.iter().filter(|(id, _)| self.catalog.is_named_for_start(id));
        let lines: Vec<String> = named.map(|(id, address)| format!("{id}={}", address.trim())).collect();
        self.effects.push(Effect::Store(ADDRESSES, lines.join("\n")));
    }

    /// Adds pauses that limiters of services demand, drops those that are over, and stores the others.
    pub(crate) fn update_pauses(&mut self, demanded: &Pauses) {
        let mut pauses = self.catalog.pauses.clone();
        pauses.update(demanded, types::to_u64(self.now));
        if pauses != self.catalog.pauses {
            self.effects.push(Effect::Store(PAUSES, pauses.to_string()));
            self.catalog.change(|catalog| catalog.pauses = pauses);
        }
    }

    /// Switches a provider on or off, and stores the choice.
    pub(super) fn switch_provider(&mut self, id: String, on: bool) {
        self.catalog.change(|catalog| {
            catalog.choices.insert(id, on);
        });
        let choices = self.catalog.choices.iter();
        let choices: Vec<String> = choices.map(|(id, on)| format!("{id}={}", u8::from(*on))).collect();
        self.effects.push(Effect::Store(CHOICES, choices.join(",")));
    }
}

impl Catalog {
    /// Returns the address that the person named for a provider.
    pub fn named_address(&self, id: &str) -> Option<&str> {
        let address = self.addresses.get(id).map(|address| address.trim());
        address.filter(|address| !address.is_empty())
    }

    /// Returns whether the provider needs an address with which a start can ask it.
    pub(super) fn is_named_for_start(&self, id: &str) -> bool {
        self.providers.iter().any(|info| info.id == id && info.needs == [Need::Query, Need::Address])
    }

    /// Returns whether a start asks a provider: the person's choice, or else the default.
    pub fn is_asked(&self, info: &ProviderInfo) -> bool {
        self.choices.get(&info.id).copied().unwrap_or(info.asked_by_default)
    }
}
