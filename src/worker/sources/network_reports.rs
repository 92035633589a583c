//! Receives what the browser reports of the requests of an extension: the address that it connected to, and the target of a redirect.
//!
//! A worker cannot use the interfaces of extensions. `extension/network.js` observes requests in the page and posts the reports to a channel
//! of this origin, which no site can reach. Web pages get no such reports.
//!
//! Source: the browsers’ API of extensions, `webRequest.onBeforeRedirect` and `webRequest.onResponseStarted`.

use crate::worker::browser::scope;
use futures_channel::oneshot::{Receiver, Sender, channel};
use futures_util::future::{Either, select};
use gloo_events::EventListener;
use gloo_timers::future::TimeoutFuture;
use js_sys::Reflect;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BroadcastChannel, MessageEvent, Url};

/// The channel's name, as in `extension/network.js`.
const CHANNEL: &str = "salticid-network";
/// Milliseconds from a response to its report, at most.
const REPORT_MS: u32 = 5_000;

/// The browser's report of one response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NetworkReport {
    /// The address that the browser connected to; `None` if it did not say.
    pub(super) address: Option<IpAddr>,
    /// HTTP status.
    pub(super) status: u16,
    /// The target of a redirect.
    pub(super) location: Option<String>,
}

/// The requests whose reports are expected, by URL.
type Expected = Rc<RefCell<BTreeMap<String, Vec<PendingReport>>>>;

/// A request whose report is expected.
struct PendingReport {
    /// Milliseconds since 1970 when the request was sent: a report of an earlier request to the same URL, perhaps of another tab, is not its own.
    since: f64,
    sender: Sender<NetworkReport>,
}

/// Receives reports.
pub(super) struct NetworkReports {
    expected: Expected,
    _channel: BroadcastChannel,
    _listener: EventListener,
}

impl NetworkReports {
    /// Opens the channel in an extension; returns `None` in a web page.
    pub(super) fn open() -> Option<Self> {
        if !scope().location().protocol().ends_with("-extension:") {
            return None;
        }
        let channel = BroadcastChannel::new(CHANNEL).ok()?;
        let expected = Expected::default();
        let own = Rc::clone(&expected);
        let listener = EventListener::new(&channel, "message", move |event| {
            let message = event.unchecked_ref::<MessageEvent>().data();
            let Some((url, time, report)) = read(&message) else {
                return;
            };
            let pending = own.borrow_mut().remove(&url).unwrap_or_default();
            let (current, later): (Vec<_>, Vec<_>) =
                (pending.into_iter()).partition(|pending| pending.since <= time);
            if !later.is_empty() {
                own.borrow_mut().insert(url, later);
            }
            for pending in current {
                // Its request may have failed meanwhile.
                let _ = pending.sender.send(report.clone());
            }
        });
        Some(Self {
            expected,
            _channel: channel,
            _listener: listener,
        })
    }

    /// Returns the receiver of a request's report; called before the request is sent.
    pub(super) fn expect(&self, address: &str) -> Receiver<NetworkReport> {
        let (sender, receiver) = channel();
        let mut expected = self.expected.borrow_mut();
        for pending in expected.values_mut() {
            pending.retain(|pending| !pending.sender.is_canceled());
        }
        expected.retain(|_, pending| !pending.is_empty());
        let pending = PendingReport {
            since: js_sys::Date::now(),
            sender,
        };
        let url = without_fragment(address);
        expected.entry(url).or_default().push(pending);
        receiver
    }
}

/// Waits for a report, for [`REPORT_MS`] at most.
pub(super) async fn within_time(report: Receiver<NetworkReport>) -> Option<NetworkReport> {
    let timeout = TimeoutFuture::new(REPORT_MS);
    match select(report, timeout).await {
        Either::Left((report, _)) => report.ok(),
        Either::Right(_) => None,
    }
}

/// Reads a message of `extension/network.js`: URL, milliseconds since 1970, report.
fn read(message: &JsValue) -> Option<(String, f64, NetworkReport)> {
    let text = |name: &str| Reflect::get(message, &name.into()).ok()?.as_string();
    let number = |name: &str| Reflect::get(message, &name.into()).ok()?.as_f64();
    let report = NetworkReport {
        status: u16::try_from(types::to_u32(number("status")?)).unwrap_or_default(),
        // Browsers write IPv6 addresses without brackets here; some add them.
        address: text("ip").and_then(|ip| ip.trim_matches(['[', ']']).parse().ok()),
        location: text("location"),
    };
    Some((without_fragment(&text("url")?), number("time")?, report))
}

/// Returns a URL as the browser spells it, without its fragment.
fn without_fragment(address: &str) -> String {
    let Ok(url) = Url::new(address) else {
        return address.to_owned();
    };
    url.set_hash("");
    url.href()
}
