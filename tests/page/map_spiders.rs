//! Tests the map's colors and spiders: their positions, their trails, and the pulses at births, deaths and finds.

use page::views::crawl::map::color::{OFF_TOPIC, color};
use page::views::crawl::map::living::{LivingSpiders, TRAIL};
use page::views::crawl::map::pulses::{Pulse, PulseState};
use page::views::crawl::map::scene::{Scene, SceneOptions};
use page::views::crawl::map::web::Web;
use page_state::crawl::ranking::Ranking;
use page_state::crawl::replay::EventKind;
use protocol::map::SPIDER_COLORS;
use std::rc::Rc;
use types::report::{Spider, SpiderState};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fakes::record as fake;

/// A crawl of eight pages on two hosts by spiders 1 and 2 in turn.
fn spiders_web() -> Web {
    let mut ranking = Ranking::default();
    for n in 1..=8 {
        let host = if n <= 4 { "a.test" } else { "b.test" };
        let mut record = fake::record(n, f64::from(n) / 10.0);
        record.host = format!("http://{host}");
        record.spider = Some(2 - n % 2);
        ranking.push(record);
    }
    let mut web = Web::default();
    web.follow(&ranking);
    web
}

fn spider(id: u32, parent: Option<u32>, born: u32, last: Option<u32>) -> Rc<Spider> {
    Rc::new(Spider { id, parent, born, last, ..Spider::default() })
}

fn dead(id: u32, last: u32) -> Rc<Spider> {
    let died = spider(id, None, 0, Some(last));
    Rc::new(Spider { state: SpiderState::Dead("no energy".into()), ..(*died).clone() })
}

#[wasm_bindgen_test]
fn a_living_spider_is_at_its_page_with_the_pages_before_and_at_the_host_that_is_drawn_for_them() {
    let web = spiders_web();
    let all = [spider(1, None, 0, Some(7)), dead(2, 8), spider(3, Some(1), 5, None)];
    let scene = Scene::new(&web, &SceneOptions::default(), 1);
    let living = LivingSpiders::new(&web, &scene, &all, None);
    let trails: Vec<_> =
        living.spiders.iter().map(|spider| (spider.id, spider.founder, spider.trail.clone())).collect();
    assert_eq!(trails, [(1, 1, vec![6, 4, 2, 0]), (3, 1, vec![4])], "one without a page is where its parent was");
    assert_eq!(TRAIL, 4, "the test expects all pages of a trail");
    assert_eq!(living.here.into_iter().collect::<Vec<_>>(), [(4, vec![3]), (6, vec![1])]);
    let hosts = SceneOptions { hosts: Some(true), ..SceneOptions::default() };
    let scene = Scene::new(&web, &hosts, 2);
    let living = LivingSpiders::new(&web, &scene, &all, None);
    let markers: Vec<_> = living
        .markers(&web, &scene)
        .into_iter()
        .map(|marker| (marker.trail, marker.place, marker.shape, marker.color))
        .collect();
    assert_eq!(
        markers,
        [(vec![1, 0], 0, 1, 1), (vec![1], 1, 1, 1)],
        "both at the same host, in shape and color of their family"
    );
}

#[wasm_bindgen_test]
fn families_of_one_shape_have_different_colors_and_the_members_are_named_where_they_are() {
    let mut ranking = Ranking::default();
    for (n, spider) in (1..).zip([1, 7]) {
        let mut record = fake::record(n, 0.5);
        record.spider = Some(spider);
        ranking.push(record);
    }
    let mut web = Web::default();
    web.follow(&ranking);
    let scene = Scene::new(&web, &SceneOptions::default(), 1);
    let all = [spider(1, None, 0, Some(1)), spider(3, Some(1), 1, None), spider(7, None, 0, Some(2))];
    let living = LivingSpiders::new(&web, &scene, &all, None);
    assert_eq!(living.families().into_iter().collect::<Vec<_>>(), [1, 7]);
    assert_eq!(living.names_at(0).as_deref(), Some("1, 3"));
    let markers = living.markers(&web, &scene).into_iter();
    let looks: Vec<_> = markers.map(|marker| (marker.shape, marker.color)).collect();
    assert_eq!(looks, [(1, 1), (1, 1), (1, 2)]);
}

#[wasm_bindgen_test]
fn in_a_replay_a_trail_ends_at_the_moment_that_is_shown() {
    let web = spiders_web();
    let options = SceneOptions { until: Some(4), ..SceneOptions::default() };
    let scene = Scene::new(&web, &options, 1);
    let living = LivingSpiders::new(&web, &scene, &[spider(1, None, 0, Some(7))], Some(4));
    assert_eq!(living.spiders[0].trail, [2, 0]);
}

#[wasm_bindgen_test]
fn pulses_are_births_deaths_and_relevant_pages_since_the_state_before_and_none_after_a_jump() {
    let web = spiders_web();
    let moment = |all: &[Rc<Spider>], until| {
        let options = SceneOptions { until, ..SceneOptions::default() };
        let scene = Scene::new(&web, &options, 1);
        let living = LivingSpiders::new(&web, &scene, all, until);
        PulseState::new(&web, &living, all, until)
    };
    let early = [spider(1, None, 0, Some(5)), spider(2, None, 0, Some(6))];
    let late = [spider(1, None, 0, Some(7)), dead(2, 8), spider(3, Some(1), 7, None)];
    let (before, after) = (moment(&early, Some(6)), moment(&late, Some(8)));
    let pulses = after.since(&before, &web, &late, 0.75);
    let of = |kind| {
        let pulses = pulses.iter().filter(|pulse| pulse.kind == kind);
        pulses.map(|pulse| pulse.page).collect::<Vec<_>>()
    };
    assert_eq!(of(EventKind::Find), [7], "page 7 is below 0.75");
    assert_eq!(of(EventKind::Birth), [6]);
    assert_eq!(of(EventKind::Death), [5]);
    assert_eq!(before.since(&after, &web, &early, 0.0), [], "a step back");
    let far = moment(&early, Some(6)).after(Some(&after));
    assert_eq!(after.since(&far, &web, &late, 0.99), [], "after a step back, the spiders of another moment");
    let unknown = moment(&[], Some(6));
    let finds_only = after.since(&unknown, &web, &late, 0.75);
    let find = Pulse { page: 7, kind: EventKind::Find };
    assert_eq!(finds_only, [find], "spiders that were not known are not born");
}

#[wasm_bindgen_test]
fn spiders_have_the_colors_of_the_style_sheet() {
    let style = include_str!("../../www/spiders.css");
    for (at, color) in SPIDER_COLORS.iter().enumerate() {
        let [light, dark] = color.map(|[red, green, blue]| format!("#{red:02x}{green:02x}{blue:02x}"));
        let rule = format!("--spider-{at}: light-dark({light}, {dark});");
        assert!(style.contains(&rule), "{rule}");
    }
}

#[wasm_bindgen_test]
fn the_scale_of_colors_ends_above_the_most_relevant_node_and_has_pages_off_the_topic_below_a_third() {
    let web = spiders_web();
    let scene = Scene::new(&web, &SceneOptions { good: 0.2, ..SceneOptions::default() }, 1);
    assert!(scene.share(0.0).abs() < 1e-9 && (scene.share(0.8) - 1.0).abs() < 1e-9);
    assert!(scene.share(0.19) < OFF_TOPIC && scene.share(0.2) >= OFF_TOPIC);
    assert!((Scene::new(&web, &SceneOptions::default(), 1).top - 0.8).abs() < 1e-9);
    assert!((Scene::new(&Web::default(), &SceneOptions::default(), 1).top - 0.1).abs() < 1e-9);
}

#[wasm_bindgen_test]
fn brightness_orders_the_colors_and_the_most_relevant_has_the_highest_contrast() {
    let brightness = |share: f64, is_dark: bool| {
        let [red, green, blue] = color(share, is_dark).map(f64::from);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    for step in 1..=20 {
        let (before, after) = (f64::from(step - 1) / 20.0, f64::from(step) / 20.0);
        assert!(brightness(after, true) > brightness(before, true), "{step}");
        assert!(brightness(after, false) < brightness(before, false), "{step}");
    }
    assert_eq!(color(f64::NAN, true), color(0.0, true));
}

#[wasm_bindgen_test]
fn pages_off_the_topic_are_grey_and_near_the_background_and_others_stand_out_in_both_themes() {
    let gray = |color: [u8; 3]| {
        let (most, least) = (color.iter().max(), color.iter().min());
        most.zip(least).map_or(0, |(most, least)| most - least)
    };
    for (is_dark, card) in [(false, [253, 253, 250]), (true, [21, 29, 26])] {
        for step in 0..20 {
            let share = f64::from(step) / 19.0;
            let off = color(share * 0.999 * OFF_TOPIC, is_dark);
            let on = color(OFF_TOPIC + share * (1.0 - OFF_TOPIC), is_dark);
            assert!(gray(off) <= 12 && contrast(off, card) < 3.0, "{off:?}");
            assert!(gray(on) >= 60 && contrast(on, card) >= 3.0, "{on:?}");
        }
    }
}

#[wasm_bindgen_test]
fn the_legend_of_the_style_sheet_has_the_colors_that_are_drawn() {
    let style = include_str!("../../www/map.css");
    for step in 0..9_u8 {
        let hex = |is_dark| {
            let [red, green, blue] = color(f64::from(step) / 8.0, is_dark);
            format!("#{red:02x}{green:02x}{blue:02x}")
        };
        let rule = format!(".map-step-{step} {{ fill: light-dark({}, {}); }}", hex(false), hex(true));
        assert!(style.contains(&rule), "{rule}");
    }
}

/// The contrast of two colors (WCAG 2.2, “contrast ratio”).
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let light = |color: [u8; 3]| {
        let [red, green, blue] = color.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}
