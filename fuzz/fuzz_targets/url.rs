//! An address and a reference (two lines): what is taken is http(s) and canonical, and every part of it can be asked
//! for.
#![no_main]

use engine::url::TrapDetector;
use libfuzzer_sys::fuzz_target;
use salticid_fuzz::{assert_canonical, first_line};
use types::url::{CanonicalUrl, Scope};

fn ask_everything(url: &CanonicalUrl, traps: &mut TrapDetector) {
    assert_canonical(url);
    let whole = format!("{}{}", url.host_key(), url.path_and_query());
    assert_eq!(whole, url.as_str());
    assert!(url.authority().starts_with(url.host()));
    assert!(!url.authority().contains('@'));
    assert!(url.query().is_none_or(|query| !query.is_empty()));
    assert!(url.tokens().all(|token| !token.is_empty()));
    let _ = (url.segments().count(), url.slashes(), url.fingerprint());
    let _ = Scope::default().admits(url);
    let _ = traps.judge(url);
    traps.count_page(url);
    traps.count_read(url, true);
}

fuzz_target!(|input: &[u8]| {
    let (address, reference) = first_line(input);
    let (address, reference) = (String::from_utf8_lossy(address), String::from_utf8_lossy(reference));
    let mut traps = TrapDetector::default();
    let base = CanonicalUrl::parse("http://a.test/b/c?d").expect("a URL");
    let typed = [CanonicalUrl::parse(&address), CanonicalUrl::from_person(&address)];
    let bases = typed.into_iter().flatten().chain([base]);
    for base in bases {
        ask_everything(&base, &mut traps);
        if let Ok((target, exact)) = base.resolve(&reference) {
            ask_everything(&target, &mut traps);
            assert_eq!(CanonicalUrl::parse(&exact).as_ref(), Ok(&target), "{exact}");
        }
        let parsed = url::Url::parse(base.as_str()).expect("a canonical URL is a URL");
        if let Ok(target) = CanonicalUrl::join(&parsed, &reference) {
            ask_everything(&target, &mut traps);
        }
    }
    // URLs from a saved file meet fewer rules; they must still be safe to use.
    if let Ok(url) = CanonicalUrl::try_from(reference.into_owned()) {
        let _ = (url.host(), url.path(), url.query(), url.tokens().count(), traps.judge(&url));
    }
});
