//! Tests the topics of the form: changes of folders, the resulting plan and address, and the editor.

use crate::fakes::topics::{form, key, taxonomy, topic};
use page_state::crawl_address::CrawlAddress;
use page_state::effect::Effect;
use page_state::form::{ADDRESS_BYTES, Form, Topics, TopicsAction, read_outline, words_field_id, write_outline};
use page_state::train::{GoodPage, TrainAction};
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::{Example, FileKind, Problem, ToPage, ToWorker};
use types::limits::TAXONOMY_DEPTH;
use types::taxonomy::{Taxonomy, Topic};

#[test]
fn folders_that_are_all_in_use_make_the_taxonomy_that_they_came_from() {
    assert_eq!(Topics::of(&taxonomy()).taxonomy(), taxonomy());
}

#[test]
fn a_folder_that_is_not_in_use_gives_no_examples_and_stands_only_around_others() {
    let mut topics = Topics::of(&taxonomy());
    let (health, asthma) = (key(&topics, &[0]), key(&topics, &[0, 0]));
    topics.use_all(health, false);
    assert_eq!(topics.taxonomy().topics, taxonomy().topics[1..]);
    topics.use_all(asthma, true);
    let made = topics.taxonomy();
    assert_eq!(made.topics[0].name, "Health");
    assert!(made.topics[0].examples.is_empty(), "its own are not in use");
    assert_eq!(made.topics[0].topics, taxonomy().topics[0].topics[..1]);
    assert_eq!(topics.whole(), taxonomy(), "a file has all of them");
}

#[test]
fn a_pasted_list_is_split_into_examples() {
    let mut topics = Topics::of(&taxonomy());
    let chess = key(&topics, &[1]);
    topics.change(chess, |folder| {
        folder.write("- [Openings](https://c.test/o)\n\nhttps://c.test/e, https://c.test/t".into());
    });
    assert_eq!(topics.taxonomy().topics[1].examples, ["https://c.test/o", "https://c.test/e", "https://c.test/t"]);
    assert_eq!(topics.totals().examples, 4 + 3);
}

#[test]
fn an_undone_removal_restores_the_position_and_keeps_later_changes() {
    let mut topics = Topics::of(&taxonomy());
    let (health, asthma) = (key(&topics, &[0]), key(&topics, &[0, 0]));
    topics.remove(asthma);
    topics.change(health, |folder| folder.name = "Medicine".into());
    assert_eq!(topics.taxonomy().topics[0].topics.len(), 1);
    topics.undo();
    let mut wanted = taxonomy();
    wanted.topics[0].name = "Medicine".into();
    assert_eq!(topics.taxonomy(), wanted);
    topics.remove(asthma);
    topics.remove(health);
    topics.undo();
    topics.undo();
    assert_eq!(topics.taxonomy(), wanted, "step by step");
}

#[test]
fn a_file_can_be_added_can_replace_the_topics_and_can_be_undone() {
    let mut topics = Topics::of(&taxonomy());
    let file = Taxonomy { topics: vec![topic("Jazz", false, &["http://j.test/"], vec![])] };
    let names = |topics: &Topics| -> Vec<String> { topics.folders.iter().map(|folder| folder.name.clone()).collect() };
    topics.import(&file, "x.html".into(), Vec::new());
    assert_eq!(names(&topics), ["Health", "Chess", "Jazz"]);
    topics.replace_rest(true);
    assert_eq!(names(&topics), ["Jazz"]);
    topics.replace_rest(false);
    assert_eq!(names(&topics), ["Health", "Chess", "Jazz"]);
    topics.undo();
    assert_eq!(topics.taxonomy(), taxonomy());
}

#[test]
fn only_targets_of_a_file_with_many_folders_are_in_use() {
    let folder = |n: usize| topic(&format!("F{n}"), n == 7, &["http://f.test/"], vec![]);
    let file = Taxonomy { topics: (0..400).map(folder).collect() };
    let mut topics = Topics::default();
    topics.import(&file, "x.html".into(), Vec::new());
    let totals = topics.totals();
    assert_eq!((totals.folders, totals.used, totals.good), (400, 1, 1));
    assert!(totals.is_choice());
}

#[test]
fn a_folder_moves_under_another_but_never_into_itself_or_too_deep() {
    let mut topics = Topics::of(&taxonomy());
    let (health, asthma, chess) = (key(&topics, &[0]), key(&topics, &[0, 0]), key(&topics, &[1]));
    topics.move_to(health, Some(asthma));
    assert_eq!(topics.taxonomy(), taxonomy());
    topics.move_to(chess, Some(asthma));
    assert_eq!(topics.taxonomy().topics[0].topics[0].topics[0].name, "Chess");
    topics.move_to(chess, None);
    assert_eq!(topics.taxonomy(), taxonomy());

    let mut deep = Topics::default();
    deep.add(None);
    let mut last = deep.folders[0].key;
    for _ in 1..TAXONOMY_DEPTH {
        deep.add(Some(last));
        last = deep.fresh.expect("one was added");
    }
    deep.add(None);
    let other = deep.fresh.expect("one was added");
    let homes = deep.homes(other, usize::MAX);
    assert_eq!(homes.len(), TAXONOMY_DEPTH - 1, "the deepest holds no folder");
    assert!(homes.iter().all(|(home, _)| *home != last && *home != other));
}

#[test]
fn an_outline_gives_the_topics_again() {
    let mut odd = taxonomy();
    odd.topics[0].name = "-*. _Health & \u{9999}".into();
    odd.topics.push(topic("", true, &[], vec![]));
    let mut worded = taxonomy();
    "fox den - ~cub".clone_into(&mut worded.topics[0].topics[0].words);
    "king pawn".clone_into(&mut worded.topics[1].words);
    for taxonomy in [Taxonomy::default(), taxonomy(), odd, worded] {
        assert_eq!(read_outline(&write_outline(&taxonomy)), taxonomy);
    }
}

#[test]
fn a_partly_invalid_outline_is_parsed_as_far_as_possible() {
    assert_eq!(read_outline("_http://a.test/\n--.Deep\n?\n\n"), Taxonomy::default());
    let rest = read_outline(".A\n---*Lost\n_http://a.test/");
    assert_eq!(rest.topics, [topic("A", false, &["http://a.test/"], vec![])]);
    let deep = read_outline(&(".A\n".to_owned() + &"-".repeat(100_000) + ".B"));
    assert_eq!(deep.topics.len(), 1);
}

#[test]
fn an_address_holds_small_topics_and_only_the_name_of_large_ones() {
    let small = form("learns", Topics::of(&taxonomy())).address();
    let again = Form::from_address(CrawlAddress::read(&small.write()));
    assert_eq!(again.topics.taxonomy(), taxonomy());

    let examples: Vec<String> = (0..1_000).map(|n| format!("http://a.test/{n}")).collect();
    let examples: Vec<&str> = examples.iter().map(String::as_str).collect();
    let large = Taxonomy { topics: vec![topic("A", true, &examples, vec![])] };
    let written = form("learns", Topics::of(&large)).address().write();
    assert!(written.len() < ADDRESS_BYTES, "{written}");
    let again = Form::from_address(CrawlAddress::read(&written));
    assert!(again.topics.kept.is_some() && again.topics.folders.is_empty());
}

#[test]
fn words_of_a_folder_count_as_long_as_it_is_in_use() {
    let mut worded = taxonomy();
    "king pawn".clone_into(&mut worded.topics[1].words);
    let mut topics = Topics::of(&worded);
    assert_eq!(topics.taxonomy(), worded);
    let chess = key(&topics, &[1]);
    topics.change(chess, |folder| folder.words = "  rook\nqueen ".into());
    assert_eq!(topics.taxonomy().topics[1].words, "rook\nqueen");
    let mut form = form("learns", topics.clone());
    form.set_problems(vec![Problem { field: "taxonomy.topics[1].words".into(), message: "too long".into() }]);
    assert_eq!(form.problem(&words_field_id(chess)).as_deref(), Some("too long"));
    topics.use_all(chess, false);
    assert_eq!(topics.taxonomy().topics.len(), 1);
}

#[test]
fn the_actions_on_all_topics_fill_the_form_and_ask_the_worker() {
    let mut state = State::new("red fox", None);
    let example = |title: &str, query: &str, examples: &[&str]| Example {
        title: title.into(),
        query: query.into(),
        seeds: vec!["http://portal.test/".into()],
        examples: examples.iter().map(|url| (*url).into()).collect(),
    };
    let examples = vec![
        example("Chess", "chess openings", &["http://c.test/1"]),
        example("Foxes", "red fox", &["http://f.test/1", "http://f.test/2"]),
    ];
    let catalog = ToPage::Catalog { strategies: Vec::new(), providers: Vec::new(), examples };
    state.apply(Action::Worker(WorkerAction::Messages(vec![catalog])));
    state.apply(Action::Topics(TopicsAction::UseDemo));
    let topics = state.setup.form.topics.taxonomy().topics;
    let shown = |topic: &Topic| (topic.name.clone(), topic.good, topic.examples.len());
    let named = |name: &str, good, count| (name.to_owned(), good, count);
    let expected = [named("Chess", false, 1), named("Foxes", true, 2), named("Other pages", false, 1)];
    assert_eq!(topics.iter().map(shown).collect::<Vec<_>>(), expected, "the query's topic is the target");

    let effects = state.apply(Action::Topics(TopicsAction::Save(FileKind::Json)));
    let taxonomy = Box::new(Taxonomy { topics });
    assert!(effects.contains(&Effect::Send(ToWorker::WriteTopics { taxonomy, kind: FileKind::Json })));

    let to_file = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::Send(ToWorker::FileTopics(request)) => Some((request.query.clone(), request.taxonomy.topics.len())),
            _ => None,
        })
    };
    let page = GoodPage { url: "http://f.test/9".into(), title: "Cubs".into(), crawls: Vec::new() };
    state.apply(Action::Train(TrainAction::SelectGood(page.clone(), true)));
    let effects = state.apply(Action::Topics(TopicsAction::AddSelected));
    assert_eq!(to_file(&effects), None, "the page is an example of the only target");
    assert!(state.train.good.is_empty() && !state.setup.form.topics.is_filing());

    state.apply(Action::edit_form("topics", |form| *form.topics_mut() = Topics::default()));
    state.apply(Action::Train(TrainAction::SelectGood(page, true)));
    let effects = state.apply(Action::Topics(TopicsAction::AddSelected));
    assert_eq!(to_file(&effects), Some(("red fox".to_owned(), 1)), "the new target is filed");
    assert!(state.setup.form.topics.is_filing());
    let effects = state.apply(Action::Topics(TopicsAction::UseStarter));
    assert_eq!(to_file(&effects), Some(("red fox".to_owned(), 1)));
}

#[test]
fn the_oldest_of_too_many_steps_cannot_be_undone() {
    let mut topics = Topics::default();
    for _ in 0..30 {
        topics.import(&taxonomy(), "x.html".into(), Vec::new());
    }
    for _ in 0..30 {
        topics.undo();
    }
    assert_eq!(topics.folders.len(), 10 * taxonomy().topics.len(), "20 steps are kept");
}
