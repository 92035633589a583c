//! Fills sentence patterns with the words of a subject, so that a page reads like prose about it.
//!
//! Phrases are dealt from shuffled decks, so a page repeats itself as late as it can. Left out: grammar beyond
//! what the patterns carry, and meaning beyond what the phrases do.

use crate::rng::Rng;
use crate::tongues::Tongue;
use crate::topics::{Part, Subject};

/// A shuffled list that is dealt from again and again.
struct Deck {
    phrases: Vec<&'static str>,
    next: usize,
}

impl Deck {
    fn new(mut phrases: Vec<&'static str>, rng: &mut Rng) -> Self {
        for last in (1..phrases.len()).rev() {
            phrases.swap(last, rng.below(last + 1));
        }
        Self { phrases, next: 0 }
    }

    fn deal(&mut self) -> &'static str {
        let phrase = self.phrases.get(self.next % self.phrases.len().max(1));
        self.next += 1;
        phrase.copied().unwrap_or_default()
    }
}

/// One page's way of speaking about one subtopic.
pub(crate) struct Voice {
    tongue: Tongue,
    subject: &'static Subject,
    part: &'static Part,
    things: Deck,
    acts: Deck,
    clauses: Deck,
    doers: Deck,
    sentences: Deck,
    rng: Rng,
}

impl Voice {
    /// A voice on part `part` of subject `subject`.
    pub(crate) fn new(tongue: Tongue, subject: usize, part: usize, mut rng: Rng) -> Self {
        let subject = tongue.subject(subject);
        let count = subject.parts.len();
        let other = &subject.parts[(part + 1 + rng.below(count)) % count];
        let part = &subject.parts[part % count];
        let grammar = tongue.grammar();
        Self {
            tongue,
            subject,
            part,
            things: Deck::new(blend(part.things, other.things, &mut rng), &mut rng),
            acts: Deck::new(blend(part.acts, other.acts, &mut rng), &mut rng),
            clauses: Deck::new(blend(part.clauses, other.clauses, &mut rng), &mut rng),
            doers: Deck::new(subject.doers.split('|').collect(), &mut rng),
            sentences: Deck::new(grammar.sentences.to_vec(), &mut rng),
            rng,
        }
    }

    /// A title for the page.
    pub(crate) fn title(&mut self) -> String {
        let pattern = self.rng.pick(self.tongue.grammar().titles).copied();
        self.fill(pattern.unwrap_or("{P}"))
    }

    /// A heading inside the page.
    pub(crate) fn heading(&mut self) -> String {
        let pattern = self.rng.pick(self.tongue.grammar().headings).copied();
        self.fill(pattern.unwrap_or("{P}"))
    }

    /// One sentence.
    pub(crate) fn sentence(&mut self) -> String {
        let pattern = self.sentences.deal();
        self.fill(pattern)
    }

    /// Several sentences that stand together.
    pub(crate) fn paragraph(&mut self, sentences: usize) -> String {
        let gap = self.tongue.grammar().gap;
        (0..sentences)
            .map(|_| self.sentence())
            .collect::<Vec<_>>()
            .join(gap)
    }

    /// A step of a list of instructions.
    pub(crate) fn step(&mut self) -> String {
        capital(self.acts.deal())
    }

    /// A thing, as an anchor text.
    pub(crate) fn thing(&mut self) -> &'static str {
        self.things.deal()
    }

    /// The name of a person.
    pub(crate) fn person(&mut self) -> String {
        person(self.tongue, &mut self.rng)
    }

    /// A year in which the web was young.
    pub(crate) fn year(&mut self) -> usize {
        self.rng.between(1994, 2024)
    }

    /// The voice's own source of chance.
    pub(crate) fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    fn fill(&mut self, pattern: &str) -> String {
        let mut text = String::with_capacity(pattern.len() * 3);
        let mut rest = pattern;
        while let Some((before, slot, after)) = next_slot(rest) {
            text.push_str(before);
            self.fill_slot(slot, &mut text);
            rest = after;
        }
        text.push_str(rest);
        capital(&text)
    }

    fn fill_slot(&mut self, slot: &str, text: &mut String) {
        let grammar = self.tongue.grammar();
        let word = match slot {
            "t" | "u" => self.things.deal(),
            "a" | "b" => self.acts.deal(),
            "c" | "e" => self.clauses.deal(),
            "d" => self.doers.deal(),
            "N" => self.subject.name,
            "P" => self.part.title,
            "p" => self.rng.phrase(grammar.places),
            "m" => self.rng.phrase(grammar.months),
            "w" => return text.push_str(&self.person()),
            "y" => return text.push_str(&self.year().to_string()),
            _ => return text.push_str(&self.rng.between(7, 140).to_string()),
        };
        text.push_str(word);
    }
}

/// All phrases of one list but one, with two of another: pages of a subtopic are alike, not the same.
fn blend(own: &'static str, other: &'static str, rng: &mut Rng) -> Vec<&'static str> {
    let mut phrases: Vec<_> = own.split('|').collect();
    if phrases.len() > 3 {
        phrases.swap_remove(rng.below(phrases.len()));
    }
    for _ in 0..2 {
        let phrase = rng.phrase(other);
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    phrases
}

/// Splits a pattern at its first slot.
fn next_slot(pattern: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = pattern.split_once('{')?;
    let (slot, after) = rest.split_once('}')?;
    Some((before, slot, after))
}

/// The text with its first letter in upper case, if it is an ASCII letter.
pub(crate) fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// A person's name as the language writes it.
pub(crate) fn person(tongue: Tongue, rng: &mut Rng) -> String {
    let grammar = tongue.grammar();
    let (first, family) = (
        rng.phrase(grammar.first_names),
        rng.phrase(grammar.family_names),
    );
    if grammar.family_first {
        format!("{family}{first}")
    } else {
        format!("{first} {family}")
    }
}
