//! Tests the order of the results, their window, and the text that is shown of them.

use page::dom::href::SafeHref;
use page::widgets::marks::pieces;
use page::widgets::window::Rows;
use types::url::CanonicalUrl;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

type Marks = &'static [(u32, u32)];

#[wasm_bindgen_test]
fn the_drawn_rows_cover_the_window_and_are_few() {
    let rows = Rows { count: 10_000, height: 100.0, open: None };
    for y in [-500.0, 0.0, 1.0, 99.9, 54_321.0, 999_500.0] {
        let drawn = rows.drawn(y, 800.0);
        assert!(rows.top(drawn.start) <= y.max(0.0), "{y}");
        assert!(rows.top(drawn.end) >= (y + 800.0).min(rows.total()), "{y}");
        assert!(drawn.len() <= 30, "{y}: {drawn:?}");
    }
}

#[wasm_bindgen_test]
fn an_unfolded_row_moves_the_rows_below_it() {
    let rows = Rows { count: 100, height: 100.0, open: Some((10, 400.0)) };
    for (y, row) in [(0.0, 0), (999.0, 9), (1_000.0, 10), (1_499.0, 10), (1_500.0, 11), (1e9, 99), (-5.0, 0)] {
        assert_eq!(rows.row_at(y), row, "{y}");
    }
    assert_eq!((rows.top(10), rows.top(11), rows.total()), (1_000.0, 1_500.0, 10_400.0));
}

#[wasm_bindgen_test]
fn an_empty_list_draws_nothing() {
    let rows = Rows { count: 0, height: 100.0, open: None };
    assert_eq!((rows.drawn(0.0, 800.0), rows.total()), (0..0, 0.0));
}

#[wasm_bindgen_test]
fn a_snippet_is_split_at_its_marks_and_invalid_marks_are_ignored() {
    let cases: [(&str, Marks, &str); 6] = [
        ("red fox", &[(4, 7)], "red |[fox]"),
        ("fox", &[(0, 3)], "[fox]"),
        ("äöü fox", &[(7, 10)], "äöü |[fox]"),
        ("äöü", &[(1, 3)], "äöü"),
        ("fox", &[(2, 99), (3, 1)], "fox"),
        ("<b>x</b>", &[(3, 4)], "<b>|[x]|</b>"),
    ];
    for (snippet, marks, expected) in cases {
        let shown: Vec<String> = pieces(snippet, marks)
            .iter()
            .map(|piece| if piece.marked { format!("[{}]", piece.text) } else { piece.text.to_owned() })
            .collect();
        assert_eq!(shown.join("|"), expected, "{snippet}");
    }
}

#[wasm_bindgen_test]
fn links_are_only_http_or_https() {
    for url in ["http://a.test/", "https://a.test/b?c"] {
        let url = CanonicalUrl::parse(url).expect("is a URL");
        assert_eq!(SafeHref::of(&url).as_ref().map(SafeHref::as_str), Some(url.as_str()));
    }
    for url in ["javascript:alert(1)", "data:text/html,x", "ftp://a.test/"] {
        assert!(CanonicalUrl::parse(url).is_err(), "{url} has no type that could be linked");
    }
}

/// Clippy must refuse these calls. If it does not refuse a line, the line's expectation is unmet, which is an error of
/// `cargo xtask check`.
#[wasm_bindgen_test]
fn clippy_rejects_functions_that_turn_text_into_markup_or_code() {
    let document = web_sys::window().and_then(|window| window.document());
    let document = document.expect("there is a page");
    let element = document.create_element("p").expect("a name");
    #[expect(clippy::disallowed_methods, reason = "it is refused")]
    element.set_inner_html("<b>a</b>");
    #[expect(clippy::disallowed_methods, reason = "it is refused")]
    let adjacent = element.insert_adjacent_html("beforeend", "<b>b</b>");
    assert_eq!((adjacent, element.child_element_count()), (Ok(()), 2));
    let child = element.first_element_child().expect("a child");
    #[expect(clippy::disallowed_methods, reason = "it is refused")]
    child.set_outer_html("<i></i><i></i>");
    assert_eq!(element.child_element_count(), 3);
    #[expect(clippy::disallowed_methods, reason = "it is refused")]
    let markup = yew::Html::from_html_unchecked("<b>c</b>".into());
    assert!(matches!(markup, yew::virtual_dom::VNode::VRaw(_)));
    #[expect(clippy::disallowed_methods, reason = "it is refused")]
    let one = js_sys::eval("1").ok();
    #[expect(clippy::disallowed_methods, reason = "it is refused")]
    let two = js_sys::Function::new_no_args("return 2").call0(&JsValue::NULL);
    #[expect(clippy::disallowed_methods, reason = "it is refused")]
    let three = js_sys::Function::new_with_args("a", "return a").call1(&JsValue::NULL, &3.into());
    let numbers = [one, two.ok(), three.ok()].map(|number| number.and_then(|number| number.as_f64()));
    assert_eq!(numbers, [Some(1.0), Some(2.0), Some(3.0)]);
}
