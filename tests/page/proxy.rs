//! Tests the address of a proxy: what a person may type, what is saved of it, what a link must not contain, and unknown
//! settings in an address.

use page_state::catalog::{Catalog, Proxy, ProxyAction};
use page_state::crawl_address::CrawlAddress;
use page_state::effect::Effect;
use page_state::form::Form;
use page_state::models::Models;
use page_state::starting::{Start, StartAction};
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::models::{ModelCard, ModelsEvent};
use protocol::{ProxyAddress, Source, SourceKind, ToPage, ToWorker};
use types::plan::Plan;
use types::strategy::{Needs, StrategyInfo};
use wasm_bindgen_test::wasm_bindgen_test;

fn address(text: &str) -> ProxyAddress {
    ProxyAddress::read(text, false).expect("an address")
}

fn form(query: &str) -> Form {
    Form::from_address(CrawlAddress::read(query))
}

#[wasm_bindgen_test]
fn an_address_is_parsed_in_common_notations() {
    for (typed, read, is_here) in [
        ("http://127.0.0.1:7878", "http://127.0.0.1:7878/", true),
        (" 127.0.0.1:7878 ", "http://127.0.0.1:7878/", true),
        ("localhost:8181", "http://localhost:8181/", true),
        ("http://[::1]:8181/", "http://[::1]:8181/", true),
        ("HTTP://127.1:80", "http://127.0.0.1/", true),
        ("https://proxy.localhost", "https://proxy.localhost/", true),
        ("crawler.example.org", "https://crawler.example.org/", false),
        ("https://a.example/below", "https://a.example/below/", false),
        ("https://127.0.0.1.example", "https://127.0.0.1.example/", false),
        ("https://localhost.example", "https://localhost.example/", false),
    ] {
        let address = ProxyAddress::read(typed, true).expect(typed);
        assert_eq!((address.as_str(), address.is_loopback()), (read, is_here), "{typed}");
    }
}

#[wasm_bindgen_test]
fn invalid_proxy_addresses_are_rejected_with_the_remedy() {
    for (typed, word) in [
        ("not an address", "http://127.0.0.1:8181"),
        ("ftp://127.0.0.1/", "http://127.0.0.1:8181"),
        ("javascript://127.0.0.1/%0aalert(1)", "http://127.0.0.1:8181"),
        ("file:///etc/passwd", "http://127.0.0.1:8181"),
        ("http://me@127.0.0.1/", "user name"),
        ("https://a.example/?next=https://b.example", "?"),
        ("https://a.example/#x", "#"),
        ("http://a.example/", "https"),
        ("http://192.168.1.5:8181/", "https"),
    ] {
        let refused = ProxyAddress::read(typed, true).expect_err(typed);
        assert!(refused.contains(word), "{typed}: {refused}");
    }
    assert!(ProxyAddress::read("http://192.168.1.5:8181/", false).is_ok(), "a page that came by http may use http");
}

#[wasm_bindgen_test]
fn stored_addresses_are_checked_like_typed_ones() {
    let kept = ProxyAddress::try_from("https://me@a.example/".to_owned());
    assert!(kept.is_err());
}

#[wasm_bindgen_test]
fn the_request_has_the_proxy_and_the_crawls_address_does_not() {
    let mut form = form("q=fox&seed=http%3A%2F%2Fa.example%2F&source=proxy");
    for (typed, source) in [
        (None, Source::Proxy),
        (Some("  "), Source::Proxy),
        (Some("127.0.0.1:7878"), Source::ProxyAt(address("127.0.0.1:7878"))),
    ] {
        form.source.proxy = typed.map(str::to_owned);
        let request = form.start_request(&Catalog::default()).expect("it can be read");
        assert_eq!(request.source, source);
        assert!(!form.address().write().contains("7878"));
    }
    form.source.proxy = Some("ftp://x".to_owned());
    let problems = form.start_request(&Catalog::default()).expect_err("no address");
    assert_eq!(problems[0].field, "proxy");
}

#[wasm_bindgen_test]
fn a_link_cannot_name_a_proxy() {
    let form = form("q=fox&source=proxy&proxy=https%3A%2F%2Fstranger.example%2F");
    assert_eq!((form.source.proxy.as_ref(), form.source.kind), (None, Some(SourceKind::Proxy)));
    assert!(form.problem("address").is_some_and(|told| told.contains("stranger.example")));
}

#[wasm_bindgen_test]
fn a_link_keeps_the_persons_proxy_and_a_saved_crawl_restores_its_own() {
    let mut state = State::new("", Some("http://127.0.0.1:1/".to_owned()));
    state.apply(Action::Start(StartAction::AddressOpened(Box::new(form("q=fox&source=proxy")), false)));
    assert_eq!(state.setup.form.source.proxy.as_deref(), Some("http://127.0.0.1:1/"));
    state.apply(Action::Proxy(ProxyAction::Status(Proxy::There)));
    let source = Source::ProxyAt(address("127.0.0.1:2"));
    let kept = Form::from_plan(&Plan::default(), &source, false);
    state.apply(Action::Start(StartAction::AddressOpened(Box::new(kept), false)));
    assert_eq!(state.setup.form.source.proxy.as_deref(), Some("http://127.0.0.1:2/"));
    assert_eq!(state.catalog.proxy, Proxy::Checking, "the other one answered, not this");
}

#[wasm_bindgen_test]
fn a_status_of_another_proxy_is_ignored() {
    let mut state = State::new("", Some("127.0.0.1:2".to_owned()));
    state.apply(Action::Proxy(ProxyAction::Status(Proxy::Unchecked)));
    state.apply(Action::Proxy(ProxyAction::Found(Some(address("127.0.0.1:1")), Proxy::There)));
    assert_eq!(state.catalog.proxy, Proxy::Unchecked);
    state.apply(Action::Proxy(ProxyAction::Found(Some(address("127.0.0.1:2")), Proxy::There)));
    assert_eq!(state.catalog.proxy, Proxy::There);
}

#[wasm_bindgen_test]
fn unknown_parts_of_an_address_are_reported() {
    for (query, told) in [
        ("q=fox&page=10", Some("“page=10”")),
        ("q=fox&source=moon", Some("“source=moon”")),
        ("q=fox&idf=much", Some("“idf=much”")),
        ("q=fox&relevance=good", Some("“relevance=good”")),
        ("q=fox&stay=yes", Some("“stay=yes”")),
        ("q=fox&x=%E2%80%AEevil", Some("“x=evil”")),
        ("q=fox&pages=10&depth=3&idf=crawl&stay=1&stemming=0&topics=&id=", None),
    ] {
        let form = form(query);
        let sentence = form.problem("address");
        assert_eq!(sentence.is_some(), told.is_some(), "{query}: {sentence:?}");
        if let (Some(sentence), Some(part)) = (sentence, told) {
            assert!(sentence.contains(part), "{sentence}");
        }
    }
}

#[wasm_bindgen_test]
fn an_unknown_parameter_is_reported_once_and_stops_the_start() {
    let mut state = State::new("", None);
    let opened = form("q=fox&strategy=s&params.nonsense=3&start=1");
    state.apply(Action::Start(StartAction::AddressOpened(Box::new(opened), true)));
    assert!(state.setup.form.problem("address").is_none(), "the strategies are not known yet");
    let strategies =
        vec![StrategyInfo { id: "s".into(), title: "S".into(), needs: Needs::QUERY, ..StrategyInfo::default() }];
    let hello = ToPage::Catalog { strategies, providers: Vec::new(), examples: Vec::new() };
    state.apply(Action::Worker(WorkerAction::Messages(vec![hello])));
    let told = state.setup.form.problem("address").expect("it is told");
    assert!(told.contains("S has no “nonsense”"), "{told}");
    assert_eq!(state.start, Start::No);
    let effects = state.apply(Action::Start(StartAction::Start));
    assert!(matches!(state.start, Start::Sent(_)), "the person saw it");
    let sent = effects.iter().filter(|effect| matches!(effect, Effect::Send(ToWorker::Start { .. })));
    assert_eq!(sent.count(), 1);
    let address = "#/crawl?q=fox&strategy=s&start=1";
    assert!(effects.contains(&Effect::ReplaceAddress(address.into(), true)), "{effects:?}");
    let request = state.setup.form.start_request(&state.catalog).expect("it can be read");
    assert!(request.plan.strategy.params.is_empty());
}

#[wasm_bindgen_test]
fn a_crawl_with_a_model_goes_through_the_proxy_of_its_pages() {
    let address = address("127.0.0.1:7878");
    let card = ModelCard { id: "7".into(), source: Some(Source::ProxyAt(address.clone())), ..ModelCard::default() };
    let mut models = Models::default();
    models.on_message(ModelsEvent::Models(Ok(vec![card])));
    let mut form = form("model=7");
    form.source.proxy = Some("elsewhere.test".to_owned());
    form.find_model(&models);
    assert_eq!(form.source.kind, Some(SourceKind::Proxy));
    assert_eq!(form.source.proxy_address(), Ok(Some(address)));
}
