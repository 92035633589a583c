//! Which proxy is asked: its address, the button that asks for it, and what came of that.
//!
//! The browser's own question is explained before the button is pressed, and every failure says what to do. Left out on purpose: telling
//! a proxy that is not there from one that does not know this page, which browsers keep to themselves.

use super::field::{Ties, problem_line};
use crate::page::catalog::Proxy;
use crate::page::form::{Form, problem};
use crate::page::hands::Hands;
use crate::page::href::{SafeHref, outer_link};
use crate::page::proxy::{self as ways, Asker};
use crate::page::start::PROXY_MISSING;
use crate::page::state::Action;
use crate::protocol::{ProxyAddress, SourceKind};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Where the proxy listens when nobody says otherwise.
const USUAL: &str = "127.0.0.1:8181";

/// The field and its button.
pub(super) fn proxy(form: &Form, state: Proxy, hands: &Hands) -> Html {
    let wrong = form.problem("proxy");
    let ties = Ties::of("proxy", true, wrong.as_ref());
    let value = form.proxy.clone().unwrap_or_default();
    html! {
        <div class="field proxy">
            <label for="proxy">{ "Proxy" }</label>
            <div class="proxy-ask">
                <input id="proxy" type="text" inputmode="url" autocomplete="off" spellcheck="false" autocapitalize="none" {value}
                    placeholder="this page’s own" oninput={typing(hands)}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
                <button type="button" onclick={connect(form, hands)} disabled={state == Proxy::Asked}>{ "Connect" }</button>
            </div>
            { problem_line("proxy", wrong.as_ref()) }
            <p class="help" id="proxy-help">{ "Empty: the proxy that this page came from. Another one fetches for this page where it was started with this page’s origin, and sees every address that the crawl asks for." }</p>
            <div role="status">
                if let (Ok(address), None) = (form.proxy_address(), form.problem("source")) {
                    { news(address.as_ref(), state) }
                }
            </div>
        </div>
    }
}

/// What is typed is asked for on a click, but for the page's own proxy, which costs no question.
fn typing(hands: &Hands) -> Callback<InputEvent> {
    let typed = hands.typing("proxy", |form, text| {
        form.source = Some(SourceKind::Proxy);
        form.proxy = Some(text);
    });
    let act = hands.act.clone();
    Callback::from(move |event: InputEvent| {
        let field = event.target_unchecked_into::<HtmlInputElement>();
        let is_own = field.value().trim().is_empty();
        typed.emit(event);
        let state = if is_own {
            Proxy::Unknown
        } else {
            Proxy::Unasked
        };
        act.emit(Action::Proxy(state));
    })
}

fn connect(form: &Form, hands: &Hands) -> Callback<MouseEvent> {
    let (act, address) = (hands.act.clone(), form.proxy_address());
    Callback::from(move |_| match address.clone() {
        Ok(address) => ways::look(address, Asker::Person, act.clone()),
        Err(sentence) => act.emit(Action::Refused(vec![problem("proxy", sentence)])),
    })
}

/// What is known of the proxy, and what to do.
fn news(address: Option<&ProxyAddress>, state: Proxy) -> Html {
    match (state, address) {
        (Proxy::Unknown | Proxy::Asked, _) => said("state", "Asking for it…"),
        (Proxy::There, _) => said("state good", "It answers."),
        (_, None) => said("state bad", PROXY_MISSING),
        (Proxy::Unasked, Some(address)) if ways::needs_permission(address) => said(
            "state",
            "Press “Connect”. The browser then asks whether this page may reach programs on this device: allow it, and the page can use the proxy there. It uses nothing else.",
        ),
        (Proxy::Unasked, Some(_)) => said("state", "Press “Connect” to see whether it answers."),
        (Proxy::Stranger, Some(_)) => said(
            "state bad",
            "Something answers at this address, but it is not salticid-proxy. Look at the port: the proxy prints its address when it starts.",
        ),
        (Proxy::Denied, Some(address)) => html! {
            <>
                { said("state bad", "The browser does not let this page reach programs on this device. Allow it again in the browser’s settings for this page (the sign before its address, “Local network access” or “Apps on device”), then press “Connect”.") }
                { way_round(address) }
            </>
        },
        (Proxy::Missing, Some(address)) => html! {
            <>
                { said("state bad", "No proxy that knows this page answers there. Start it like this, then press “Connect”:") }
                <p><code class="command">{ command(address) }</code></p>
                { way_round(address) }
            </>
        },
    }
}

fn said(class: &'static str, text: &'static str) -> Html {
    html! { <p {class}>{ text }</p> }
}

/// A proxy on this device serves the app as well, and then needs no permission at all.
fn way_round(address: &ProxyAddress) -> Html {
    if !address.is_loopback() {
        return Html::default();
    }
    let link = outer_link(&SafeHref::of_proxy(address), address.as_str(), true);
    html! { <p class="state">{ "Or open the app from the proxy itself, which needs no permission: " }{ link }</p> }
}

/// How a proxy is started that lets this page use it.
fn command(address: &ProxyAddress) -> String {
    let origin = ways::own_origin();
    let place = address.place().split('/').next().unwrap_or_default();
    let place = place.replace("localhost", "127.0.0.1");
    if !address.is_loopback() || place == USUAL {
        return format!("salticid-proxy --allow-origin {origin}");
    }
    format!("salticid-proxy --listen {place} --allow-origin {origin}")
}
