//! What the page knows of models: those that are kept, the one that is looked at, the one that is being learned, what there is to say.

use crate::page::form::Form;
use crate::page::library::words::shown;
use crate::protocol::Problem;
use crate::protocol::models::{ModelCard, ModelView, ModelsNews};
use engine::strategy::Info;
use std::rc::Rc;
use web_sys::Blob;

/// The models as far as the page knows them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Models {
    /// The cards, the latest first, or why they cannot be told; none before the worker was asked.
    pub cards: Option<Result<Rc<Vec<ModelCard>>, String>>,
    /// The model whose page was asked for last, by its id, or why it cannot be told.
    pub shown: Option<(String, Result<Rc<ModelView>, String>)>,
    /// What the next model is to be learned by: strategy, parameters, words.
    pub form: Form,
    /// What the next model is to be called; empty where the name that is offered will do.
    pub name: String,
    /// What is being learned.
    pub learning: Option<Learning>,
    /// Why nothing was learned, in sentences.
    pub untaught: Option<String>,
    /// What was done, in a sentence.
    pub said: String,
    /// What could not be done and why, in a sentence.
    pub wrong: Option<String>,
    /// A file that waits to be saved, with its name.
    pub written: Option<(String, Blob)>,
    /// The id of a model that was just learned.
    pub arrived: Option<String>,
    orders: u32,
}

/// How far learning is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learning {
    /// The order's number.
    pub number: u32,
    /// What the model will be called.
    pub name: String,
    /// Pages that are done.
    pub pages: u32,
    /// All pages; 0 before the worker said anything.
    pub of_pages: u32,
    /// Slices of learning that are done, and all of them; none before all pages are.
    pub slices: Option<(u32, u32)>,
    /// Why pages do not come, in a sentence.
    pub trouble: Option<String>,
}

/// What is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// The next model is called so.
    Name(String),
    /// Learning was ordered under a number: the model will be called so.
    Begin(u32, String),
    /// Learning was given up.
    Cancel,
    /// It was not begun; why, in a sentence.
    Untaught(String),
    /// It was not begun: what is wrong, field by field.
    Problems(Vec<Problem>),
    /// The page of what was learned was opened.
    Arrived,
    /// The file was saved.
    Saved,
    /// A model was called something else, or forgotten; in a sentence.
    Say(String),
    /// Something was not done; why, in a sentence.
    Wrong(String),
}

impl Models {
    /// The cards; none where they are not known.
    pub fn kept(&self) -> Option<&[ModelCard]> {
        match &self.cards {
            Some(Ok(cards)) => Some(cards),
            _ => None,
        }
    }

    /// The card of an id.
    pub fn card(&self, id: &str) -> Option<&ModelCard> {
        self.kept()?.iter().find(|card| card.id == id)
    }

    /// The models of a strategy that can start crawls, the latest first.
    pub fn usable<'a>(&'a self, strategy: &'a str) -> impl Iterator<Item = &'a ModelCard> {
        let cards = self.kept().unwrap_or_default().iter();
        cards.filter(move |card| card.strategy == strategy && card.stale.is_none())
    }

    /// The model that a strategy learned from these trails, by their digest.
    pub fn of_trails(&self, strategy: &str, digest: &str) -> Option<&ModelCard> {
        let mut cards = self.kept()?.iter();
        cards.find(|card| card.strategy == strategy && card.trails_digest == digest)
    }

    /// The number of the next order to learn.
    pub fn next_order(&self) -> u32 {
        self.orders + 1
    }

    /// The strategies are known: the first that learns from trails is chosen, where none is.
    pub fn offer(&mut self, strategies: &[Info]) {
        let first = strategies.iter().find(|info| info.needs.trails);
        if self.form.strategy.is_none() {
            self.form.strategy = first.map(|info| info.id.clone());
        }
    }

    /// Carries out what is done.
    pub fn act(&mut self, act: Act) {
        (self.said, self.wrong) = (String::new(), None);
        match act {
            Act::Name(name) => self.name = name,
            Act::Begin(number, name) => {
                self.orders = number;
                self.untaught = None;
                self.form.problems.clear();
                self.learning = Some(Learning {
                    number,
                    name,
                    ..Learning::default()
                });
            }
            Act::Cancel => {
                self.learning = None;
                self.untaught = Some("You stopped it; nothing was kept.".to_owned());
            }
            Act::Untaught(sentence) => self.untaught = Some(sentence),
            Act::Problems(problems) => self.form.problems = problems,
            Act::Arrived => self.arrived = None,
            Act::Saved => {
                if let Some((name, _)) = self.written.take() {
                    self.said = format!("Saved “{name}”.");
                }
            }
            Act::Say(sentence) => self.said = sentence,
            Act::Wrong(sentence) => self.wrong = Some(sentence),
        }
    }

    /// Takes in what the worker says.
    pub fn hear(&mut self, news: ModelsNews) {
        match news {
            ModelsNews::Models(cards) => self.cards = Some(cards.map(Rc::new)),
            ModelsNews::Learning {
                number,
                pages,
                of_pages,
                slices,
                trouble,
            } => {
                if let Some(learning) = self.learning.as_mut().filter(|one| one.number == number) {
                    (learning.pages, learning.of_pages) = (pages, of_pages);
                    (learning.slices, learning.trouble) = (slices, trouble);
                }
            }
            ModelsNews::Learned { number, learned } => self.learned(number, learned),
            ModelsNews::Opened { id, model } => self.shown = Some((id, model.map(Rc::from))),
            ModelsNews::Written { file, name, .. } => self.written = Some((name, file)),
            ModelsNews::Taken { name, taken } => self.taken(&shown(&name), taken),
        }
    }

    /// The worker died: what it was learning is lost, and a new one is asked for everything else.
    pub fn broke(&mut self) {
        if self.learning.take().is_some() {
            self.untaught = Some(
                "The crawler broke down while it learned, and nothing was kept: try again, with fewer trails if it happens again.".to_owned(),
            );
        }
    }

    /// What was given up says nothing any more.
    fn learned(&mut self, number: u32, learned: Result<Box<ModelView>, String>) {
        if self.learning.take_if(|one| one.number == number).is_none() {
            return;
        }
        match learned {
            Ok(view) => {
                let id = view.card.id.clone();
                self.name.clear();
                self.shown = Some((id.clone(), Ok(Rc::from(view))));
                self.arrived = Some(id);
            }
            Err(sentence) => self.untaught = Some(sentence),
        }
    }

    fn taken(&mut self, file: &str, taken: Result<Box<ModelCard>, String>) {
        (self.said, self.wrong) = (String::new(), None);
        match taken {
            Ok(card) => {
                let lacks = card.stale.as_ref().map(|stale| format!(" {stale}"));
                let name = shown(&card.name);
                self.said = format!(
                    "“{name}” was taken in from “{file}”.{}",
                    lacks.unwrap_or_default()
                );
            }
            Err(reason) => {
                self.wrong = Some(format!("“{file}” was not taken in: {}.", shown(&reason)));
            }
        }
    }
}
