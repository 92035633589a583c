//! Renders the views of a crawl as tabs; only data of the visible view is requested.
//!
//! Source: WAI-ARIA Authoring Practices, “Tabs Pattern” (one tab stop; arrows, Home and End move and choose).

use super::Props;
use super::frontier::frontier;
use super::map::{Map, SharedMapState};
use super::results::{Details, Results};
use super::site_map::{SiteMapChoices, SiteMapView};
use crate::views::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ViewsProps {
    pub(crate) view: Props,
    /// The map's state, which is kept while another view is shown.
    pub(crate) map_state: SharedMapState,
    /// The map is shown beside other views.
    pub(crate) has_map_beside: bool,
    /// The window is wide: details are beside the map.
    pub(crate) is_wide: bool,
}

/// Renders the tabs, the selected view and, below it, the details of a page selected there.
#[component]
pub(crate) fn Views(views: &ViewsProps) -> Html {
    let props = &views.view;
    let Props { state: State { screen, .. }, dispatch, .. } = props;
    use_map_beside(views.has_map_beside, dispatch);
    let site_map = use_reducer_eq(SiteMapChoices::default);
    html! {
        <div class="views">
            <div class="tab-line">
                { tabs(screen.view, props.has_spiders(), dispatch) }
                <button type="button" class="quiet jump" aria-label="More: charts, failed pages"
                    onclick={Callback::from(|_: MouseEvent| jump())}>
                    { "More ↓" }
                </button>
            </div>
            <div id="view" class="view" role="tabpanel" aria-labelledby={tab_id(screen.view)}>
                { view(views, site_map) }
            </div>
            // The list shows details in its rows; the map shows them between canvas and table, or beside it.
            if is_below(props) { <Details ..props.clone() /> }
        </div>
    }
}

/// Returns whether details are below the view. In the results this is only so for pages that the list does not show.
fn is_below(props: &Props) -> bool {
    match props.state.screen.view {
        View::Map => false,
        View::Results => props.state.screen.open.is_some_and(|n| props.crawl.ranking.index_of(n).is_none()),
        _ => true,
    }
}

fn view(views: &ViewsProps, choices: UseReducerHandle<SiteMapChoices>) -> Html {
    let (props, memory) = (&views.view, views.map_state.clone());
    let view = props.clone();
    match props.state.screen.view {
        View::Results => html! { <Results ..view /> },
        View::Map => {
            let details = if views.is_wide {
                Html::default()
            } else {
                html! { <Details ..props.clone() /> }
            };
            html! { <Map {view} {memory} {details} is_beside={false} /> }
        }
        View::SiteMap => html! { <SiteMapView {view} {choices} /> },
        View::Frontier => frontier(props),
        View::Spiders => props.tree(false),
    }
}

/// Tells whether the map is visible beside another view.
#[hook]
fn use_map_beside(has_map: bool, dispatch: &Dispatch) {
    let dispatch = dispatch.clone();
    use_effect_with(has_map, move |has_map| {
        dispatch.dispatch(Action::Screen(ScreenAction::HasMap(*has_map)));
        move || dispatch.dispatch(Action::Screen(ScreenAction::HasMap(false)))
    });
}

fn tabs(chosen: View, has_spiders: bool, dispatch: &Dispatch) -> Html {
    let actions = dispatch.actions.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let at = View::ALL.iter().position(|view| *view == chosen);
        let (at, last) = (at.unwrap_or_default(), View::ALL.len() - 1);
        let next = match event.key().as_str() {
            "ArrowRight" => (at + 1) % View::ALL.len(),
            "ArrowLeft" => at.checked_sub(1).unwrap_or(last),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        actions.emit(Action::Screen(ScreenAction::View(View::ALL[next])));
        focus(&format!("#{}", tab_id(View::ALL[next])));
    });
    html! {
        <div class="tabs" role="tablist" aria-label="Views of the crawl" {onkeydown}>
            for view in View::ALL {
                <button type="button" role="tab" id={tab_id(view)} aria-selected={(view == chosen).to_string()}
                    aria-controls="view" tabindex={(view != chosen).then_some("-1")}
                    onclick={dispatch.on(move || vec![Action::Screen(ScreenAction::View(view))])}>
                    { view.title(has_spiders) }
                </button>
            }
        </div>
    }
}

/// Scrolls to the content below the view in a narrow window.
fn jump() {
    if let Some(side) = element("#side") {
        side.scroll_into_view();
        focus("#side");
    }
}

fn tab_id(view: View) -> String {
    format!("tab-{}", view.name())
}
