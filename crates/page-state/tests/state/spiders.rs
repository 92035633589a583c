//! Tests the order of the spiders' tree, its keys, and the drawing of the tree and of a story.

use crate::fakes::spiders::{crawl, spider, story};
use page_state::screen::ScreenAction;
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::watch::ViewsUpdate;
use protocol::{Batch, ToPage};
use types::report::Spider;

#[test]
fn removed_spiders_close_their_history() {
    let update = |reset, spiders: Vec<Spider>| {
        Action::Worker(WorkerAction::Messages(vec![ToPage::Batch(Box::new(Batch {
            views: ViewsUpdate { reset, spiders, ..ViewsUpdate::default() },
            ..Batch::default()
        }))]))
    };
    let ids = |state: &State| -> Vec<u32> {
        let spiders = state.crawl.watched.spiders.iter();
        spiders.map(|spider| spider.id).collect()
    };
    let mut state = State::new("", None);
    state.apply(Action::Worker(WorkerAction::Messages(vec![crawl(), story()])));
    state.apply(Action::Screen(ScreenAction::Spider(Some(3))));
    state.apply(update(false, vec![spider(4, None, false)]));
    assert_eq!(ids(&state), [1, 2, 3, 4], "new ones come to those before");
    assert!(state.crawl.watched.story.is_some());
    state.apply(update(true, vec![spider(1, None, false)]));
    assert_eq!(ids(&state), [1]);
    assert_eq!((state.crawl.watched.story.is_none(), state.screen.spider), (true, None));
    state.apply(Action::Screen(ScreenAction::Spider(Some(1))));
    state.apply(update(true, vec![spider(1, None, false)]));
    assert_eq!(state.screen.spider, Some(1), "there is one of this number");
    state.apply(update(true, Vec::new()));
    assert_eq!((ids(&state), state.screen.spider), (Vec::new(), None));
}
