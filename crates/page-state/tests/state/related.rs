//! Tests the panel of related words, with a worker that knows related words.

use crate::fakes::related::words;
use page_state::catalog::Catalog;
use page_state::effect::{Effect, Timer};
use page_state::related::{Related, excluded_title};
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::{LanguageData, LoadProgress, RelatedTo, ToPage, ToWorker};
use types::spec::AUTOMATIC_STRATEGY;
use types::strategy::{Needs, StrategyInfo};

#[test]
fn an_answer_to_an_earlier_request_is_dropped() {
    let to = |query: &str| RelatedTo { query: query.into(), ..RelatedTo::default() };
    let mut related = Related::default();
    related.request(Some(to("spid")));
    related.request(Some(to("spider")));
    related.store(&to("spid"), Ok(Vec::new()));
    assert!(related.waits && related.words.is_none());
    related.store(&to("spider"), Ok(words()));
    assert!(!related.waits && related.words == Some(Ok(words())));
    related.request(Some(to("spiders")));
    assert_eq!(related.words, Some(Ok(words())), "nothing flickers");
    related.request(None);
    assert_eq!(related, Related::default());
}

#[test]
fn the_first_key_requests_related_words_at_once_and_later_keys_after_a_pause() {
    let info = StrategyInfo {
        id: AUTOMATIC_STRATEGY.into(),
        needs: Needs { lexicon: true, ..Needs::QUERY },
        ..StrategyInfo::default()
    };
    let mut state = State::default();
    let catalog = ToPage::Catalog { strategies: vec![info], providers: Vec::new(), examples: Vec::new() };
    state.apply(Action::Worker(WorkerAction::Messages(vec![catalog])));
    let mut effects_of = |text: &'static str| {
        let effects = state.apply(Action::edit_form("query", move |form| {
            form.query.text = text.to_owned();
            form.query.is_touched = true;
        }));
        let is_sent = effects.iter().any(|effect| matches!(effect, Effect::Send(ToWorker::Related(_))));
        let is_delayed = effects.contains(&Effect::SetTimer(Timer::Related, 300));
        (is_sent, is_delayed)
    };
    assert_eq!(effects_of("s"), (true, false), "the strategy is loaded while the person types");
    assert_eq!(effects_of("sp"), (false, true));
    let effects = state.apply(Action::Timeout(Timer::Related));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Send(ToWorker::Related(to)) if to.query == "sp")));
}

#[test]
fn the_progress_of_language_data_is_shown_in_bytes() {
    use LanguageData::{WordNet, WordVectors};
    for (loading, told) in [
        (None, None),
        (Some((WordNet, 340_001, Some(937_707))), Some("Loading WordNet: 340 kB of 938 kB…")),
        (Some((WordNet, 937_707, Some(937_707))), Some("Unpacking WordNet…")),
        (Some((WordVectors, 0, None)), Some("Loading word vectors…")),
        (Some((WordVectors, 2_000, None)), Some("Loading word vectors: 2.0 kB…")),
    ] {
        let catalog =
            Catalog { loading: loading.map(|(what, got, all)| LoadProgress { what, got, all }), ..Catalog::default() };
        assert_eq!(catalog.loading_text().as_deref(), told);
    }
}

#[test]
fn excluded_entries_have_readable_names() {
    for (written, title) in [
        ("computer program", "computer program"),
        ("spider#n#3", "spider (noun, sense 3)"),
        ("ice cream#n#1", "ice cream (noun, sense 1)"),
        ("run#v#12", "run (verb, sense 12)"),
        ("ill#a#1", "ill (adjective, sense 1)"),
        ("well#r#2", "well (adverb, sense 2)"),
        ("c#", "c#"),
    ] {
        assert_eq!(excluded_title(written), title);
    }
}
