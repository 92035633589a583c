//! Tests the settings of plans.

use super::*;

mod small {
    #![expect(unreachable_pub, reason = "plans are public elsewhere")]
    use super::*;

    plan! {
        /// A plan with one setting.
        Small;
        /// What the crawl is for.
        purpose: String = "tests".to_owned();
        /// Pages are read
        /// this often.
        readings: u32 = 2 => READINGS, Setting { other_key: "reads", ..Setting::whole("Readings", 1, 9) };
    }
}

#[test]
fn a_new_setting_is_one_entry() {
    use small::{READINGS, Small};
    let mut plan = Small::default();
    assert_eq!((plan.purpose.as_str(), plan.readings), ("tests", 2));
    let info = READINGS.info(&plan);
    assert_eq!((info.name.as_str(), READINGS.key(), info.title.as_str()), ("readings", "reads", "Readings"));
    assert_eq!((info.help.as_str(), info.default), ("Pages are read this often.", ParamValue::Number(2.0)));
    assert_eq!(READINGS.wanted(), "a whole number from 1 to 9");
    assert!(!READINGS.admits(&ParamValue::Number(10.0)) && !READINGS.admits(&ParamValue::Number(1.5)));
    (READINGS.set)(&mut plan, &ParamValue::Number(5.0));
    (READINGS.set)(&mut plan, &ParamValue::Switch(true));
    assert_eq!(plan.readings, 5, "a value of another kind changes nothing");
    assert_eq!(Small::settings().map(|setting| setting.name).collect::<Vec<_>>(), ["readings"]);
}

#[test]
fn every_setting_has_a_label_a_sentence_and_a_default_that_it_accepts() {
    for setting in Plan::settings() {
        assert!(!setting.title.is_empty() && setting.help.ends_with('.'), "{}", setting.name);
        for plan in [Plan::default(), Plan::live()] {
            assert!(setting.admits(&(setting.get)(&plan)), "{}", setting.name);
        }
    }
}

#[test]
fn chosen_word_weights_are_kept_and_auto_gives_those_of_the_paper() {
    let (thesis, other) = (Needs::QUERY.with_background_idf(), Needs::QUERY);
    for chosen in [IdfSource::None, IdfSource::General, IdfSource::Crawl] {
        assert_eq!(chosen.resolved(thesis), chosen);
        assert_eq!(chosen.resolved(other), chosen);
    }
    assert_eq!(IdfSource::default().resolved(thesis), IdfSource::General);
    assert_eq!(IdfSource::default().resolved(other), IdfSource::None);
}

#[test]
fn relevance_is_judged_by_words_and_meaning_where_the_strategy_has_word_vectors() {
    use RelevanceMeasure::{Auto, Both, Meaning, Words};
    for (measure, with, without) in
        [(Auto, Both, Words), (Words, Words, Words), (Meaning, Meaning, Meaning), (Both, Both, Both)]
    {
        assert_eq!(measure.resolved(Needs::QUERY.with_vectors()), with);
        assert_eq!(measure.resolved(Needs::QUERY), without);
    }
}

#[test]
fn rules_of_hosts_are_polite_with_single_requests_and_delays_of_a_second() {
    let rule = |delay_ms, in_flight| {
        Politeness::AdaptiveWith([("a.example:81".to_owned(), HostRule { delay_ms, in_flight })].into())
    };
    assert!(Politeness::Adaptive.is_polite() && !Politeness::Replay.is_polite());
    for (delay_ms, in_flight, is_polite) in
        [(None, 1, true), (Some(1_000), 1, true), (Some(999), 1, false), (None, 2, false), (Some(1_000), 2, false)]
    {
        assert_eq!(rule(delay_ms, in_flight).is_polite(), is_polite, "{delay_ms:?} {in_flight}");
    }
    for (host, is_polite) in [("guide.test", true), ("guide.test.example", false)] {
        assert_eq!(Politeness::AdaptiveExcept(vec![host.to_owned()]).is_polite(), is_polite, "{host}");
    }
    let rules = rule(Some(20), 4);
    assert_eq!(
        (rules.named_delay_ms("https://a.example:81"), rules.most_in_flight("http://a.example:81")),
        (Some(20), 4)
    );
    assert_eq!((rules.named_delay_ms("https://a.example"), rules.most_in_flight("http://a.example")), (None, 1));
}

#[test]
fn only_the_named_hosts_on_their_default_port_have_no_delay() {
    let except = Politeness::AdaptiveExcept(vec!["guide.test".to_owned(), "search.test".to_owned()]);
    for (host_key, has_delay) in [
        ("http://guide.test", false),
        ("https://search.test", false),
        ("http://guide.test:8080", true),
        ("http://www.guide.test", true),
        ("http://lab.test", true),
        ("http://test", true),
        ("https://test.example.org", true),
    ] {
        assert_eq!(except.has_delay(host_key), has_delay, "{host_key}");
        assert!(Politeness::Adaptive.has_delay(host_key) && !Politeness::Replay.has_delay(host_key));
    }
}
