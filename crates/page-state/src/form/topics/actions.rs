//! Applies the actions on all topics: the starter topics, those of the demo web, the selected pages, a file.

use super::Topics;
use crate::State;
use crate::catalog::Catalog;
use crate::form::Form;
use crate::train::TrainAction;
use protocol::{FileKind, ToWorker, TopicsToFile};
use std::rc::Rc;
use types::taxonomy::{Taxonomy, Topic};
use types::text::cut;

/// The name of the built-in topics in messages.
const BUILT_IN: &str = "the demo web";
/// The name of the target of selected pages if there is no query, and the most bytes of a name taken from the query.
const SELECTED: &str = "Selected pages";
const NAME_BYTES: usize = 60;
/// The name of the folder for pages on none of the topics.
const OTHERS: &str = "Other pages";

/// An action on all topics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopicsAction {
    /// Requests the starter topics, with the targets and the query filed under them.
    UseStarter,
    /// Adds the topics of the demo web.
    UseDemo,
    /// Adds the selected good pages. If they become a new target, requests the starter topics as well.
    AddSelected,
    /// Saves the topics as a file.
    Save(FileKind),
}

impl State {
    pub(crate) fn apply_topics(&mut self, action: TopicsAction) {
        match action {
            TopicsAction::UseStarter => self.file_topics(),
            TopicsAction::UseDemo => {
                let taxonomy = demo_topics(&self.setup.form, &self.catalog);
                self.edit_topics(move |topics| topics.import(&taxonomy, BUILT_IN.to_owned(), Vec::new()));
            }
            TopicsAction::AddSelected => self.add_selected(),
            TopicsAction::Save(kind) => {
                let taxonomy = Box::new(self.setup.form.topics.whole());
                self.send(ToWorker::WriteTopics { taxonomy, kind });
            }
        }
    }

    fn edit_topics(&mut self, change: impl FnOnce(&mut Topics) + 'static) {
        self.edit_form("topics", Box::new(move |form| change(form.topics_mut())));
    }

    fn file_topics(&mut self) {
        self.edit_topics(Topics::begin_filing);
        let form = &self.setup.form;
        let (taxonomy, query) = (form.topics.to_file(), form.query.text.clone());
        let stemming = form.plan().stemming;
        self.send(ToWorker::FileTopics(Box::new(TopicsToFile { taxonomy, query, stemming })));
    }

    fn add_selected(&mut self) {
        let form = &self.setup.form;
        let name = match form.query.text.trim() {
            "" => SELECTED,
            query => cut(query, NAME_BYTES),
        };
        let mut topics = Topics::clone(&form.topics);
        let pages = self.train.good.iter().map(|page| (&*page.url, &*page.title));
        let is_new = topics.add_good(name, pages);
        self.edit_form("topics", Box::new(move |form| form.topics = Rc::new(topics)));
        if is_new {
            self.file_topics();
        }
        self.apply_train(TrainAction::ClearGood);
    }
}

/// Returns the topics of the demo web; the target is the topic of the query, or the first one. Its portals are examples
/// of other pages, without which the classifier would assign every page to a topic.
fn demo_topics(form: &Form, catalog: &Catalog) -> Taxonomy {
    let target = form.example(catalog).or(catalog.examples.first()).map(|example| &example.title);
    let topics = catalog.examples.iter().map(|example| Topic {
        name: example.title.clone(),
        good: Some(&example.title) == target,
        examples: example.examples.clone(),
        ..Topic::default()
    });
    let others = Topic { name: OTHERS.to_owned(), examples: catalog.portals(), ..Topic::default() };
    Taxonomy { topics: topics.chain([others]).collect() }
}
