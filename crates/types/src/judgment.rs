//! A person's judgments of pages: a state, a note and tags. They belong to a topic and outlive its crawls.

use crate::limits::{NOTE_CHARS, TAG_CHARS, TAGS};
use crate::report::Millis;
use crate::text::{clean, cut};
use serde::{Deserialize, Serialize};

/// The state of a judged page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum JudgmentState {
    /// The page is a good example of the topic.
    Kept,
    /// The person reads the page later.
    Later,
    /// The page is a bad example of the topic.
    Discarded,
}

texts! { JudgmentState:
    /// Returns the stable name in addresses and files.
    word,
    /// Returns the name in the interface.
    title,
    /// Returns the label of its button.
    verb,
    /// Returns the key that toggles it.
    key;
    Kept: "kept", "Kept", "Keep", "k";
    Later: "later", "Later", "Later", "l";
    Discarded: "discarded", "Discarded", "Discard", "d";
}

impl JudgmentState {
    /// Returns the state with this stable name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    /// Returns the state of a page that was rated as relevant or not.
    pub fn of_rating(good: bool) -> Self {
        if good { Self::Kept } else { Self::Discarded }
    }

    /// Returns true for kept, false for discarded, `None` for later.
    pub fn rating(self) -> Option<bool> {
        match self {
            Self::Kept => Some(true),
            Self::Discarded => Some(false),
            Self::Later => None,
        }
    }
}

/// A person's judgment of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgment {
    /// The state; `None` if the page has only a note or tags.
    pub state: Option<JudgmentState>,
    /// The note; at most [`NOTE_CHARS`].
    pub note: String,
    /// The tags, in the order in which they were added; at most [`TAGS`].
    pub tags: Vec<String>,
    /// The time of the latest change.
    pub at: Millis,
    /// The record of the page in a crawl that was deleted, which the judgment outlives, as it was stored. It stays in
    /// the worker.
    pub record: Option<Vec<u8>>,
}

impl Judgment {
    /// Returns true if nothing is left of the judgment.
    pub fn is_empty(&self) -> bool {
        self.state.is_none() && self.note.is_empty() && self.tags.is_empty()
    }

    /// Returns whether a person can have made the judgment: it is not empty, and its texts are clean and within the
    /// limits.
    pub fn is_valid(&self) -> bool {
        let mut made = Self::default();
        made.set_note(&self.note);
        self.tags.iter().for_each(|tag| made.add_tags(tag));
        !self.is_empty() && made.note == self.note && made.tags == self.tags
    }

    /// Returns whether the page is an example of a relevant or of an irrelevant page; `None` if it is neither.
    pub fn rating(&self) -> Option<bool> {
        self.state?.rating()
    }

    /// Applies a change at a time.
    pub fn apply(&mut self, change: &JudgmentChange, at: Millis) {
        self.at = self.at.max(at);
        match change {
            JudgmentChange::Toggle(state) => self.toggle(*state),
            JudgmentChange::Set(state) => self.state = *state,
            JudgmentChange::Note(text) => self.set_note(text),
            JudgmentChange::AddTags(list) => self.add_tags(list),
            JudgmentChange::RemoveTag(tag) => self.remove_tag(tag),
        }
    }

    /// Sets a state, or removes it if it is set already.
    fn toggle(&mut self, state: JudgmentState) {
        self.state = (self.state != Some(state)).then_some(state);
    }

    /// Replaces the note.
    fn set_note(&mut self, note: &str) {
        cut(note, NOTE_CHARS).clone_into(&mut self.note);
    }

    /// Adds the tags of a list that is separated by commas. Known and empty ones are skipped.
    fn add_tags(&mut self, list: &str) {
        for tag in list.split(',') {
            let tag = clean(tag.trim());
            let tag = cut(&tag, TAG_CHARS).to_owned();
            if !tag.is_empty() && !self.tags.contains(&tag) && self.tags.len() < TAGS {
                self.tags.push(tag);
            }
        }
    }

    /// Removes a tag.
    fn remove_tag(&mut self, tag: &str) {
        self.tags.retain(|known| known != tag);
    }
}

/// A change of the judgment of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JudgmentChange {
    /// Sets a state, or removes it if it is set already.
    Toggle(JudgmentState),
    /// Sets a state, or removes it.
    Set(Option<JudgmentState>),
    /// Replaces the note.
    Note(String),
    /// Adds the tags of a list that is separated by commas.
    AddTags(String),
    /// Removes a tag.
    RemoveTag(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_toggled_and_rates_the_page() {
        let mut judgment = Judgment::default();
        for (state, rating) in
            [(JudgmentState::Kept, Some(true)), (JudgmentState::Later, None), (JudgmentState::Discarded, Some(false))]
        {
            judgment.toggle(state);
            assert_eq!((judgment.state, judgment.rating()), (Some(state), rating));
            assert_eq!(JudgmentState::named(state.word()), Some(state));
        }
        judgment.toggle(JudgmentState::Discarded);
        assert!(judgment.is_empty());
    }

    #[test]
    fn a_judgment_that_no_person_can_have_made_is_invalid() {
        let noted = |note: &str| Judgment { note: note.into(), ..Judgment::default() };
        let tagged = |tags: &[&str]| Judgment { tags: tags.iter().map(ToString::to_string).collect(), ..noted("a") };
        assert!(tagged(&["to read", "survey"]).is_valid());
        let long = "x".repeat(NOTE_CHARS + 1);
        for judgment in [noted(""), noted(&long), tagged(&["a,b"]), tagged(&["a", "a"]), tagged(&[&long])] {
            assert!(!judgment.is_valid(), "{judgment:?}");
        }
    }

    #[test]
    fn tags_are_added_once_and_cleaned() {
        let mut judgment = Judgment::default();
        judgment.add_tags(" to read, ,survey,to read");
        assert_eq!(judgment.tags, ["to read", "survey"]);
        judgment.add_tags(&"x".repeat(2 * TAG_CHARS));
        assert_eq!(judgment.tags[2].len(), TAG_CHARS);
        judgment.remove_tag("survey");
        assert_eq!(judgment.tags.len(), 2);
        for n in 0..2 * TAGS {
            judgment.add_tags(&format!("tag {n}"));
        }
        assert_eq!(judgment.tags.len(), TAGS);
    }
}
