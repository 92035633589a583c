//! Tests the confirmation before a crawl of live sites from an address.

use page_state::catalog::SiteAccess;
use page_state::crawl_address::CrawlAddress;
use page_state::effect::{AccessCause, Effect};
use page_state::form::Form;
use page_state::starting::{Start, StartAction, StartCause};
use page_state::train::browsing::Record;
use page_state::{Action, State};

fn opened(query: &str) -> Action {
    Action::Start(StartAction::AddressOpened(Box::new(Form::from_address(CrawlAddress::read(query))), true))
}

#[test]
fn a_click_in_the_app_confirms_and_a_new_address_revokes_that() {
    let mut state = State::default();
    state.apply(Action::Start(StartAction::Start));
    assert_ne!(state.cause, StartCause::Address);
    state.apply(opened("q=harm&seed=http://victim.org/&source=direct"));
    assert_eq!(state.cause, StartCause::Address);
    assert_eq!(state.start, Start::Wanted);
    state.apply(Action::Start(StartAction::Start));
    assert_ne!(state.cause, StartCause::Address);
}

#[test]
fn a_confirmation_after_another_address_was_opened_has_no_effect() {
    let mut state = State::default();
    state.apply(opened("q=harm&seed=http://victim.org/&source=direct"));
    state.apply(Action::Start(StartAction::Confirm));
    assert_eq!(state.cause, StartCause::Address);
}

#[test]
fn a_saved_crawl_that_a_person_runs_again_needs_no_confirmation() {
    let mut state = State::default();
    let form = Form::from_address(CrawlAddress::read("q=fox&seed=http://a.test/&source=direct"));
    let effects = state.apply(Action::Start(StartAction::RunAgain(Box::new(form), true)));
    assert_eq!((state.cause, &state.start), (StartCause::Person, &Start::Wanted));
    let opens = |effect: &&Effect| matches!(effect, Effect::Open(_));
    let Some(Effect::Open(fragment)) = effects.iter().find(opens) else { panic!("its address is opened") };
    state.apply(Action::Moved(fragment.clone(), None));
    assert_eq!(state.cause, StartCause::Person, "its own address is no other's link");
}

#[test]
fn what_needs_access_to_sites_starts_with_it_or_says_that_it_is_missing() {
    let answered = |cause, is_granted| {
        let mut state = State::default();
        let effects = state.apply(Action::AccessAnswered(cause, is_granted));
        assert_eq!(state.catalog.access, SiteAccess::of_extension(is_granted));
        let problems = (state.setup.form.problem("source").is_some(), state.train.files.error.is_some());
        (effects.contains(&Effect::Record(Record::Start)), problems)
    };
    assert_eq!(answered(AccessCause::Recording, true), (true, (false, false)));
    assert_eq!(answered(AccessCause::Recording, false), (false, (false, true)));
    assert_eq!(answered(AccessCause::Crawl, true), (false, (false, false)));
    assert_eq!(answered(AccessCause::Crawl, false), (false, (true, false)));
}
