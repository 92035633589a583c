//! Tests the topics of the form: changes of folders, the resulting plan and address, and the editor.

use crate::fakes::topics::{catalog, filed, topic};
use page_state::crawl_address::CrawlAddress;
use page_state::effect::Effect;
use page_state::form::{
    ADDRESS_BYTES, Folder, Form, Step, Topics, TopicsAction, examples_field_id, name_field_id, read_outline,
    words_field_id, write_outline,
};
use page_state::train::{GoodPage, TrainAction};
use page_state::worker::WorkerAction;
use page_state::{Action, State};
use protocol::{Example, FileKind, Problem, SourceKind, ToPage, ToWorker, TopicHome, TopicsFiled, TopicsRead};
use types::limits::TAXONOMY_DEPTH;
use types::taxonomy::{Taxonomy, Topic};

/// Health with Asthma, which is good, and Flu; Chess.
fn taxonomy() -> Taxonomy {
    let asthma = topic("Asthma", true, &["http://a.test/1", "http://a.test/2"], vec![]);
    let flu = topic("Flu", false, &["http://f.test/1"], vec![]);
    Taxonomy {
        topics: vec![
            topic("Health", false, &["http://h.test/"], vec![asthma, flu]),
            topic("Chess", false, &["http://c.test/1", "http://c.test/2"], vec![]),
        ],
    }
}

fn key(topics: &Topics, path: &[usize]) -> u32 {
    let (first, rest) = path.split_first().expect("the path names a folder");
    let top = &topics.folders[*first];
    rest.iter().fold(top, |folder, at| &folder.folders[*at]).key
}

fn form(strategy: &str, topics: Topics) -> Form {
    let mut form = Form::from_address(CrawlAddress::read(&format!("strategy={strategy}")));
    *form.topics_mut() = topics;
    form
}

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

#[test]
fn filed_topics_are_added_to_the_current_ones_and_can_be_undone() {
    let mut pages = taxonomy();
    pages.topics[1].good = true;
    let mut topics = Topics::of(&pages);
    let (asthma, chess) = (key(&topics, &[0, 0]), key(&topics, &[1]));
    topics.use_all(asthma, false);
    let mut form = form("learns", topics);
    form.query.text = "red fox".into();
    // The request has Health and Chess; then Nature and Sports arrive: Chess goes under Sports.
    let sent = TopicsFiled {
        homes: vec![(1, TopicHome::Under(3))],
        added: Taxonomy { topics: filed().added.topics[..2].to_vec() },
    };
    form.apply_filed(Ok(sent.clone()));
    assert_eq!(form.topics.folders.len(), 2, "nothing was asked for");
    form.topics_mut().begin_filing();
    form.topics_mut().change(chess, |folder| folder.words = "rook".into());
    form.topics_mut().add(None);
    form.apply_filed(Ok(sent));
    assert!(form.query.is_touched, "the query stays");
    let names = |folders: &[Folder]| -> Vec<String> { folders.iter().map(|folder| folder.name.clone()).collect() };
    assert_eq!(names(&form.topics.folders), ["Health", "", "Nature", "Sports"]);
    let moved = &form.topics.folders[3].folders[0];
    assert_eq!((moved.key, &*moved.words), (chess, "rook"));
    let left = form.topics.get(asthma).expect("it stays");
    assert!(!left.used && left.text().contains("a.test/2"));
    let Some(Step::Filed { summary, .. }) = form.topics.steps().last() else { panic!("it is a step") };
    assert_eq!(summary, "2 starter topics were added. “Chess” was filed under Sports.");
    form.topics_mut().undo();
    assert_eq!(names(&form.topics.folders), ["Health", "Chess", ""]);
    form.topics_mut().begin_filing();
    form.apply_filed(Err("Could not load the starter topics.".into()));
    assert!(form.problem("topics").is_some() && !form.topics.is_filing());
}

#[test]
fn a_target_waits_for_the_text_of_its_pages_until_it_is_moved() {
    let mut pages = taxonomy();
    pages.topics[1].good = true;
    let mut form = form("learns", Topics::of(&pages));
    let chess = key(&form.topics, &[1]);
    form.topics_mut().begin_filing();
    form.apply_filed(Ok(TopicsFiled { homes: vec![(1, TopicHome::ByText)], ..TopicsFiled::default() }));
    let Some(Step::Filed { summary, .. }) = form.topics.steps().last() else { panic!("it is a step") };
    let told = "0 starter topics were added. “Chess” will be filed when its pages are read, by their text.";
    assert_eq!(summary, told);
    let waits = |form: &Form| form.topics.taxonomy().topics[1].file_by_text;
    assert!(waits(&form));
    let outline = write_outline(&form.topics.taxonomy());
    assert!(outline.contains("\n'Chess\n"), "{outline}");
    assert_eq!(read_outline(&outline), form.topics.taxonomy());
    let other = key(&form.topics, &[0]);
    form.topics_mut().move_to(chess, Some(other));
    form.topics_mut().move_to(chess, None);
    assert!(!waits(&form), "it stays where the person put it");
}

#[test]
fn only_a_strategy_that_learns_gets_the_topics() {
    for (strategy, wanted) in [("learns", taxonomy()), ("reads", Taxonomy::default())] {
        let request = form(strategy, Topics::of(&taxonomy())).start_request(&catalog());
        assert_eq!(request.expect("nothing is wrong").plan.taxonomy, wanted);
    }
}

#[test]
fn pages_come_from_the_web_where_an_example_in_use_does() {
    let mut topics = Topics::of(&taxonomy());
    let chess = key(&topics, &[1]);
    assert_eq!(form("learns", topics.clone()).source(&catalog()), SourceKind::Demo);
    topics.change(chess, |folder| folder.write("https://chess.org/".into()));
    assert_eq!(form("learns", topics.clone()).source(&catalog()), SourceKind::Proxy);
    assert_eq!(form("reads", topics.clone()).source(&catalog()), SourceKind::Demo);
    topics.use_all(chess, false);
    assert_eq!(form("learns", topics).source(&catalog()), SourceKind::Demo);
}

#[test]
fn a_crawl_without_a_query_is_named_after_its_target_topics() {
    let title = |good: &[&str]| {
        let topics = ["A", "B", "C"].map(|name| topic(name, good.contains(&name), &[], vec![]));
        let taxonomy = Taxonomy { topics: topics.to_vec() };
        let request = form("learns", Topics::of(&taxonomy)).start_request(&catalog());
        request.expect("nothing is wrong").title()
    };
    assert_eq!(title(&["B"]), "Pages like B");
    assert_eq!(title(&["A", "B"]), "Pages like A and B");
    assert_eq!(title(&["A", "B", "C"]), "Pages like A, B and 1 more");
    assert_eq!(title(&[]), "Crawl without a query");
}

#[test]
fn problems_are_shown_at_their_folder_with_the_line() {
    let mut topics = Topics::of(&taxonomy());
    let (health, flu, chess) = (key(&topics, &[0]), key(&topics, &[0, 1]), key(&topics, &[1]));
    topics.change(flu, |folder| {
        folder.write("http://f.test/1\n\nftp://f.test/2".into());
    });
    // The engine counts only the folders in use.
    topics.use_all(key(&topics, &[0, 0]), false);
    let mut form = form("learns", topics);
    let problem = |field: &str, message: &str| Problem { field: field.into(), message: message.into() };
    form.set_problems(vec![
        problem("taxonomy.topics", "no topic is marked as a target"),
        problem("taxonomy.topics[0].topics[0].examples[1]", "example 2 of “Health/Flu”: only http"),
        problem("taxonomy.topics[1].name", "two topics"),
        problem("pages", "too many"),
    ]);
    assert_eq!(form.problem("topics").as_deref(), Some("no topic is marked as a target"));
    assert_eq!(form.problem(&examples_field_id(flu)).as_deref(), Some("Line 3, “ftp://f.test/2”: only http"));
    assert_eq!(form.problem(&name_field_id(chess)).as_deref(), Some("two topics"));
    assert_eq!(form.problem("pages").as_deref(), Some("too many"));
    let open = |key| form.topics.get(key).is_some_and(|folder| folder.open);
    assert!(open(health) && open(flu), "they can be seen");
}

#[test]
fn a_file_without_topics_changes_nothing_and_reports_the_reason() {
    let mut form = form("learns", Topics::of(&taxonomy()));
    form.apply_topics("x.html".into(), Err("this is not a bookmark file".into()));
    assert!(form.problem("topics").is_some_and(|text| text.contains("x.html")));
    form.apply_topics("y.json".into(), Ok(TopicsRead::default()));
    assert!(form.problem("topics").is_some_and(|text| text.contains("y.json")));
    assert_eq!(form.topics.taxonomy(), taxonomy());
}

#[test]
fn selected_pages_are_examples_of_the_only_target_or_of_a_new_one() {
    let pages = [("http://f.test/1", "Red foxes"), ("http://f.test/2", "")];
    let mut plain = taxonomy();
    plain.topics[0].topics[0].good = false;
    let mut topics = Topics::of(&plain);
    assert!(topics.add_good("red fox", pages.into_iter()), "no target");
    let target = topics.folders.last().expect("a new folder");
    assert_eq!((&*target.name, target.good), ("red fox", true));
    assert_eq!(target.words, "Red foxes");
    assert_eq!(target.text(), "http://f.test/1\nhttp://f.test/2");

    // The second list has some words: the query gets only the missing ones.
    let more = [("http://f.test/2", "Foxes"), ("http://f.test/3", "Cubs")];
    assert!(!topics.add_good("other", more.into_iter()));
    let target = topics.folders.last().expect("the folder");
    assert_eq!((target.count(), &*target.words), (3, "Red foxes"));
    let Some(Step::Filed { summary, .. }) = topics.steps().last() else { panic!("it is a step") };
    assert_eq!(summary, "Added 2 selected pages to “red fox”.");
    topics.undo();
    topics.undo();
    assert_eq!(topics.whole(), plain);
}
