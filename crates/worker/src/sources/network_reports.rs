//! Receives the browser's reports to an extension: whether it may access sites, the addresses of hosts (Firefox only),
//! the address of each connection, the targets of redirects, and pages that it rendered.
//!
//! A worker cannot use the extension interfaces. `extension/network.js` observes requests in the page and posts the
//! reports to a channel of this origin, which no site can access. Web pages get no such reports.
//!
//! Source: the browsers' extension API, `permissions`, `dns.resolve`, `webRequest.onBeforeRedirect` and
//! `webRequest.onResponseStarted`.

use crate::browser::scope;
use futures_channel::oneshot::{Receiver, Sender, channel};
use futures_util::future::{Either, select};
use gloo_events::EventListener;
use gloo_timers::future::TimeoutFuture;
use protocol::object::object;
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BroadcastChannel, MessageEvent, Url};

/// The channel's name, as in `extension/network.js`.
const CHANNEL: &str = "salticid-network";
/// The message that asks the page whether sites may be accessed, as in `extension/network.js`.
const ACCESS: &str = "access";
/// The name of a question with a host whose addresses are asked for, as in `extension/network.js`.
const RESOLVE: &str = "resolve";
/// The name of a request to render a page, with an id, as in `extension/network.js`.
const RENDER: &str = "render";
/// The name of a request to cancel that.
const CANCEL_RENDER: &str = "cancelRender";
/// The most milliseconds from a response to its report, and from a question to its answer.
const REPORT_MS: u32 = 5_000;

/// The browser's report of one response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NetworkReport {
    /// The address that the browser connected to; `None` if it was not reported.
    pub(super) address: Option<IpAddr>,
    /// HTTP status.
    pub(super) status: u16,
    /// The target of a redirect.
    pub(super) location: Option<String>,
}

/// The state that the page's messages change, with the requests that wait for them.
#[derive(Default)]
struct Shared {
    /// The requests whose reports are expected, by URL.
    expected: BTreeMap<String, Vec<PendingReport>>,
    /// Sites may be accessed.
    has_access: bool,
    /// The browser resolves names for an extension.
    can_resolve: bool,
    /// The requests that wait for the page's answer about access.
    waiting: Vec<Sender<bool>>,
    /// The requests that wait for the addresses of a host.
    resolving: BTreeMap<String, Vec<Sender<Vec<IpAddr>>>>,
    /// The addresses of hosts, as they were told to this or another worker.
    resolved: BTreeMap<String, Vec<IpAddr>>,
    /// The pages that are being rendered, by the ids of their requests.
    rendering: BTreeMap<String, Sender<Rendered>>,
}

/// The result of a page that the extension opened in a tab.
#[derive(Default)]
pub(super) struct Rendered {
    /// The addresses that the browser connected to, that of the document first.
    pub(super) addresses: Vec<IpAddr>,
    /// Its document as HTML.
    pub(super) html: Option<String>,
    /// The HTTP status if that is an error; else 0.
    pub(super) status: u16,
    /// The URL to which it leads instead.
    pub(super) location: Option<String>,
    /// The code of the reason for which it ended.
    pub(super) reason: String,
}

/// A request whose report is expected.
struct PendingReport {
    /// The time of the request in milliseconds since 1970. It excludes reports of earlier requests to the same URL, for
    /// example from another tab.
    since: f64,
    sender: Sender<NetworkReport>,
}

/// Receives reports. All sources of a worker share one receiver, so that a host refused in one crawl is refused in the
/// next.
pub struct NetworkReports {
    shared: Rc<RefCell<Shared>>,
    /// The hosts that had a private address, with that address.
    special_hosts: RefCell<BTreeMap<String, IpAddr>>,
    /// The channel; `None` if the browser opened none, in which case no request is sent.
    channel: Option<BroadcastChannel>,
    _listener: Option<EventListener>,
}

impl NetworkReports {
    /// Opens the channel in an extension; returns `None` in a web page.
    pub(crate) fn open() -> Option<Rc<Self>> {
        if !scope().location().protocol().ends_with("-extension:") {
            return None;
        }
        let channel = BroadcastChannel::new(CHANNEL).ok();
        let shared = Rc::<RefCell<Shared>>::default();
        let listener = channel.as_ref().map(|channel| {
            let shared = Rc::clone(&shared);
            EventListener::new(channel, "message", move |event| {
                shared.borrow_mut().receive(event.unchecked_ref::<MessageEvent>().data());
            })
        });
        Some(Rc::new(Self { shared, special_hosts: RefCell::default(), channel, _listener: listener }))
    }

    /// Returns whether the person has granted access to sites. The page is asked until it is granted.
    pub(super) async fn has_access(&self) -> bool {
        if self.shared.borrow().has_access {
            return true;
        }
        let (sender, receiver) = channel();
        self.shared.borrow_mut().waiting.push(sender);
        self.post(&ACCESS.into()).is_some() && within_time(receiver).await.unwrap_or_default()
    }

    /// Returns the addresses that a host had when it was resolved first. Returns none if it has none, if the browser
    /// does not tell within [`REPORT_MS`], and in a browser that does not resolve names for an extension.
    pub(super) async fn addresses_of(&self, host: &str) -> Vec<IpAddr> {
        let receiver = {
            let mut shared = self.shared.borrow_mut();
            if let Some(addresses) = shared.resolved.get(host) {
                return addresses.clone();
            }
            if !shared.can_resolve {
                return Vec::new();
            }
            let (sender, receiver) = channel();
            let waiting = shared.resolving.entry(host.to_owned()).or_default();
            waiting.retain(|sender| !sender.is_canceled());
            waiting.push(sender);
            receiver
        };
        if self.post(&object([(RESOLVE, host.into())])).is_none() {
            return Vec::new();
        }
        within_time(receiver).await.unwrap_or_default()
    }

    /// Opens a page in a tab, and waits until it is rendered; `None` if no page of the app is there to pass that on.
    /// `apart` demands that the tab has no cookies of the person.
    pub(super) async fn render(&self, address: &str, apart: bool) -> Option<Rendered> {
        let id = js_sys::Math::random().to_string();
        let (sender, receiver) = channel();
        let rendering = RenderRequest { reports: self, id };
        self.shared.borrow_mut().rendering.insert(rendering.id.clone(), sender);
        let now = js_sys::Date::now().into();
        let (id, url, apart) = ((&*rendering.id).into(), address.into(), apart.into());
        self.post(&object([(RENDER, id), ("url", url), ("apart", apart), ("at", now)]))?;
        receiver.await.ok()
    }

    /// Posts a message to the page; `None` if there is no channel.
    fn post(&self, message: &JsValue) -> Option<()> {
        self.channel.as_ref()?.post_message(message).ok()
    }

    /// Returns the private address of a host, if it had one.
    pub(super) fn special_address_of(&self, host: &str) -> Option<IpAddr> {
        self.special_hosts.borrow().get(host).copied()
    }

    /// Records that a host had a private address.
    pub(super) fn add_special_host(&self, host: String, address: IpAddr) {
        self.special_hosts.borrow_mut().insert(host, address);
    }

    /// Returns the receiver of a request's report. It is called before the request is sent.
    pub(super) fn expect(&self, address: &str) -> Receiver<NetworkReport> {
        let (sender, receiver) = channel();
        let expected = &mut self.shared.borrow_mut().expected;
        for pending in expected.values_mut() {
            pending.retain(|pending| !pending.sender.is_canceled());
        }
        expected.retain(|_, pending| !pending.is_empty());
        let pending = PendingReport { since: js_sys::Date::now(), sender };
        let url = without_fragment(address);
        expected.entry(url).or_default().push(pending);
        receiver
    }
}

/// A page that is being rendered, whose tab is closed when its result is no longer awaited.
struct RenderRequest<'a> {
    reports: &'a NetworkReports,
    id: String,
}

impl Drop for RenderRequest<'_> {
    fn drop(&mut self) {
        let is_awaited = self.reports.shared.borrow_mut().rendering.remove(&self.id).is_some();
        if is_awaited {
            self.reports.post(&object([(CANCEL_RENDER, (&*self.id).into())]));
        }
    }
}

/// A message of `extension/network.js`: the answer about access, the addresses of a host, a rendered page, or a report.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Message {
    access: Option<bool>,
    can_resolve: bool,
    resolved: Option<String>,
    addresses: Vec<String>,
    rendered: Option<String>,
    html: Option<String>,
    ips: Vec<String>,
    reason: String,
    url: Option<String>,
    /// Milliseconds since 1970.
    time: f64,
    status: u16,
    ip: Option<String>,
    location: Option<String>,
}

impl Shared {
    /// Passes a message of the page to the requests that wait for it. Those may have been canceled or have failed in
    /// the meantime.
    fn receive(&mut self, message: JsValue) {
        let Ok(message) = serde_wasm_bindgen::from_value::<Message>(message) else {
            return;
        };
        if let Some(access) = message.access {
            self.has_access = access;
            self.can_resolve = message.can_resolve;
            for sender in self.waiting.drain(..) {
                let _ = sender.send(access);
            }
        }
        if let Some(host) = message.resolved {
            let addresses: Vec<IpAddr> = message.addresses.iter().filter_map(|text| parsed_address(text)).collect();
            for sender in self.resolving.remove(&host).unwrap_or_default() {
                let _ = sender.send(addresses.clone());
            }
            self.resolved.insert(host, addresses);
        }
        if let Some(id) = message.rendered {
            let rendered = Rendered {
                addresses: message.ips.iter().filter_map(|text| parsed_address(text)).collect(),
                html: message.html,
                status: message.status,
                location: message.location,
                reason: message.reason,
            };
            if let Some(sender) = self.rendering.remove(&id) {
                let _ = sender.send(rendered);
            }
            return;
        }
        let Some(url) = message.url.map(|url| without_fragment(&url)) else {
            return;
        };
        let report = NetworkReport {
            status: message.status,
            address: message.ip.and_then(|ip| parsed_address(&ip)),
            location: message.location,
        };
        let pending = self.expected.remove(&url).unwrap_or_default();
        let (current, later): (Vec<_>, Vec<_>) = pending.into_iter().partition(|one| one.since <= message.time);
        if !later.is_empty() {
            self.expected.insert(url, later);
        }
        for pending in current {
            let _ = pending.sender.send(report.clone());
        }
    }
}

/// Parses an address. Browsers write IPv6 addresses without brackets here; some add them.
fn parsed_address(text: &str) -> Option<IpAddr> {
    text.trim_matches(['[', ']']).parse().ok()
}

/// Waits for a message of the page, for at most [`REPORT_MS`].
pub(super) async fn within_time<T>(message: Receiver<T>) -> Option<T> {
    let timeout = TimeoutFuture::new(REPORT_MS);
    match select(message, timeout).await {
        Either::Left((message, _)) => message.ok(),
        Either::Right(_) => None,
    }
}

/// Returns a URL in the browser's spelling, without its fragment.
pub(super) fn without_fragment(address: &str) -> String {
    let Ok(url) = Url::new(address) else {
        return address.to_owned();
    };
    url.set_hash("");
    url.href()
}
