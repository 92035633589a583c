//! What the page knows of comparisons: what there is to choose from, the form, those that are kept, the one that is open.

use super::draft::Draft;
use crate::page::form::Form;
use crate::page::library::words::shown as fit;
use crate::protocol::Problem;
use crate::protocol::compare::{
    Asks, CompareNews, Look, Made, Now, Offer, Paper, Read, RunCard, Sheet, Shown,
};
use std::rc::Rc;
use web_sys::Blob;
use yew::AttrValue;

/// Comparisons as far as the page knows them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Desk {
    /// What there is to choose from; none before the worker was asked.
    pub offer: Option<Rc<Offer>>,
    /// The comparisons that are kept, the latest first, or why they cannot be told; none before the worker was asked.
    pub kept: Option<Result<Rc<Vec<RunCard>>, String>>,
    /// The form of the next one.
    pub draft: Draft,
    /// The form was sent, and the worker has yet to say what becomes of it.
    pub is_sent: bool,
    /// What a comparison may ask of live sites: the person has to agree.
    pub asks: Option<Asks>,
    /// The comparison that is open.
    pub shown: Option<Rc<Shown>>,
    /// How far its trial is that runs.
    pub now: Option<Rc<Now>>,
    /// The id of one that has just begun.
    pub began: Option<String>,
    /// Why a comparison could not be opened: its id, and a sentence.
    pub lost: Option<(String, String)>,
    /// A file that waits to be saved: what it is, its name, its content.
    pub made: Option<(Paper, String, Blob)>,
    /// A plan was put into the form, so often: the form comes into view.
    pub read: u32,
    /// What was done, in a sentence.
    pub said: String,
    /// What could not be done and why, in a sentence.
    pub wrong: Option<String>,
}

/// What is done to comparisons.
pub enum Act {
    /// Something was typed or chosen in the form; the problem of this field is forgotten.
    Edit(AttrValue, Box<dyn FnOnce(&mut Draft)>),
    /// Something was typed for the strategy whose settings are open.
    Param(AttrValue, Box<dyn FnOnce(&mut Form)>),
    /// The form was sent to the worker.
    Sent,
    /// The person does not want live sites to be asked.
    Decline,
    /// The comparison that has just begun is in view.
    Arrived,
    /// This is to be on the screen of the comparison that is open: it is at once, before the worker has told the figures.
    Look(Look),
    /// The file was saved.
    Saved,
    /// It was not: the browser does not do what is asked of it.
    Unsaved,
    /// Something was done, in a sentence; an empty one takes back what was said.
    Say(String),
    /// Something was not done; why, in a sentence.
    Wrong(String),
    /// The form cannot be sent: what is wrong, field by field.
    Problems(Vec<Problem>),
}

impl Desk {
    /// The cards; none where they are not known.
    pub fn cards(&self) -> Option<&[RunCard]> {
        match &self.kept {
            Some(Ok(cards)) => Some(cards),
            _ => None,
        }
    }

    /// Carries out what is done.
    pub fn act(&mut self, act: Act) {
        (self.said, self.wrong) = (String::new(), None);
        match act {
            Act::Edit(field, how) => self.draft.edit(&field, how),
            Act::Param(field, how) => self.draft.edit_open(&field, how),
            Act::Sent => {
                self.draft.problems.clear();
                (self.is_sent, self.asks) = (true, None);
            }
            Act::Decline => self.asks = None,
            Act::Arrived => self.began = None,
            Act::Saved => {
                if let Some((_, name, _)) = self.made.take() {
                    self.said = format!("Saved “{name}”.");
                }
            }
            Act::Unsaved => {
                self.made = None;
                self.wrong =
                    Some("The browser could not make this file: take another kind.".to_owned());
            }
            Act::Look(look) => {
                if let Some(shown) = &mut self.shown {
                    Rc::make_mut(shown).look = look;
                }
            }
            Act::Say(sentence) => self.said = sentence,
            Act::Wrong(sentence) => self.wrong = Some(sentence),
            Act::Problems(problems) => self.draft.problems = problems,
        }
    }

    /// Takes in what the worker says.
    pub fn hear(&mut self, news: CompareNews) {
        match news {
            CompareNews::Offer(offer) => {
                self.draft.offer(&offer);
                self.offer = Some(Rc::from(offer));
            }
            CompareNews::Kept(kept) => self.kept = Some(kept.map(Rc::new)),
            CompareNews::Read { file, read } => self.take(file, read),
            CompareNews::Refused(problems) => {
                self.is_sent = false;
                self.draft.problems = problems;
            }
            CompareNews::Asks(asks) => (self.is_sent, self.asks) = (false, Some(asks)),
            CompareNews::Began(id) => {
                (self.is_sent, self.asks, self.lost) = (false, None, None);
                (self.shown, self.now) = (None, None);
                self.began = Some(id);
            }
            CompareNews::Lost { id, message } => self.lost = Some((id, message)),
            CompareNews::Shown(shown) => {
                if !shown.is_here {
                    self.now = None;
                }
                self.shown = Some(Rc::from(shown));
            }
            CompareNews::Now(now) => self.now = Some(Rc::new(now)),
            CompareNews::Made { paper, name, made } => match made {
                Ok(Made { file }) => self.made = Some((paper, name, file)),
                Err(reason) => self.wrong = Some(format!("The file was not made: {reason}.")),
            },
        }
    }

    /// The worker died: a new one is asked for everything.
    pub fn broke(&mut self) {
        (self.is_sent, self.now) = (false, None);
    }

    fn fill(&mut self, plan: Sheet) {
        self.draft = Draft::of(plan, self.offer.as_deref());
        self.asks = None;
        self.read += 1;
    }

    fn take(&mut self, file: Option<String>, read: Result<Read, String>) {
        (self.said, self.wrong) = (String::new(), None);
        let from = file.map_or_else(|| "the link".to_owned(), |name| format!("“{}”", fit(&name)));
        match read {
            Ok(Read::Plan(plan)) => {
                self.fill(*plan);
                let next = match self.draft.missing_topics() {
                    Some(file) => {
                        format!("Its topics are in “{}”: choose that file, too.", fit(file))
                    }
                    None => "Press “Run the comparison” to run it.".to_owned(),
                };
                self.said = format!("The form has what {from} says. {next}");
            }
            Ok(Read::Topics(topics, left_out)) => {
                self.draft.add_topics(&topics);
                self.said = format!("The topics of {from} are in the form.");
                if let Some(first) = left_out.first() {
                    let (all, first) = (left_out.len(), fit(first));
                    self.said = format!("{} Left out of them: {first}; {all} in all.", self.said);
                }
            }
            Err(reason) => {
                self.wrong = Some(format!("No plan was read from {from}: {}.", fit(&reason)));
            }
        }
    }
}
