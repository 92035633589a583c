//! Tests the page for strategies that learn: reading of examples, training report, tables of the learned data.

use page_state::crawl::training_report::{Verdict, advice, group_text, summary};
use types::report::{Group, TrainingReport};

fn group(given: u32, read: u32, correct: Option<u32>, most_confused_with: Option<&str>) -> Group {
    Group {
        name: "Health/Asthma".into(),
        good: true,
        given,
        read,
        words: false,
        correct,
        most_confused_with: most_confused_with.map(str::to_owned),
    }
}

#[test]
fn a_group_is_judged_by_its_read_and_recognized_examples() {
    for (read, correct, verdict) in [
        (8, Some(8), Verdict::Good),
        (8, Some(5), Verdict::Good),
        (8, Some(4), Verdict::Mixed),
        (3, Some(0), Verdict::Mixed),
        (2, Some(2), Verdict::Few),
        (1, None, Verdict::Few),
        (0, None, Verdict::Few),
    ] {
        let group = group(8, read, correct, None);
        assert_eq!(Verdict::new(&group), verdict, "{correct:?} of {read}");
        assert_eq!(advice(&group).is_none(), verdict == Verdict::Good);
    }
}

#[test]
fn a_group_with_words_needs_no_pages() {
    let worded = |read, correct, good| Group { words: true, good, ..group(8, read, correct, None) };
    let broad = worded(1, None, false);
    assert_eq!(Verdict::new(&broad), Verdict::Words);
    assert_eq!(advice(&broad), None);
    assert_eq!(group_text(&broad), "Its typical words are not tested.");
    let target = advice(&worded(1, None, true));
    assert_eq!(target.as_deref(), Some("Example pages would describe it better."));
    assert_eq!(Verdict::new(&worded(4, Some(4), false)), Verdict::Good);
}

#[test]
fn shares_are_shown_only_after_a_test() {
    assert_eq!(summary(&TrainingReport::default()), None);
    let report = TrainingReport { accuracy: Some(0.75), binary_accuracy: Some(0.9), ..TrainingReport::default() };
    let told = summary(&report).unwrap_or_default();
    assert!(told.contains("90%") && told.contains("75%"), "{told}");
}

#[test]
fn a_group_has_a_plain_description() {
    for (group, sentence) in [
        (group(8, 8, Some(7), None), "Recognized in 7 of 8 cases."),
        (
            group(8, 8, Some(2), Some("Health/Flu")),
            "Recognized in only 2 of 8 cases; most often confused with “Health / Flu”.",
        ),
        (group(2, 1, None, None), "Only 1 example could be read: too few to test."),
        (group(4, 0, None, None), "Could not read any of its examples."),
    ] {
        assert_eq!(group_text(&group), sentence);
    }
    let merged = advice(&group(8, 8, Some(2), Some("Health/Flu")));
    assert!(merged.is_some_and(|text| text.contains("merge it with “Health / Flu”")));
}
