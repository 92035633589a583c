//! Tests the form's cards and list of strategies, and the part that is folded under “Advanced”.

use page_state::crawl_address::CrawlAddress;
use page_state::form::Form;
use protocol::{Problem, ToPage};
use types::spec::{ParamValue, SPIDERS_STRATEGY};
use types::strategy::{Control, Family, Needs, ParamInfo, StrategyInfo};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlInputElement;

use crate::fakes::app::{count, find, focused, forget, go_to, gone, open, press, shown, text, wait_for_text};
use wasm_bindgen::JsCast;

/// The key in local storage of the last strategy chosen from the list.
const KEY: &str = "salticid-strategy";

fn info(id: &str, title: &str, family: Family) -> StrategyInfo {
    let n = ParamInfo {
        name: "n".into(),
        title: "N".into(),
        help: String::new(),
        control: Control::Number { min: 1.0, max: 10.0, whole: true },
        default: ParamValue::Number(5.0),
        wanted: String::new(),
        is_live: true,
        note: None,
    };
    StrategyInfo {
        id: id.into(),
        title: title.into(),
        description: format!("Sentence of {title}."),
        family,
        source: "Pant §3".into(),
        params: vec![n],
        needs: Needs::QUERY,
        has_spiders: family == Family::Spiders,
        ..StrategyInfo::default()
    }
}

fn hello() -> ToPage {
    ToPage::Catalog {
        strategies: vec![
            info("breadth-first", "Breadth", Family::Baselines),
            info("best-first", "Best", Family::Classics),
            info("adaptive", "Adaptive", Family::Adaptive),
            info(SPIDERS_STRATEGY, "Info", Family::Spiders),
        ],
        providers: Vec::new(),
        examples: Vec::new(),
    }
}

fn card(value: &str) -> String {
    format!("input[name=strategy][value={value}]")
}

fn is_checked(selector: &str) -> bool {
    find(selector).is_some_and(|input| input.unchecked_into::<HtmlInputElement>().checked())
}

fn is_open(selector: &str) -> bool {
    find(selector).is_some_and(|fold| fold.has_attribute("open"))
}

#[wasm_bindgen_test]
async fn cards_choose_the_default_and_spiders_and_the_list_everything_else() {
    forget(KEY);
    open("#/crawl?q=fox", &hello(), &[]);
    wait_for_text("#strategy-help", "Sentence of Adaptive.").await;
    assert!(is_checked(&card("automatic")));
    assert!(find("#strategy-help details").is_some() && !is_open("#strategy-help details"));
    assert_eq!(count(".strategy-list"), 0, "the list is not asked for");
    press(&card("spiders")).await;
    wait_for_text("#strategy-help", "Sentence of Info.").await;
    press(&card("choose")).await;
    shown(".strategy-list[open]").await;
    let headings = text(".strategy-list h3:first-of-type");
    assert_eq!(headings, Family::ALL[0].title());
    assert_eq!(count(".strategy-list h3"), 4, "no family without strategies");
    press("input[value=breadth-first]").await;
    wait_for_text("#strategy-help", "Sentence of Breadth.").await;
    assert!(is_open(".strategy-list"), "the arrow keys go on in it");
}

#[wasm_bindgen_test]
async fn the_strategy_that_was_chosen_last_from_the_list_comes_back() {
    forget(KEY);
    open("#/crawl?q=fox", &hello(), &[]);
    wait_for_text("#strategy-help", "Sentence of Adaptive.").await;
    press(&card("choose")).await;
    press("input[value=best-first]").await;
    wait_for_text("#strategy-help", "Sentence of Best.").await;
    press(&card("automatic")).await;
    wait_for_text("#strategy-help", "Sentence of Adaptive.").await;
    press(&card("choose")).await;
    wait_for_text("#strategy-help", "Sentence of Best.").await;
}

#[wasm_bindgen_test]
async fn another_card_or_an_address_closes_the_list() {
    forget(KEY);
    open("#/crawl?q=fox", &hello(), &[]);
    wait_for_text("#strategy-help", "Sentence of Adaptive.").await;
    press(&card("choose")).await;
    shown(".strategy-list[open]").await;
    press(&card("spiders")).await;
    wait_for_text("#strategy-help", "Sentence of Info.").await;
    assert!(is_checked(&card("spiders")) && !is_checked(&card("choose")));
    gone(".strategy-list").await;
    for (address, sentence, value) in [
        ("#/crawl?q=fox&strategy=adaptive", "Adaptive", "automatic"),
        ("#/crawl?q=fox&strategy=info-spiders", "Info", "spiders"),
    ] {
        press(&card("choose")).await;
        shown(".strategy-list[open]").await;
        go_to(address);
        wait_for_text("#strategy-help", &format!("Sentence of {sentence}.")).await;
        assert!(is_checked(&card(value)), "{address}");
        gone(".strategy-list").await;
    }
}

#[wasm_bindgen_test]
async fn the_strategy_of_an_address_is_named_on_its_card() {
    open("#/crawl?q=fox&strategy=breadth-first", &hello(), &[]);
    wait_for_text(".choice-card:last-child", "Breadth").await;
    assert!(is_checked(&card("choose")));
    assert!(!is_open(".strategy-list"));
}

#[wasm_bindgen_test]
async fn advanced_is_closed_unless_the_address_sets_something_in_it() {
    for (address, opens) in [
        ("#/crawl?q=fox&pages=50&strategy=adaptive", false),
        ("#/crawl?q=fox&depth=3", true),
        ("#/crawl?q=fox&strategy=adaptive&params.n=7", true),
        ("#/crawl?q=fox&seed=http%3A%2F%2Fa.test%2F", true),
        ("#/crawl?q=fox&stay=1", true),
    ] {
        open(address, &hello(), &[]);
        wait_for_text("#strategy-help", "Sentence of Adaptive.").await;
        assert_eq!(is_open(".advanced"), opens, "{address}");
    }
}

#[wasm_bindgen_test]
async fn changes_in_advanced_are_counted_on_its_label() {
    let changed = |query: &str| Form::from_address(CrawlAddress::read(query)).changed_settings();
    assert_eq!(changed("q=fox&pages=50&strategy=s&source=proxy"), 0);
    assert_eq!(changed("q=fox&strategy=s&params.n=1&params.m=2&depth=3"), 3);
    assert_eq!(changed("seed=a.test&seed=b.test&exclude=x&idf=none"), 3);
    assert_eq!(changed("site_map=1&seed=a.test"), 0, "the site stands above");
    open("#/crawl?q=fox&depth=3&stay=1", &hello(), &[]);
    wait_for_text(".advanced > summary", "2 settings changed").await;
}

#[wasm_bindgen_test]
async fn a_problem_in_advanced_opens_it_and_has_the_focus() {
    let problem = Problem { field: "depth".into(), message: "too deep".into() };
    open("#/crawl?q=fox&start=1", &hello(), &[ToPage::Refused(vec![problem])]);
    focused("depth").await;
    assert!(is_open(".advanced"));
}

#[wasm_bindgen_test]
async fn the_line_of_seeds_leads_to_their_field() {
    open("#/crawl?q=fox", &hello(), &[]);
    wait_for_text("#strategy-help", "Sentence of Adaptive.").await;
    press(".starts-at button").await;
    focused("seeds").await;
    assert!(is_open(".advanced"));
}
