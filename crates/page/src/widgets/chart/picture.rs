//! Converts an SVG drawing to a PNG of twice its size, on a canvas.
//!
//! The drawing becomes a `data:` URL, because the content security policy forbids other images.

use crate::dom::document::document;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlCanvasElement};

/// The number of pixels for each unit of the drawing.
const FINE: f64 = 2.0;

#[wasm_bindgen]
extern "C" {
    /// An image element; the feature of web-sys for it is not enabled, since nothing else needs it.
    type Image;
    #[wasm_bindgen(constructor)]
    fn new() -> Image;
    #[wasm_bindgen(method, setter)]
    fn set_src(this: &Image, src: &str);
    #[wasm_bindgen(method, catch)]
    fn decode(this: &Image) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, getter, js_name = naturalWidth)]
    fn width(this: &Image) -> f64;
    #[wasm_bindgen(method, getter, js_name = naturalHeight)]
    fn height(this: &Image) -> f64;
}

/// Returns the PNG; `None` if the browser fails.
pub(crate) async fn picture(drawing: &Blob) -> Option<Blob> {
    let text = JsFuture::from(drawing.text()).await.ok()?.as_string()?;
    let image = Image::new();
    let encoded = js_sys::encode_uri_component(&text);
    image.set_src(&format!("data:image/svg+xml,{}", String::from(encoded)));
    JsFuture::from(image.decode().ok()?).await.ok()?;
    let document = document()?;
    let canvas: HtmlCanvasElement = document.create_element("canvas").ok()?.unchecked_into();
    let (width, height) = (types::to_u32(image.width() * FINE), types::to_u32(image.height() * FINE));
    canvas.set_width(width);
    canvas.set_height(height);
    draw(&canvas, &image, f64::from(width), f64::from(height))?;
    blob(&canvas).await
}

/// Renders the image on the canvas, which takes its size.
fn draw(canvas: &HtmlCanvasElement, image: &Image, width: f64, height: f64) -> Option<()> {
    let context = canvas.get_context("2d").ok()??;
    let paint = Reflect::get(&context, &"drawImage".into()).ok()?;
    let paint: Function = paint.dyn_into().ok()?;
    let image: &JsValue = image.as_ref();
    let [left, top, width, height] = [0.0, 0.0, width, height].map(JsValue::from);
    let given = Array::of5(image, &left, &top, &width, &height);
    paint.apply(&context, &given).ok()?;
    Some(())
}

/// Returns the content of the canvas as PNG.
async fn blob(canvas: &HtmlCanvasElement) -> Option<Blob> {
    let method = Reflect::get(canvas, &"toBlob".into()).ok()?;
    let method: Function = method.dyn_into().ok()?;
    let made = Promise::new(&mut |resolve, _| {
        // If the canvas cannot be read, the promise never resolves and nothing is saved.
        let _ = method.call2(canvas, &resolve, &"image/png".into());
    });
    JsFuture::from(made).await.ok()?.dyn_into().ok()
}
