//! Fills templates with the vocabulary of a subject.
//!
//! Phrases come from shuffle bags, so a page repeats a phrase as late as possible. The text is grammatical as far as
//! the templates are, and has no meaning beyond its phrases.

use super::{Language, Subject, Subtopic};
use crate::data;
use crate::rng::Rng;

/// A shuffled list of phrases that is returned in order, again and again.
struct ShuffleBag {
    phrases: Vec<&'static str>,
    next: usize,
}

impl ShuffleBag {
    fn new(mut phrases: Vec<&'static str>, rng: &mut Rng) -> Self {
        for last in (1..phrases.len()).rev() {
            phrases.swap(last, rng.below(last + 1));
        }
        Self { phrases, next: 0 }
    }

    fn next(&mut self) -> &'static str {
        let phrase = self.phrases.get(self.next % self.phrases.len().max(1));
        self.next += 1;
        phrase.copied().unwrap_or_default()
    }
}

/// Generates the text of one page about one subtopic.
pub(crate) struct TextGenerator {
    language: Language,
    subject: &'static Subject,
    subtopic: &'static Subtopic,
    noun_phrases: ShuffleBag,
    verb_phrases: ShuffleBag,
    clauses: ShuffleBag,
    people: ShuffleBag,
    sentences: ShuffleBag,
    rng: Rng,
}

impl TextGenerator {
    /// Creates a generator for a subtopic of a subject. Both indices wrap around.
    pub(crate) fn new(language: Language, subject: usize, subtopic: usize, mut rng: Rng) -> Self {
        let subject = language.subject(subject);
        let count = subject.subtopics.len();
        let other = &subject.subtopics[(subtopic + 1 + rng.below(count)) % count];
        let subtopic = &subject.subtopics[subtopic % count];
        let mut blended = |base, other| ShuffleBag::new(blend(base, other, &mut rng), &mut rng);
        let noun_phrases = blended(&subtopic.noun_phrases, &other.noun_phrases);
        let verb_phrases = blended(&subtopic.verb_phrases, &other.verb_phrases);
        let clauses = blended(&subtopic.clauses, &other.clauses);
        Self {
            language,
            subject,
            subtopic,
            noun_phrases,
            verb_phrases,
            clauses,
            people: ShuffleBag::new(subject.people.clone(), &mut rng),
            sentences: ShuffleBag::new(language.locale().sentences.clone(), &mut rng),
            rng,
        }
    }

    /// Generates a page title.
    pub(crate) fn title(&mut self) -> String {
        self.fill_any(&self.language.locale().titles)
    }

    /// Generates a heading inside the page.
    pub(crate) fn heading(&mut self) -> String {
        self.fill_any(&self.language.locale().headings)
    }

    /// Generates a sentence.
    pub(crate) fn sentence(&mut self) -> String {
        let template = self.sentences.next();
        self.fill(template)
    }

    /// Generates a paragraph of some sentences.
    pub(crate) fn paragraph(&mut self, sentences: usize) -> String {
        let sentences: Vec<String> = (0..sentences).map(|_| self.sentence()).collect();
        sentences.join(self.language.space())
    }

    /// Generates a step of a list of instructions.
    pub(crate) fn instruction(&mut self) -> String {
        capitalized(self.verb_phrases.next())
    }

    /// Returns the next noun phrase.
    pub(crate) fn noun_phrase(&mut self) -> &'static str {
        self.noun_phrases.next()
    }

    /// Draws the name of a person.
    pub(crate) fn person_name(&mut self) -> String {
        person_name(self.language, &mut self.rng)
    }

    /// Draws a year from 1994 to 2024.
    pub(crate) fn year(&mut self) -> usize {
        self.rng.between(1994, 2024)
    }

    /// Returns the generator's source of random numbers.
    pub(crate) fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    fn fill_any(&mut self, templates: &[&str]) -> String {
        let template = self.rng.pick(templates).copied();
        self.fill(template.unwrap_or("{P}"))
    }

    fn fill(&mut self, template: &str) -> String {
        capitalized(&data::fill(template, |slot, text| self.fill_slot(slot, text)))
    }

    fn fill_slot(&mut self, slot: &str, text: &mut String) {
        let locale = self.language.locale();
        let phrase = match slot {
            "t" | "u" => self.noun_phrases.next(),
            "a" | "b" => self.verb_phrases.next(),
            "c" | "e" => self.clauses.next(),
            "d" => self.people.next(),
            "N" => self.subject.name,
            "P" => self.subtopic.title,
            "p" => self.rng.pick_phrase(&locale.places),
            "m" => self.rng.pick_phrase(&locale.months),
            "w" => return text.push_str(&self.person_name()),
            "y" => return text.push_str(&self.year().to_string()),
            _ => return text.push_str(&self.rng.between(7, 140).to_string()),
        };
        text.push_str(phrase);
    }
}

/// Returns the phrases of `base` except one, with up to two of `other`, so that pages of a subtopic are similar but not
/// equal.
fn blend(base: &[&'static str], other: &[&'static str], rng: &mut Rng) -> Vec<&'static str> {
    let mut phrases = base.to_vec();
    if phrases.len() > 3 {
        phrases.swap_remove(rng.below(phrases.len()));
    }
    for _ in 0..2 {
        let phrase = rng.pick_phrase(other);
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    phrases
}

/// Returns the text with its first letter in upper case, if it is an ASCII letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Draws the name of a person, in the order of the language.
pub(crate) fn person_name(language: Language, rng: &mut Rng) -> String {
    let locale = language.locale();
    let (first, family) = (rng.pick_phrase(&locale.first_names), rng.pick_phrase(&locale.family_names));
    if language == Language::Chinese { format!("{family}{first}") } else { format!("{first} {family}") }
}
