//! Tests splitting the frames of `/fetch-many` from a stream whose chunks may end anywhere.

use wasm_bindgen_test::wasm_bindgen_test;
use worker::sources::frames::{Frame, FrameError, Frames};

fn frame(head: &str, body: &[u8]) -> Frame {
    Frame { head: head.as_bytes().to_vec(), body: body.to_vec() }
}

fn written(frame: &Frame) -> Vec<u8> {
    let length = |part: &[u8]| u32::try_from(part.len()).expect("short").to_be_bytes();
    [&length(&frame.head)[..], &frame.head, &length(&frame.body), &frame.body].concat()
}

fn split(pieces: &[&[u8]]) -> Vec<Frame> {
    let mut frames = Frames::default();
    let mut all = Vec::new();
    for piece in pieces {
        frames.rest().extend_from_slice(piece);
        while let Some(frame) = frames.take().expect("good frames") {
            all.push(frame);
        }
    }
    all
}

fn three() -> Vec<Frame> {
    vec![frame(r#"{"url":"http://a.test/"}"#, b"<p>body"), frame("", b""), frame("{}", &[0; 300])]
}

#[wasm_bindgen_test]
fn frames_are_decoded_wherever_the_stream_is_split() {
    let bytes: Vec<u8> = three().iter().flat_map(written).collect();
    for at in 0..=bytes.len() {
        let (first, second) = bytes.split_at(at);
        assert_eq!(split(&[first, second]), three(), "cut at {at}");
    }
}

#[wasm_bindgen_test]
fn frames_are_decoded_byte_by_byte() {
    let bytes: Vec<u8> = three().iter().flat_map(written).collect();
    assert_eq!(split(&bytes.chunks(1).collect::<Vec<_>>()), three());
}

#[wasm_bindgen_test]
fn an_incomplete_frame_is_not_returned() {
    let bytes = written(&frame("{}", b"body"));
    assert_eq!(split(&[&bytes[..bytes.len() - 1]]), []);
}

#[wasm_bindgen_test]
fn a_frame_length_above_the_limit_ends_the_stream() {
    let mut page = Frames::default();
    page.rest().extend_from_slice(b"<!doctype html>");
    assert_eq!(page.take(), Err(FrameError::Length(0x3C21_646F)));
    let mut body = Frames::default();
    body.rest().extend_from_slice(&[0, 0, 0, 2, b'{', b'}', 0xFF, 0, 0, 0]);
    assert_eq!(body.take(), Err(FrameError::Length(0xFF00_0000)));
}
