//! Renders the origin of a result: the spider that fetched it, or the seed from which it was reached. A click filters by it.

use crate::page::views::prelude::*;

/// The origin of a result as a button.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OriginTag {
    origin: Origin,
    name: String,
    /// The results are filtered by this origin.
    is_chosen: bool,
}

impl OriginTag {
    pub(super) fn of(ranking: &Ranking, record: &PageRecord) -> Self {
        let origin = ranking.pages.origin(record);
        Self { origin, name: origin_name(ranking, origin), is_chosen: ranking.filter().origin == Some(origin) }
    }

    /// Renders the button, which is a tab stop only in the active row.
    pub(super) fn draw(&self, class: &'static str, is_reachable: bool, dispatch: &Dispatch) -> Html {
        let origin = self.origin;
        let onclick = dispatch.on(move || vec![Action::Results(ResultsAction::ToggleOrigin(origin))]);
        let title = match (origin, self.is_chosen) {
            (_, true) => "Show the results of all origins",
            (Origin::Spider(_), _) => "Show only results of this spider",
            (Origin::Seed(_), _) => "Show only results reached from this seed",
        };
        html! {
            <button type="button" {class} {title} aria-pressed={self.is_chosen.to_string()} tabindex={(!is_reachable).then_some("-1")} {onclick}>
                { &self.name }
            </button>
        }
    }
}

/// Returns the name of a spider, or the seed's address without its scheme.
pub(crate) fn origin_name(ranking: &Ranking, origin: Origin) -> String {
    match origin {
        Origin::Spider(id) => format!("Spider {}", grouped(id)),
        Origin::Seed(n) => {
            let url = ranking.pages.get(n).map(|record| &record.url);
            let text = url.map(|url| format!("{}{}", url.authority(), url.path_and_query()));
            let text = text.unwrap_or_default();
            text.trim_end_matches('/').to_owned()
        }
    }
}
