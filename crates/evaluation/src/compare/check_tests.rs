//! Tests the refusals of comparisons and the list of their crawls.

use super::*;
use crate::compare::Claim;
use crate::compare::summary::tests::topics;
use types::taxonomy;
use types::trails::{Trail, TrailPage, Trails};
use types::url::CanonicalUrl;

fn comparison(change: impl FnOnce(&mut Comparison)) -> Comparison {
    let mut comparison = Comparison {
        strategies: vec!["best-first".to_owned(), "breadth-first".to_owned()],
        pages: 100,
        ..Comparison::default()
    };
    change(&mut comparison);
    comparison
}

/// A change, and the expected code, field and words of the message.
type Fault = (fn(&mut Comparison), &'static str, &'static str);

const FAULTS: &[Fault] = &[
    (|of| of.version = 2, "version", "version 2"),
    (|of| of.fingerprint = Some("0123456789ABCDEF".into()), "fingerprint", "0123456789ABCDEF"),
    (|of| of.fingerprint = Some("<b>".repeat(1000)), "fingerprint", "remove it"),
    (|of| of.rng = types::limits::RNG_SEED + 1, "rng", "from 0 to 9007199254740991"),
    (
        |of| {
            of.strategies =
                vec!["best-n-first:n=4:on_rediscovery=first".into(), "best-n-first:on_rediscovery=first:n=4".into()];
        },
        "strategies",
        "listed twice",
    ),
    (
        |of| {
            of.strategies.push("best-n-first".into());
            of.params = vec!["n=3".into(), "n=5".into()];
        },
        "params",
        "“n” is set twice",
    ),
    (|of| of.strategies.clear(), "strategies", "at least one"),
    (|of| of.strategies.push("no-such".into()), "strategies", "choose from"),
    (|of| of.strategies.push("best-first".into()), "strategies", "repeats"),
    (|of| of.params = vec!["zz=1".into()], "params", "none of best-first"),
    (|of| of.topics = vec!["t9".into()], "topics", "choose from t0"),
    (|of| of.own_topics = topics(1), "topics", "t0"),
    (|of| of.at = vec![101], "at", "101 is not from 1"),
    (|of| of.at = (1..=21).collect(), "at", "the limit is 20"),
    (|of| of.strategies = vec!["no-such".into(); 65], "strategies", "the limit is 64"),
    (|of| of.topics = vec!["t9".into(); 1_001], "topics", "the limit is 1000"),
    (
        |of| {
            of.own_topics = topics(100);
            of.repeats = 1_000;
        },
        "trials",
        "the limit is 100000",
    ),
    (|of| of.measures.clear(), "measures", "at least one"),
    (|of| of.measures = vec![Measure::TargetRecall], "measures", "the topic t0 has no targets"),
    (|of| of.measures = vec![Measure::Robustness], "seeds", "set seeds to halves"),
    (|of| of.seeds = SeedUse::Halves, "seeds", "fewer than two seeds"),
    (|of| of.seeds = SeedUse::Sites, "seeds", "no seed"),
    (|of| of.seeds = SeedUse::OnTopic, "seeds", "no seed"),
    (|of| of.repeats = 0, "repeats", "from 1 to"),
    (|of| of.strategies = vec!["hmm".into()], "trails", "the topic t0 has none"),
    (|of| of.pages = 0, "pages", "pages is 0: give a number from 1 to 1000000"),
    (|of| of.measures = vec![Measure::Harvest; 2], "measures", "“harvest” is listed twice"),
    (|of| of.topics = vec!["t1".into(); 2], "topics", "“t1” is listed twice"),
    (|of| of.settings.in_flight = 0, "parallel", "parallel is 0"),
    (|of| of.strategies = vec!["best-n-first:n=-1".into()], "strategies", "n of best-n-first is -1"),
];

#[test]
fn every_error_names_its_field_and_a_remedy() {
    for (change, field, says) in FAULTS {
        let errors = comparison(change).check(&topics(2)).unwrap_err();
        let mut found = errors.iter();
        assert!(
            found.any(|error| error.field() == *field && error.to_string().contains(says)),
            "{field}: {says}: {errors:?}"
        );
    }
    let none = comparison(|_| {}).check(&[]).unwrap_err();
    assert!(matches!(none[0], CompareError::TopicsMissing));
}

#[test]
fn claims_about_uncompared_strategies_are_rejected() {
    let claim = |change: fn(&mut Claim)| {
        let mut claim =
            Claim { better: "best-first".to_owned(), worse: "breadth-first".to_owned(), ..Claim::default() };
        change(&mut claim);
        claim
    };
    for (claim, says) in [
        (claim(|of| of.worse = "svm".to_owned()), "“svm” is not compared"),
        (claim(|of| of.measure = Measure::Recall), "“recall” is not measured"),
        (claim(|of| of.at = Some(50)), "use one of 100"),
        (claim(|of| of.worse = "best-first".to_owned()), "the same strategy"),
        (claim(|of| of.by = Some(-1.0)), "“by” is -1"),
        (claim(|of| of.by = Some(f64::NAN)), "“by” is NaN"),
    ] {
        let errors = comparison(|of| of.claims = vec![claim]).check(&topics(1));
        let text = errors.unwrap_err()[0].to_string();
        assert!(text.starts_with("claim 1: ") && text.contains(says), "{text}");
    }
}

#[test]
fn a_claim_may_spell_a_parameter_as_the_list_of_strategies_does() {
    let strategy = "best-n-first:n=16.0";
    let checked = comparison(|of| {
        of.strategies.push(strategy.to_owned());
        of.claims = vec![Claim { better: strategy.to_owned(), worse: "breadth-first".to_owned(), ..Claim::default() }];
    });
    let checked = checked.check(&topics(1)).unwrap();
    assert_eq!(checked.comparison.claims[0].better, checked.contenders[2].name);
}

#[test]
fn an_unknown_name_lists_some_of_many_known_names() {
    let unknown = comparison(|of| of.topics = vec!["no-such".to_owned()]);
    let text = unknown.check(&topics(50)).unwrap_err()[0].to_string();
    assert!(text.contains("t0, t1, t10") && text.contains("and 30 more"), "{text}");
}

#[test]
fn all_errors_are_reported_together() {
    let all = comparison(|of| {
        of.version = 0;
        of.at = vec![0];
        of.measures.clear();
    });
    assert_eq!(all.check(&topics(1)).unwrap_err().len(), 3);
    // A problem of all crawls is reported only once.
    let none = comparison(|of| of.pages = 0);
    assert_eq!(none.check(&topics(5)).unwrap_err().len(), 1);
}

#[test]
fn trials_are_ordered_by_strategy_topic_seeds_and_repeat_with_unique_keys() {
    let mut given = topics(2);
    given[1].seeds.push("http://b.test/".to_owned());
    let checked = comparison(|of| {
        of.seeds = SeedUse::Apart;
        of.repeats = 2;
        of.rng = 7;
    });
    let checked = checked.check(&given).unwrap();
    let keys: Vec<String> = checked.trials().map(|trial| trial.key.to_string()).collect();
    assert_eq!(keys.len(), checked.len());
    assert_eq!(
        keys[..6],
        ["0#0#t0", "0#1#t0", "0#0#t1", "0#1#t1", "1#0#t1", "1#1#t1"].map(|key| format!("best-first#{key}"))
    );
    assert!(keys[6].starts_with("breadth-first#"));
    let trial = checked.trial(5).unwrap();
    assert_eq!((trial.plan.rng_seed, &*trial.plan.seeds), (8, &["http://b.test/".to_owned()][..]));
    assert!(checked.trial(12).is_none());
}

#[test]
fn own_parameters_precede_common_parameters() {
    let checked = comparison(|of| {
        of.strategies = vec!["best-n-first:n=16".into(), "best-n-first".into(), "breadth-first".into()];
        of.params = vec!["n=4".into()];
    });
    let checked = checked.check(&topics(1)).unwrap();
    let n = |at: usize| {
        let plan = checked.trial(at).unwrap().plan;
        plan.strategy.params.get("n").map(ToString::to_string)
    };
    assert_eq!([n(0), n(1), n(2)], [Some("16".into()), Some("4".into()), None]);
}

#[test]
fn other_topics_are_negative_examples_and_targets_are_never_trained_on() {
    let mut given = topics(2);
    let target = CanonicalUrl::parse("http://t.test/").unwrap();
    let page = TrailPage { url: target.to_string(), relevant: true, ..TrailPage::default() };
    given[0].targets = [target.clone()].into();
    given[0].examples = vec!["http://d.test/".to_owned()];
    given[1].examples = vec!["http://e.test/".to_owned()];
    let checked = comparison(|_| {}).check(&given).unwrap();
    let taxonomy = checked.trial(0).unwrap().plan.taxonomy;
    let named: Vec<(&str, bool)> = taxonomy.topics.iter().map(|of| (&*of.name, of.good)).collect();
    assert_eq!(named, [("t0", true), ("t1", false), ("elsewhere", false)]);
    assert!(checked.judgments(0).targets.contains(&target));
    let taught = comparison(|of| {
        of.trails = Trails { trails: vec![Trail { pages: vec![page], ..Trail::default() }] };
    });
    let taught = taught.check(&given).unwrap();
    assert!(taught.judgments(0).targets.is_empty());
    assert!(taught.judgments(0).is_relevant(&target));
}

#[test]
fn default_marks_are_within_the_budget_and_include_the_end() {
    for (pages, marks) in
        [(30, vec![30]), (100, vec![100]), (250, vec![100, 200, 250]), (1_000, vec![100, 200, 500, 1_000])]
    {
        let checked = comparison(|of| of.pages = pages).check(&topics(1)).unwrap();
        assert_eq!(checked.marks, marks);
        assert!(marks.iter().all(|mark| checked.grid.at().contains(mark)));
    }
}

#[test]
fn home_page_seeds_and_training_examples_are_no_targets() {
    let url = |text: &str| CanonicalUrl::parse(text).unwrap();
    let mut given = topics(1);
    given[0].targets = [url("http://t.test/"), url("http://t.test/x")].into();
    let on_sites = comparison(|of| of.seeds = SeedUse::Sites);
    let on_sites = on_sites.check(&given).unwrap().judgments(0);
    assert_eq!(on_sites.targets, [url("http://t.test/x")].into());
    assert_eq!(on_sites.len(), given[0].judgments().len());
    let folders = |of: &mut Comparison| {
        of.taxonomy.topics = vec![
            taxonomy::Topic {
                name: "good".to_owned(),
                good: true,
                examples: vec!["t.test/x".to_owned()],
                ..taxonomy::Topic::default()
            },
            taxonomy::Topic {
                name: "other".to_owned(),
                examples: vec!["http://o.test/".to_owned()],
                ..taxonomy::Topic::default()
            },
        ];
    };
    // No strategy is trained on them.
    let unread = comparison(folders).check(&given).unwrap().judgments(0);
    assert_eq!(unread.targets.len(), 2);
    let read = comparison(|of| {
        folders(of);
        of.strategies = vec!["focused".to_owned()];
    });
    let read = read.check(&given).unwrap().judgments(0);
    assert_eq!(read.targets, [url("http://t.test/")].into());
}

#[test]
fn a_topic_without_reachable_seeds_is_reported() {
    let mut given = topics(2);
    given[1].seeds = vec!["here.test/".to_owned(), "http://gone.test/".to_owned()];
    let lost = |seeds, has: &str| {
        let checked = comparison(|of| of.seeds = seeds).check(&given).unwrap();
        let found = checked.unreachable_start(|url| url.host() != "gone.test" && url.host() != has);
        found.map(|(topic, url)| (topic.name.clone(), url.to_string()))
    };
    assert_eq!(lost(SeedUse::Together, ""), None);
    let gone = Some(("t1".to_owned(), "http://gone.test/".to_owned()));
    assert_eq!(lost(SeedUse::Apart, ""), gone);
    let here = Some(("t1".to_owned(), "http://here.test/".to_owned()));
    assert_eq!(lost(SeedUse::Together, "here.test"), here);
}

#[test]
fn starter_topics_replace_missing_or_unwanted_examples() {
    let mut given = topics(2);
    for topic in &mut given {
        topic.examples = vec!["http://e.test/".to_owned()];
    }
    let focused = |wanted: bool, given: &[Topic]| {
        let asked = comparison(|of| {
            of.strategies = vec!["focused".to_owned()];
            of.starter_topics = wanted;
        });
        let checked = asked.check(given).unwrap();
        let plan = checked.trial(0).unwrap().plan;
        (checked.needs_starter_topics(), plan.taxonomy.topics.is_empty())
    };
    assert_eq!(focused(false, &given), (false, false));
    assert_eq!(focused(true, &given), (true, true));
    given[1].examples.clear();
    assert_eq!(focused(false, &given), (true, true));
    let other = comparison(|of| of.starter_topics = true);
    assert!(!other.check(&given).unwrap().needs_starter_topics());
}
