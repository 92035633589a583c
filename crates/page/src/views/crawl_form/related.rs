//! Renders the related words of the query, sense by sense; each can be excluded and included again.
//!
//! Not all WordNet neighbors of a word are on the topic. Batsakis ch. 5 proposes to let users exclude some.

use crate::views::prelude::*;
use page_state::related::{Related, RelatedAction, SENSES, TERMS, excluded_title, sense_parts};
use protocol::LoadProgress;
use types::lexicon::{RelatedSense, RelatedTerm};
use types::report::RelatedWord;

/// The number of synonyms that name a sense.
const SYNONYMS: usize = 3;

/// The message if the problem is already shown beside the strategy.
const SAID_ABOVE: &str = "None available. See the problem at “Strategy”.";

/// Holds the data that the panel is rendered from.
struct Panel<'a> {
    form: &'a Form,
    catalog: &'a Catalog,
    related: &'a Related,
    dispatch: &'a Dispatch,
}

/// Renders the panel; nothing for a strategy that uses no related words.
pub(crate) fn related(form: &Form, catalog: &Catalog, related: &Related, dispatch: &Dispatch) -> Html {
    let info = catalog.strategy(&form.strategy_id());
    if !info.is_some_and(|info| info.needs.lexicon) {
        return Html::default();
    }
    let panel = Panel { form, catalog, related, dispatch };
    html! {
        <section class="related" aria-labelledby="related">
            <div class="related-head">
                <h2 id="related" tabindex="-1">{ "Related words" }</h2>
                { panel.take_all_back() }
            </div>
            <p class="help">{ "Uncheck a meaning of WordNet, or press a word, to exclude it." }</p>
            { problem_line("excluded", form.problem("excluded").as_ref()) }
            { panel.state(related) }
            if let Some(Ok(words)) = related.words.as_ref().filter(|_| !form.query.text.trim().is_empty()) {
                { panel.words(words) }
            }
            { panel.elsewhere(&related.elsewhere(&form.query.excluded)) }
        </section>
    }
}

/// Renders the button that leads from the strategy's card to the panel, which may be out of view.
pub(crate) fn jump_button(form: &Form) -> Html {
    let onclick = Callback::from(|_: MouseEvent| focus("#related"));
    let text = match form.query.excluded.len() {
        0 => "Show related words ↓".to_owned(),
        excluded => format!("Show related words ({excluded} excluded) ↓"),
    };
    html! { <p><button type="button" class="quiet way" {onclick}>{ text }</button></p> }
}

impl Panel<'_> {
    /// Explains why the panel is empty.
    fn state(&self, related: &Related) -> Html {
        let status = match (&related.words, related.waits) {
            _ if self.form.query.text.trim().is_empty() => "Enter a topic to see related words.",
            (None, false) => "Edit the query to see related words.",
            (None, true) if self.catalog.loading.is_none() => "Looking up words…",
            (Some(Ok(words)), _) if words.is_empty() => "WordNet contains none of these words.",
            _ => "",
        };
        html! {
            <>
                <p class="waiting" role="status">{ status }</p>
                { loading(self.catalog) }
                if let Some(Err(error)) = &related.words { { self.error_with_retry(related, error) } }
            </>
        }
    }

    /// Renders the error with a retry button; only a reference if the strategy field shows the error already.
    fn error_with_retry(&self, related: &Related, error: &str) -> Html {
        let (dispatch, to) = (self.dispatch.clone(), related.to.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            // An empty edit clears the lexicon error of an earlier start.
            dispatch.edit_form("strategy", |_| {});
            dispatch.dispatch(Action::Related(RelatedAction::Request(to.clone())));
        });
        let is_shown_above = self.form.problem("strategy").is_some();
        let text = if is_shown_above { SAID_ABOVE } else { error };
        html! {
            <div class="related-trouble" role="alert">
                <p class="problem">{ text.to_owned() }</p>
                <button type="button" {onclick}>{ "Try again" }</button>
            </div>
        }
    }

    /// Returns a callback that excludes an entry, or includes it again.
    fn toggle<E>(&self, entry: &str) -> Callback<E> {
        let entry = entry.to_owned();
        self.dispatch.on(move || {
            let entry = entry.clone();
            vec![edit(move |form| form.query.toggle_excluded(&entry))]
        })
    }

    fn take_all_back(&self) -> Html {
        let count = self.form.query.excluded.len();
        if count == 0 {
            return Html::default();
        }
        let actions = self.dispatch.actions.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            actions.emit(edit(|form| form.query.excluded.clear()));
            // The button disappears once it has been used.
            focus("#related");
        });
        html! {
            <>
                <span class="fine">{ format!("{count} excluded") }</span>
                <button type="button" class="quiet" {onclick}>{ "Reset" }</button>
            </>
        }
    }

    fn words(&self, words: &[RelatedWord]) -> Html {
        let (known, unknown): (Vec<_>, Vec<_>) =
            words.iter().partition(|word| !word.senses.is_empty() || !word.similar.is_empty());
        let unknown: Vec<String> = unknown.iter().map(|word| format!("“{}”", word.word)).collect();
        html! {
            <>
                { for known.into_iter().map(|word| self.word(word)) }
                if !unknown.is_empty() {
                    <p class="fine">{ format!("Not in WordNet, used as written: {}.", unknown.join(", ")) }</p>
                }
            </>
        }
    }

    fn word(&self, word: &RelatedWord) -> Html {
        let sense = |sense| self.sense(sense);
        let (first, rest) = word.senses.split_at(word.senses.len().min(SENSES));
        let is_off =
            !word.senses.is_empty() && word.senses.iter().all(|sense| self.form.query.is_excluded(&sense.notation));
        html! {
            <section class="word" key={word.word.clone()} aria-label={format!("Meanings of {}", word.word)}>
                <h3>{ &word.word }</h3>
                <ul class="senses">{ for first.iter().map(sense) }</ul>
                if !rest.is_empty() {
                    { self.fold(&word.word, format!("{} more meanings of “{}”", rest.len(), word.word), || html! {
                        <ul class="senses">{ for rest.iter().map(sense) }</ul>
                    }) }
                }
                if !word.similar.is_empty() {
                    <p class="fine">{ "Similar by word vectors" }</p>
                    <ul class="terms" aria-label={format!("Similar to {} by word vectors", word.word)}>
                        { for word.similar.iter().map(|term| self.term(term)) }
                    </ul>
                }
                if is_off { <p class="fine">{ "Used as written: all its meanings are excluded." }</p> }
            </section>
        }
    }

    /// Renders a sense with its check box and its terms.
    fn sense(&self, sense: &RelatedSense) -> Html {
        let is_excluded = self.form.query.is_excluded(&sense.notation);
        let (name, synonyms, kind) = in_words(sense);
        let (first, rest) = sense.related.split_at(sense.related.len().min(TERMS));
        let label = if kind.is_empty() { format!("Related to {name}") } else { format!("Related to {name}, {kind}") };
        let terms = |terms: &[RelatedTerm], label: String| {
            html! {
                <ul class="terms" aria-label={label}>{ for terms.iter().map(|term| self.term(term)) }</ul>
            }
        };
        html! {
            <li class={classes!("sense", is_excluded.then_some("excluded"))} key={sense.notation.clone()}>
                <label class="check">
                    <input type="checkbox" checked={!is_excluded}
                        oninput={self.toggle::<InputEvent>(&sense.notation)} />
                    <span>
                        <b>{ name }</b>{ synonyms }
                        if !kind.is_empty() { <span class="kind">{ " — " }{ kind }</span> }
                    </span>
                </label>
                if first.is_empty() {
                    <p class="fine">{ "No similar words." }</p>
                } else {
                    { terms(first, label.clone()) }
                }
                if !rest.is_empty() {
                    { self.fold(&sense.notation, format!("{} more", rest.len()), || html! {
                        <>
                            { terms(rest, format!("More: {label}")) }
                            if sense.more { <p class="fine">{ "Only the most similar words are listed." }</p> }
                        </>
                    }) }
                }
            </li>
        }
    }

    /// Renders a disclosure with this name, whose content is only rendered while it is open.
    fn fold(&self, name: &str, summary: String, inside: impl FnOnce() -> Html) -> Html {
        let open = self.related.unfolded.contains(name);
        let (actions, name) = (self.dispatch.actions.clone(), name.to_owned());
        let onclick = Callback::from(move |event: MouseEvent| {
            // The component's state opens the disclosure, not the browser.
            event.prevent_default();
            actions.emit(Action::Related(RelatedAction::Toggle(name.clone())));
        });
        html! {
            <details class="rest" {open}>
                <summary {onclick}>{ summary }</summary>
                if open { { inside() } }
            </details>
        }
    }

    fn term(&self, term: &RelatedTerm) -> Html {
        let is_excluded = self.form.query.is_excluded(&term.word);
        let title = if is_excluded { "Excluded: press to include it again" } else { "Press to exclude" };
        html! {
            <li key={term.word.clone()}>
                <button type="button" class="term" aria-pressed={is_excluded.to_string()} {title}
                    onclick={self.toggle::<MouseEvent>(&term.word)}>
                    <span>{ &term.word }</span>{ " " }<small>{ fixed(term.similarity, 2) }</small>
                </button>
            </li>
        }
    }

    /// Renders excluded entries that appear in no list above: from an address, or related to an earlier query.
    fn elsewhere(&self, entries: &[&String]) -> Html {
        if entries.is_empty() {
            return Html::default();
        }
        let one = |entry: &&String| {
            let (actions, gone) = (self.dispatch.actions.clone(), (*entry).clone());
            let onclick = Callback::from(move |_: MouseEvent| {
                let gone = gone.clone();
                actions.emit(edit(move |form| form.query.toggle_excluded(&gone)));
                focus("#related");
            });
            html! {
                <li key={(*entry).clone()}>
                    <button type="button" class="term" aria-pressed="true" title="Excluded: press to include it again"
                        {onclick}>
                        <span>{ excluded_title(entry) }</span>
                    </button>
                </li>
            }
        };
        html! {
            <div class="elsewhere">
                <h3>{ "Also excluded" }</h3>
                <ul class="terms" aria-label="Also excluded">{ for entries.iter().map(one) }</ul>
            </div>
        }
    }
}

/// Returns a change of the excluded words.
fn edit(how: impl FnOnce(&mut Form) + 'static) -> Action {
    Action::edit_form("excluded", how)
}

/// Renders the progress of a download of language data.
fn loading(catalog: &Catalog) -> Html {
    let Some(LoadProgress { what, got, all }) = catalog.loading else {
        return Html::default();
    };
    html! {
        <div class="loading">
            <progress aria-label={format!("Loading {}", what.name())} max={all.map(|all| all.to_string())}
                value={all.map(|_| got.to_string())} />
            <span class="fine">{ catalog.loading_text() }</span>
        </div>
    }
}

/// Returns the name of a sense, its synonyms, and the hypernyms that distinguish it; the last is empty if nothing is
/// known of the sense but its name.
fn in_words(sense: &RelatedSense) -> (String, String, String) {
    let written = sense.notation.as_str();
    let (word, pos, rank) = sense_parts(written).unwrap_or((written, "", ""));
    let is_verb = pos == "verb";
    let name = if is_verb { format!("to {word}") } else { word.to_owned() };
    let synonyms = sense.synonyms.iter().take(SYNONYMS);
    let synonyms = synonyms.fold(String::new(), |all, next| all + ", " + next);
    let above = &sense.hypernyms;
    let kind = match (above.is_empty(), is_verb) {
        (true, _) if pos.is_empty() => String::new(),
        // Adjectives, adverbs and the most general nouns and verbs.
        (true, _) => format!("{pos}, sense {rank}"),
        (false, true) => format!("a way to {}", above.join(" or ")),
        (false, false) => format!("a kind of {}", above.join(" and ")),
    };
    (name, synonyms, kind)
}
