//! Property tests with random responses.

use super::*;
use proptest::prelude::*;

/// Generates random concatenations of list fragments.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        "<rss>",
        "<feed>",
        "<urlset>",
        "<sitemapindex>",
        "<item>",
        "</item>",
        "<entry>",
        "<url>",
        "<loc>",
        "</loc>",
        "<link href='",
        "<link>",
        "</link>",
        "'/>",
        "<title>",
        "</title>",
        "<![CDATA[",
        "]]>",
        "&amp;",
        "&#x",
        "&",
        ";",
        "http://a.test/x",
        "//",
        "javascript:",
        "<!--",
        "-->",
        "<?xml encoding='",
        "'?>",
        "<!DOCTYPE a [",
        "]>",
        "é",
        "\u{0}",
        " ",
        "{\"query\":{\"search\":[",
        "{\"query\":{\"pages\":[",
        "],\"pages\":[",
        "{\"title\":\"a\",\"extlinks\":[",
        "{\"results\":[",
        "{\"results\":{\"bindings\":[",
        "{\"hits\":[",
        "{\"items\":[",
        "{\"message\":{\"items\":[",
        "{\"response\":{\"docs\":[",
        "{\"title\":\"a\"}",
        "{\"url\":\"http://a.example.org/jazz\"}",
        "{\"identifier\":\"a\"}",
        ",",
        "]}",
        "]}}",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_response_makes_a_provider_panic(
        body in prop_oneof![pieces(), prop::collection::vec(any::<u8>(), 0..300)],
        status in prop::sample::select(vec![200_u16, 204, 301, 403, 404, 500]),
    ) {
        for entry in LIST {
            let wanted = SeedInputs {
                address: "a.test".to_owned(),
                text: String::from_utf8_lossy(&body).into_owned(),
                file: body.clone(),
                ..query("jazz")
            };
            let Ok(mut search) = Search::new(entry, &wanted, &EncodingRs) else { continue };
            let mut steps = 0;
            loop {
                match search.next_step() {
                    SearchStep::Done => break,
                    SearchStep::LookUp(_) => search.looked_up(Vec::new()),
                    SearchStep::Fetch(..) => {
                        let location = ("location".to_owned(), String::from_utf8_lossy(&body).into_owned());
                        let raw = RawResponse { status, headers: &[location], body: &body, elapsed_ms: 1 };
                        search.answer(raw, &EncodingRs);
                    }
                }
                steps += 1;
                prop_assert!(steps <= limits::SEED_FETCHES + 1);
            }
            match search.finish() {
                Ok(found) => prop_assert!(
                    found.seeds.len() <= limits::SEEDS_FOUND && found.warnings.len() <= limits::SEED_WARNINGS
                ),
                Err(error) => prop_assert!(error.to_string().ends_with(['.', '!', '?'])),
            }
        }
    }
}
