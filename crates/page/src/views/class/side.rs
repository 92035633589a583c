//! Renders a side of the view for a class: figures, the map and the tree, a sentence, the best results.

use crate::views::crawl::map::{Map, SharedMapState};
use crate::views::crawl::results::{gauge, title};
use crate::views::crawl::spiders::{BranchTree, Spiders};
use crate::views::crawl::{Props as CrawlProps, Scope};
use crate::views::prelude::*;
use crate::widgets::fact;
use page_state::class::{ClassAction, ClassSide, Picture, SIDES};
use page_state::library::status;
use page_state::screen::Screen;

/// The number of results that are listed.
const BEST: usize = 5;
/// The beginnings of ids.
const PREFIXES: [&str; 2] = ["left-", "right-"];

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The index of the side.
    pub(crate) at: usize,
    pub(crate) state: State,
    pub(crate) dispatch: Dispatch,
}

impl Props {
    fn side(&self) -> &ClassSide {
        &self.state.class.sides[self.at]
    }

    /// Returns the properties of the views of the crawl, whose actions change this side.
    fn view(&self) -> CrawlProps {
        let (side, at) = (self.side(), self.at);
        let mut state = self.state.clone();
        state.crawl = side.crawl.clone();
        state.screen = Screen { open: side.open, ..Screen::default() };
        let inside = move |action| Action::Class(ClassAction::Inside(at, Box::new(action)));
        CrawlProps {
            state,
            crawl: side.crawl.clone(),
            dispatch: Dispatch { actions: self.dispatch.actions.reform(inside) },
            scope: Scope { prefix: PREFIXES[at], of: side.title(&self.state.catalog).to_owned().into() },
        }
    }
}

/// Renders the side.
#[component]
pub(crate) fn Side(props: &Props) -> Html {
    let (side, class, catalog) = (props.side(), &props.state.class, &props.state.catalog);
    let map_state = use_memo((), |()| SharedMapState::default());
    let view = props.view();
    let id = format!("class-{}-title", SIDES[props.at]);
    let saved = side.crawl.live.saved.id.as_ref().filter(|_| side.is_over());
    html! {
        <section class={classes!("class-side", side.is_over().then_some("over"))} aria-labelledby={id.clone()}>
            <div class="class-top"><h2 {id}>{ side.title(catalog) }</h2>{ figures(side) }</div>
            <div class="class-pictures">
                if class.picture != Picture::Tree {
                    <div class="class-picture">
                        <Map view={view.clone()} memory={(*map_state).clone()} details={Html::default()}
                            is_beside={true} />
                    </div>
                }
                if class.picture != Picture::Map {
                    <div class="class-picture">
                        if view.has_spiders() {
                            <Spiders {view} is_beside={true} />
                        } else {
                            <BranchTree {view} is_beside={false} />
                        }
                    </div>
                }
            </div>
            <p class="class-now">{ class.sentence(props.at, catalog) }</p>
            for notice in side.notices() { <p class="problem" role="alert">{ sentence(&shown(notice)) }</p> }
            { best(&side.crawl.ranking) }
            if let Some(id) = saved { <p><a href={status::address(id)}>{ "Open this crawl" }</a></p> }
        </section>
    }
}

/// Renders the number of pages and of relevant ones, and their share.
fn figures(side: &ClassSide) -> Html {
    let live = &side.crawl.live;
    let (pages, limit) = (grouped(live.progress.pages), grouped(live.page_limit()));
    html! {
        <dl class="class-figures">
            { fact("Pages", format!("{pages} of {limit}")) }
            { fact("Relevant", grouped(side.found())) }
            { fact("Harvest rate", percent(live.progress.measures.harvest)) }
        </dl>
    }
}

/// Renders the best results so far.
fn best(ranking: &Ranking) -> Html {
    let records = (0..BEST).filter_map(|place| ranking.at(place));
    html! {
        <>
            <h3>{ "Best results" }</h3>
            <ol class="class-best">
                for record in records {
                    <li key={record.n}>
                        { gauge(record.relevance) }
                        <span class="class-result">
                            { title(record) }<span class="fine">{ bare(&record.host) }</span>
                        </span>
                    </li>
                }
            </ol>
        </>
    }
}
