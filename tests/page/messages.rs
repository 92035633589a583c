//! Tests that messages arrive as they were sent: every variant of every message, with and without its optional parts.

use crate::fakes::sample::{Coverage, Sample};
use js_sys::{Array, Float32Array, Uint8Array, Uint32Array};
use protocol::library::ExportRequest;
use protocol::map::{FromMap, LayoutInput, ToMap};
use protocol::message::{post, read, with_attachments, written};
use protocol::{Hello, ToPage, ToWorker};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Blob, OffscreenCanvas};

/// The number of random values of a type.
const SAMPLES: u64 = 120_000;

/// Checks that random messages arrive as they were sent, and that all variants were among them and those of `seen`.
fn arrives<T: Serialize + DeserializeOwned + PartialEq + Debug>(seen: Coverage) {
    for (name, (variants, names)) in sent::<T>(seen) {
        let missing = (0..).zip(names).filter(|(at, _)| !variants.contains(at));
        let missing: Vec<_> = missing.map(|(_, name)| name).collect();
        assert!(missing.is_empty(), "{name}: {missing:?} were not sent");
    }
}

/// Checks that random values of a type arrive as they were sent; adds their variants to those of `seen`.
fn sent<T: Serialize + DeserializeOwned + PartialEq + Debug>(mut seen: Coverage) -> Coverage {
    let files: Array = (0..=100).map(|_| Blob::new().expect("a file")).collect();
    for seed in 0..SAMPLES {
        let sample = with_attachments(files.clone(), || Sample::of::<T>(seed)).0;
        let Some((message, variants)) = sample else {
            continue;
        };
        let posted = written(&message).expect("it can be written");
        assert_eq!(read::<T>(&posted).as_ref(), Ok(&message));
        for (name, (variants, names)) in variants {
            let all = seen.entry(name).or_default();
            all.0.extend(variants);
            all.1 = names;
        }
    }
    seen
}

#[wasm_bindgen_test]
fn every_message_to_the_worker_arrives_as_it_was_sent() {
    // Of the many formats of exports each is rare among all messages.
    arrives::<ToWorker>(sent::<ExportRequest>(Coverage::new()));
}

#[wasm_bindgen_test]
fn every_message_to_the_page_arrives_as_it_was_sent() {
    arrives::<ToPage>(Coverage::new());
}

/// Posts a message through a channel of the browser, and returns the parts that were moved.
fn moved<T: Serialize>(message: &T) -> Array {
    let mut parts = Array::new();
    post(message, |_, moved| {
        parts = moved.clone().unchecked_into();
        let channel = web_sys::MessageChannel::new()?;
        channel.port1().post_message_with_transferable(&JsValue::NULL, moved)
    })
    .expect("it can be posted");
    parts
}

#[wasm_bindgen_test]
fn messages_of_the_map_arrive_and_their_arrays_and_canvases_are_moved() {
    let floats = |numbers: &[f32]| Float32Array::from(numbers);
    let layout = ToMap::Layout(LayoutInput {
        number: 3,
        starts: floats(&[1.0, 2.0]),
        radii: floats(&[0.5]),
        links: Uint32Array::from(&[0, 0][..]),
        heat: 0.25,
        still: true,
    });
    let posted = written(&layout).expect("it can be written");
    let Ok(ToMap::Layout(input)) = read(&posted) else {
        panic!("not a layout");
    };
    assert_eq!((input.number, input.heat, input.still), (3, 0.25, true));
    assert_eq!(input.starts.to_vec(), [1.0, 2.0]);
    assert_eq!(input.links.to_vec(), [0, 0]);
    assert_eq!(moved(&layout).length(), 4);
    assert_eq!(input.starts.length(), 0, "it was moved, not copied");

    let canvas = ToMap::Canvas(OffscreenCanvas::new(1, 1).expect("a canvas"));
    assert_eq!(moved(&canvas).length(), 2);
    let positions = FromMap::Positions { number: 1, places: floats(&[4.0]), settled: false };
    assert_eq!(moved(&positions).length(), 2);
}

#[wasm_bindgen_test]
fn what_is_not_a_message_is_rejected() {
    let posted = written(&ToPage::Parsing("http://a.test/".into())).expect("it can be written");
    let bytes: Uint8Array = posted.get(0).unchecked_into();
    let array = |bytes: &Uint8Array| JsValue::from(Array::of1(bytes));
    assert!(read::<ToPage>(&array(&bytes)).is_ok());
    let longer = Uint8Array::from(&[bytes.to_vec(), vec![0]].concat()[..]);
    for wrong in [
        array(&bytes.slice(0, 5)),
        array(&longer),
        array(&Uint8Array::from(&[255, 255][..])),
        JsValue::from(Array::new()),
        "Started".into(),
        JsValue::UNDEFINED,
    ] {
        assert!(read::<ToPage>(&wrong).is_err(), "{wrong:?}");
    }
}

#[wasm_bindgen_test]
fn a_handshake_is_readable_in_the_form_of_all_versions() {
    let hello = |text: &str| Hello::read(&js_sys::JSON::parse(text).expect("JSON"));
    assert_eq!(Hello::read(&Hello::of_this_build().written()), Some(Hello::of_this_build()));
    let older = hello(r#"{"Hello":{"hello":{"protocol":3,"build":"older"},"strategies":[]}}"#);
    assert_eq!(older.map(|hello| (hello.protocol, hello.build)), Some((3, "older".into())));
    for wrong in [r#""Hello""#, "null", "[1]", r#"{"Hello":{"protocol":3,"build":"b"}}"#] {
        assert_eq!(hello(wrong), None, "{wrong}");
    }
}
