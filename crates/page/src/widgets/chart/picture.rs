//! Converts an SVG drawing to a PNG of twice its size, on a canvas.
//!
//! The drawing becomes a `data:` URL, because the content security policy forbids other images.

use crate::dom::document::document;
use js_sys::Promise;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

/// The number of pixels for each unit of the drawing.
const FINE: u32 = 2;

/// Returns the PNG; `None` if the browser fails.
pub(crate) async fn picture(drawing: &Blob) -> Option<Blob> {
    let text = JsFuture::from(drawing.text()).await.ok()?.as_string()?;
    let image = HtmlImageElement::new().ok()?;
    let encoded = js_sys::encode_uri_component(&text);
    image.set_src(&format!("data:image/svg+xml,{}", String::from(encoded)));
    JsFuture::from(image.decode()).await.ok()?;
    let canvas: HtmlCanvasElement = document()?.create_element("canvas").ok()?.unchecked_into();
    let (width, height) = (image.natural_width() * FINE, image.natural_height() * FINE);
    canvas.set_width(width);
    canvas.set_height(height);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    let (width, height) = (f64::from(width), f64::from(height));
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height).ok()?;
    let mut begun = Ok(());
    let png = Promise::new(&mut |resolve, _| begun = canvas.to_blob(&resolve));
    begun.ok()?;
    JsFuture::from(png).await.ok()?.dyn_into().ok()
}
