//! Renders the exports of a comparison: figures, drawing, picture, plan, link.

use crate::page::views::prelude::*;
use crate::page::widgets::buttons::{ButtonEntry, button_list};
use crate::protocol::compare::{ComparisonFormat, OpenComparison};

/// The files with their names and purposes.
const FORMATS: [(ComparisonFormat, &str, &str); 4] = [
    (ComparisonFormat::Csv, "Data, CSV", "all curves of all crawls"),
    (ComparisonFormat::Svg, "Curves, SVG", "vector graphic, for papers"),
    (ComparisonFormat::Png, "Curves, PNG", "image, for slides"),
    (ComparisonFormat::Plan, "Plan", "to run again, here or in salticid-lab"),
];

/// The purpose of a plan whose pages come from live sites.
const LATER: &str = "to run again; sites may have changed by then";

/// Renders the panel.
pub(crate) fn export(shows: &OpenComparison, compare: &CompareState, dispatch: &Dispatch) -> Html {
    let is_live = shows.card.source.is_live();
    let entry = |(format, title, help): (ComparisonFormat, &'static str, &'static str)| {
        let help = if is_live && format == ComparisonFormat::Plan { LATER } else { help };
        let onclick = dispatch.on_send(ToWorker::Compare(CompareRequest::Export(format)));
        ButtonEntry::new(title, help, onclick)
    };
    let link = shows.link.as_ref().map(|link| {
        let help = if is_live { LATER } else { "the plan, to reproduce these results" };
        ButtonEntry::new("Copy link", help, copy(link, dispatch))
    });
    let entries = FORMATS.into_iter().map(entry).chain(link);
    html! {
        <section class="contest-export" aria-labelledby="take-along">
            <h2 id="take-along">{ "Export" }</h2>
            { button_list(entries) }
            if let Some(link) = &shows.link { <p class="fine"><a id="plan-link" href={format!("#/compare?plan={link}")}>{ "Plan as a link" }</a></p> }
            else { <p class="fine">{ "The plan is too long for a link. Save it as a file." }</p> }
            <p class="fine" role="status">{ compare.feedback.notice.clone() }</p>
        </section>
    }
}

fn copy(link: &str, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let copy = Effect::Copy(full_address(&format!("#/compare?plan={link}")));
    dispatch.on(move || vec![Action::Perform(Box::new(copy.clone()))])
}

/// Returns the address of this page with another fragment.
fn full_address(fragment: &str) -> String {
    let address = web_sys::window().and_then(|window| window.location().href().ok());
    let address = address.unwrap_or_default();
    format!("{}{fragment}", address.split('#').next().unwrap_or_default())
}
