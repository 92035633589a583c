//! Renders the proxy's address, the connect button, and the result of the check.
//!
//! A text explains the browser's prompt before the button is pressed, and every failure states a remedy. Browsers do not reveal whether a
//! proxy is absent or refuses this page.

use crate::page::dom::tab;
use crate::page::state::catalog::Proxy;
use crate::page::state::catalog::{PROXY_MISSING, ProxyAction};
use crate::page::views::prelude::*;
use crate::protocol::ProxyAddress;

const USUAL: &str = "127.0.0.1:8181";

/// Renders the field and its button.
pub(crate) fn proxy(form: &Form, state: Proxy, dispatch: &Dispatch) -> Html {
    let wrong = form.problem("proxy");
    let ties = AriaLinks::of("proxy", true, wrong.as_ref());
    let value = form.source.proxy.clone().unwrap_or_default();
    html! {
        <div class="field proxy">
            <label for="proxy">{ "Proxy" }</label>
            <div class="proxy-ask">
                <input id="proxy" type="text" inputmode="url" autocomplete="off" spellcheck="false" autocapitalize="none" {value}
                    placeholder="Default proxy" oninput={typing(dispatch)}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
                <button type="button" onclick={connect(form, dispatch)} disabled={state == Proxy::Checking}>{ "Connect" }</button>
            </div>
            { problem_line("proxy", wrong.as_ref()) }
            <p class="help" id="proxy-help">{ "Leave empty to use the proxy that served this page, if one did; any other proxy sees every URL of the crawl." }</p>
            { learn_more("A proxy elsewhere must allow this page’s origin: start it with the option --allow-origin.") }
            <div role="status">
                if let (Ok(address), None) = (form.source.proxy_address(), form.problem("source")) {
                    { status(address.as_ref(), state) }
                }
            </div>
        </div>
    }
}

/// Returns a handler that changes the address. Only the page's own proxy is checked without a click, because it needs no permission.
fn typing(dispatch: &Dispatch) -> Callback<InputEvent> {
    let write = dispatch.typing("proxy", |form, text| {
        form.source.kind = Some(SourceKind::Proxy);
        form.source.proxy = Some(text);
    });
    let actions = dispatch.actions.clone();
    Callback::from(move |event: InputEvent| {
        let is_own = typed(&event).trim().is_empty();
        write.emit(event);
        let state = if is_own { Proxy::Unknown } else { Proxy::Unchecked };
        actions.emit(Action::Proxy(ProxyAction::Status(state)));
    })
}

fn connect(form: &Form, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let (actions, address) = (dispatch.actions.clone(), form.source.proxy_address());
    Callback::from(move |_| match address.clone() {
        Ok(address) => actions.emit(Action::Proxy(ProxyAction::Check(address))),
        Err(sentence) => actions.emit(Action::Start(StartAction::Refused(vec![problem("proxy", sentence)]))),
    })
}

/// Renders the status of the proxy, and the remedy.
fn status(address: Option<&ProxyAddress>, state: Proxy) -> Html {
    match (state, address) {
        (Proxy::Unknown | Proxy::Checking, _) => status_line("state", "Connecting…"),
        (Proxy::There, _) => status_line("state good", "Connected."),
        (_, None) => status_line("state bad", PROXY_MISSING),
        (Proxy::Unchecked, Some(address)) if tab::needs_permission(address) => status_line(
            "state",
            "Press “Connect”, then allow this page to reach programs on this device. It only uses the proxy.",
        ),
        (Proxy::Unchecked, Some(_)) => status_line("state", "Press “Connect” to test the connection."),
        (Proxy::NotAProxy, Some(_)) => status_line(
            "state bad",
            "The server at this address is not salticid-proxy. Check the port: the proxy prints its address when it starts.",
        ),
        (Proxy::Denied, Some(address)) => html! {
            <>
                { status_line("state bad", "The browser blocks access to programs on this device. Allow it in the site settings (the icon before the address, “Local network access” or “Apps on device”), then press “Connect”.") }
                { same_origin_hint(address) }
            </>
        },
        (Proxy::Missing, Some(address)) => html! {
            <>
                { status_line("state bad", "Could not reach a proxy there that allows this page. Start it with this command, then press “Connect”:") }
                <p><code class="command">{ command(address) }</code></p>
                { same_origin_hint(address) }
            </>
        },
    }
}

fn status_line(class: &'static str, text: &'static str) -> Html {
    html! { <p {class}>{ text }</p> }
}

/// Renders the link to the app on the proxy's own origin, which needs no permission.
fn same_origin_hint(address: &ProxyAddress) -> Html {
    if !address.is_loopback() {
        return Html::default();
    }
    let link = outer_link(&SafeHref::of_proxy(address), address.as_str(), true);
    html! { <p class="state">{ "Or open the app from the proxy, which needs no permission: " }{ link }</p> }
}

/// Returns the command that starts a proxy with access for this page.
fn command(address: &ProxyAddress) -> String {
    let origin = tab::own_origin();
    let place = address.place().split('/').next().unwrap_or_default();
    let place = place.replace("localhost", "127.0.0.1");
    if !address.is_loopback() || place == USUAL {
        return format!("salticid-proxy --allow-origin {origin}");
    }
    format!("salticid-proxy --listen {place} --allow-origin {origin}")
}
