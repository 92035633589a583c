//! Converts the form to an address, and an address to a form.

use super::settings::{address_text, field_text};
use super::{ADDRESS_BYTES, Form, QueryInput, Topics, param_key, problem, read_outline, write_outline};
use crate::catalog::Catalog;
use crate::crawl_address::CrawlAddress;
use protocol::digest;
use protocol::models::ModelCard;
use std::collections::BTreeMap;
use std::rc::Rc;
use types::settings::{Place, settings};
use types::strategy::StrategyInfo;
use types::text::{clean, cut};

/// The most parts of an address that are listed.
const STRANGE: usize = 8;
/// The most bytes of a part of an address that are shown.
const PART_BYTES: usize = 80;
/// The prefix of a digest, which replaces topics that are too long for the address.
const KEPT: char = '~';

impl Form {
    /// Creates the form of an address.
    pub fn from_address(address: CrawlAddress) -> Self {
        let strategy = address.strategy.clone();
        let site_map = address.rest.get("site_map").is_some_and(|value| value == "1");
        let mut strange: Vec<String> = Vec::new();
        strange.extend(address.strange_source.iter().map(|value| part("source", value)));
        let mut form = Self {
            query: QueryInput {
                text: address.query.clone().unwrap_or_default(),
                is_touched: address.query.is_some() || address.start,
                excluded: address.excluded.clone(),
            },
            ..Self::default()
        };
        form.scope.seeds = address.seeds.join("\n");
        form.scope.site_map = site_map;
        form.source.kind = address.source;
        for (name, value) in &address.rest {
            match (name.as_str(), name.strip_prefix("params.")) {
                (_, Some(param)) => {
                    let of = strategy.clone().unwrap_or_else(|| form.scope.automatic_strategy());
                    form.strategy.params.insert(param_key(&of, param), value.clone());
                }
                ("model", _) => form.model.id = Some(value.clone()),
                ("topics", _) => form.topics = Rc::new(topics(value)),
                ("stay", _) if is_flag(value) => form.scope.stay = value == "1",
                ("site_map", _) if is_flag(value) => {}
                (name, _) => {
                    let setting = settings().find(|setting| setting.name == name);
                    match setting.and_then(|setting| Some((setting, field_text(setting, value)?))) {
                        Some((setting, text)) => form.set(setting, text),
                        None => strange.push(part(name, value)),
                    }
                }
            }
        }
        form.strategy.id = strategy;
        form.report_unknown(&strange);
        form.opened = address;
        form
    }

    /// Returns the settings that differ from their defaults, by their names in addresses.
    fn settings(&self) -> BTreeMap<String, String> {
        let mut rest = BTreeMap::new();
        for setting in settings() {
            let text = self.settings.get(setting.name).and_then(|text| address_text(setting, text));
            rest.extend(text.map(|text| (setting.name.to_owned(), text)));
        }
        let id = self.strategy_id();
        for (key, text) in &self.strategy.params {
            if let Some(param) = key.strip_prefix(&param_key(&id, "")) {
                rest.insert(format!("params.{param}"), text.clone());
            }
        }
        let mut flag = |name: &str, on: bool, value: &str| {
            if on {
                rest.insert(name.to_owned(), value.to_owned());
            }
        };
        flag("stay", self.scope.stay, "1");
        flag("site_map", self.scope.site_map, "1");
        rest
    }

    /// Returns the address of this form. The caller sets `start`.
    pub fn address(&self) -> CrawlAddress {
        let id = self.strategy_id();
        let mut rest = self.settings();
        let mut flag = |name: &str, on: bool, value: &str| {
            if on {
                rest.insert(name.to_owned(), value.to_owned());
            }
        };
        let fits = |card: &Rc<ModelCard>| card.strategy.id == id;
        if self.model.card.as_ref().is_none_or(fits) {
            let model = self.model.id.as_deref().unwrap_or_default();
            flag("model", !model.is_empty(), model);
        }
        let (outline, fits) = self.outline();
        if fits {
            flag("topics", !outline.is_empty(), &outline);
        } else {
            flag("topics", true, &format!("{KEPT}{}", digest(&outline)));
        }
        CrawlAddress {
            query: Some(self.query.text.trim().to_owned()),
            seeds: self.scope.typed_seeds(),
            excluded: self.query.excluded.clone(),
            strategy: Some(id),
            source: self.source.kind,
            strange_source: None,
            start: false,
            id: None,
            rest,
        }
    }
}

impl Form {
    /// Drops and reports the parameters that the strategy does not have, and a model that it does not use. Only an
    /// address can contain them. Does nothing while the strategies are unknown.
    pub fn report_unknown_params(&mut self, catalog: &Catalog) {
        let id = self.strategy_id();
        let Some(info) = catalog.strategy(&id) else {
            return;
        };
        // Once the model is found, it determines the strategy.
        if self.strategy.id.is_none() && self.model.id.is_some() {
            return;
        }
        let mut strange = Vec::new();
        if let Some(model) = self.model.id.take_if(|_| !info.needs.trails) {
            strange.push(part("model", &model));
        }
        self.report_unknown(&strange);
        self.reject_unknown_params(info);
    }

    /// Removes parameters that the strategy does not have; the message lists them and the known ones.
    fn reject_unknown_params(&mut self, info: &StrategyInfo) {
        let prefix = param_key(&info.id, "");
        let mut unknown: Vec<String> = Vec::new();
        self.strategy.params.retain(|key, _| {
            let name = key.strip_prefix(&prefix);
            let name = name.filter(|name| !info.params.iter().any(|param| param.name == *name));
            unknown.extend(name.map(|name| format!("“{}”", cut(&clean(name), PART_BYTES))));
            name.is_none()
        });
        if unknown.is_empty() {
            return;
        }
        unknown.truncate(STRANGE);
        let known: Vec<&str> = info.params.iter().map(|param| &*param.name).collect();
        let known = if known.is_empty() {
            "it has no parameters".to_owned()
        } else {
            format!("available: {}", known.join(", "))
        };
        let (title, unknown) = (&info.title, unknown.join(", "));
        self.problems.push(problem(
            "address",
            format!(
                "Unknown parameters in the link: {title} has no {unknown}; {known}. Check the settings, then start \
                the crawl."
            ),
        ));
    }

    /// Reports the ignored parts of the address, if any.
    fn report_unknown(&mut self, parts: &[String]) {
        let parts: Vec<&str> = parts.iter().take(STRANGE).map(String::as_str).collect();
        if !parts.is_empty() {
            let list = parts.join(", ");
            self.problems.push(problem(
                "address",
                format!("Ignored unknown settings or values in the link: {list}. Check the settings before you start."),
            ));
        }
    }

    /// Returns the topics in use as text, and whether it is short enough for the address.
    pub fn outline(&self) -> (String, bool) {
        let outline = write_outline(&self.topics.taxonomy());
        let fits = outline.len() <= ADDRESS_BYTES;
        (outline, fits)
    }
}

impl Form {
    /// Returns the number of settings under “Advanced” that differ from their defaults.
    pub fn changed_settings(&self) -> usize {
        let seeds = usize::from(!self.scope.site_map && !self.scope.seeds.trim().is_empty());
        let excluded = usize::from(!self.query.excluded.is_empty());
        let named = self.settings();
        seeds + excluded + named.keys().filter(|name| is_advanced(name)).count()
    }

    /// Returns whether the form's address has settings under “Advanced”.
    pub fn address_sets_advanced(&self) -> bool {
        let CrawlAddress { seeds, excluded, rest, .. } = &self.opened;
        let has_seeds = !self.scope.site_map && !seeds.is_empty();
        has_seeds || !excluded.is_empty() || rest.keys().any(|name| is_advanced(name))
    }

    /// Returns whether a field under “Advanced” has a problem.
    pub fn is_advanced_wrong(&self) -> bool {
        let mut fields = self.problems.iter().map(|problem| problem.field.as_str());
        fields.any(|field| match field {
            "seeds" => !self.scope.site_map,
            "excluded" => true,
            field => {
                field.starts_with("params.") || is_advanced(field) && settings().any(|setting| setting.name == field)
            }
        })
    }
}

/// Returns whether a part of an address is set under “Advanced”.
fn is_advanced(name: &str) -> bool {
    let setting = settings().find(|setting| setting.name == name);
    setting.map_or(!matches!(name, "site_map" | "model" | "topics"), |setting| setting.place == Place::Advanced)
}

/// Parses the topics of an address: an outline, or the digest of topics in session storage.
fn topics(value: &str) -> Topics {
    match value.strip_prefix(KEPT) {
        Some(digest) => Topics::saved_under(digest),
        None => Topics::of(&read_outline(value)),
    }
}

/// Returns a part of an address, sanitized for display.
fn part(name: &str, value: &str) -> String {
    let part = clean(&format!("{name}={value}"));
    format!("“{}”", cut(&part, PART_BYTES))
}

fn is_flag(value: &str) -> bool {
    matches!(value, "0" | "1")
}
