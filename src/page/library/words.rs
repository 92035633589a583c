//! How the Library says things: sizes, dates, states.

use crate::page::digits::{fixed, grouped};
use crate::protocol::Source;
use crate::protocol::library::Shelved;
use engine::event::{EndReason, Millis};
use engine::report::Phase;
use engine::text::{clean, cut};
use js_sys::{Date, Object, Reflect};

/// Most bytes of a text that are shown.
const BYTES: usize = 300;

/// A text of a file or of the web, fit to be shown.
pub fn shown(text: &str) -> String {
    cut(&clean(text), BYTES).to_owned()
}

/// A number of bytes as people say it.
pub fn bytes(count: f64) -> String {
    const STEP: f64 = 1000.0;
    let mut value = count;
    for unit in ["bytes", "kB", "MB", "GB"] {
        if value < STEP || unit == "GB" {
            let decimals = u8::from(value < 10.0 && unit != "bytes");
            return format!("{} {unit}", fixed(value, decimals));
        }
        value /= STEP;
    }
    grouped(count)
}

/// A date with its time, in the person's own time zone.
pub fn date(at: Millis) -> String {
    let options = Object::new();
    for (name, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        // A browser that does not know these shows more.
        let _ = Reflect::set(&options, &name.into(), &value.into());
    }
    let date = Date::new(&(at as f64).into());
    date.to_locale_string("en-GB", &options).into()
}

/// What a crawl is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It runs in this tab.
    Here,
    /// Another tab has it open.
    Elsewhere,
    /// It was broken off, and can go on.
    Interrupted,
    /// The person paused it, or has yet to let it begin.
    Waiting,
    /// It is over.
    Ended(EndReason),
}

impl Standing {
    /// Of a crawl; `is_here` where it is open in this tab.
    pub fn of(crawl: &Shelved, is_here: bool) -> Self {
        match crawl.phase {
            Phase::Ended(reason) => Self::Ended(reason),
            Phase::Paused | Phase::Prepared if is_here || !crawl.is_held => Self::Waiting,
            _ if is_here => Self::Here,
            _ if crawl.is_held => Self::Elsewhere,
            _ => Self::Interrupted,
        }
    }

    /// In a word or two.
    pub fn word(self) -> &'static str {
        match self {
            Self::Here => "Running",
            Self::Elsewhere => "Open in another tab",
            Self::Interrupted => "Interrupted",
            Self::Waiting => "Paused",
            Self::Ended(EndReason::BudgetSpent) => "Finished",
            Self::Ended(EndReason::FrontierEmpty) => "No link left",
            Self::Ended(EndReason::Stopped) => "Stopped",
            Self::Ended(EndReason::EverythingBlocked) => "Nothing could be read",
            Self::Ended(EndReason::NothingLearned) => "Nothing learned",
        }
    }

    /// What the link to it says.
    pub fn way(self) -> &'static str {
        match self {
            Self::Interrupted | Self::Waiting => "Go on",
            Self::Here | Self::Elsewhere | Self::Ended(_) => "Open",
        }
    }
}

/// Where pages come from.
pub fn source(source: &Source) -> String {
    match source {
        Source::Demo => "demo web".to_owned(),
        Source::Proxy => "through the proxy".to_owned(),
        Source::ProxyAt(address) => format!("through the proxy at {}", shown(address.place())),
        Source::Direct => "directly".to_owned(),
        Source::Recorded => "recorded web".to_owned(),
        Source::RecordedIn(name) => format!("recorded web “{}”", shown(name)),
    }
}
