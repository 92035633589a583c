//! Holds the status of the form's proxy: the one that served this page, or one at another address that accepts this page.
//!
//! The check, which `page::dom::proxy` performs, runs only when a proxy is the source: on a static host it would log a useless error.

use super::State;
use super::catalog::Proxy;
use super::effect::Effect;
use crate::protocol::ProxyAddress;

/// The cause of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckCause {
    /// The page, automatically.
    Page,
    /// The person, by pressing the button.
    Person,
}

/// The status of the proxy.
pub enum ProxyAction {
    /// The status of the form's proxy.
    Status(Proxy),
    /// Checks the proxy at an address, because the person pressed the button.
    Check(Option<ProxyAddress>),
    /// The status of the proxy at an address; none for the one that served this page.
    Found(Option<ProxyAddress>, Proxy),
}

impl State {
    pub(super) fn apply_proxy(&mut self, action: ProxyAction) {
        match action {
            ProxyAction::Status(proxy) => self.catalog.change(|catalog| catalog.proxy = proxy),
            ProxyAction::Check(address) => self.check_proxy(address, CheckCause::Person),
            // Another address may have been typed in the meantime.
            ProxyAction::Found(address, _) if self.setup.form.source.proxy_address() != Ok(address.clone()) => {}
            ProxyAction::Found(_, proxy) => {
                self.setup.form.change(|form| form.problems.retain(|problem| problem.field != "proxy"));
                self.catalog.change(|catalog| catalog.proxy = proxy);
            }
        }
    }

    /// Checks the proxy at an address; `None` for the one that served this page.
    pub(super) fn check_proxy(&mut self, address: Option<ProxyAddress>, cause: CheckCause) {
        self.catalog.change(|catalog| catalog.proxy = Proxy::Checking);
        self.effects.push(Effect::CheckProxy(address, cause));
    }
}

/// The advice for a missing proxy.
pub(crate) const PROXY_MISSING: &str = "Could not reach the proxy. Start it with “cargo xtask start” and open the address it prints, enter another proxy, or choose another source.";
