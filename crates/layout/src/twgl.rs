//! Declares the functions of TWGL and of the WebGL context that the map uses.
//!
//! TWGL (MIT, Gregg Tavares) compiles programs, fills buffers and draws them. Source: its documentation, version 7.

use js_sys::{Array, Object};
use protocol::object::object;
use wasm_bindgen::prelude::*;
use web_sys::OffscreenCanvas;

/// The global name of the library, which the worker's loader sets.
const HANDED: &str = "salticidTwgl";

#[wasm_bindgen]
extern "C" {
    /// The library's module.
    #[derive(Clone)]
    pub(super) type Twgl;

    /// Compiles a program; none if it does not compile.
    #[wasm_bindgen(method, js_name = createProgramInfo)]
    pub(super) fn program(this: &Twgl, gl: &Gl, sources: &Array) -> Option<Object>;

    /// Creates the buffers for these arrays.
    #[wasm_bindgen(method, js_name = createBufferInfoFromArrays)]
    pub(super) fn buffers(this: &Twgl, gl: &Gl, arrays: &JsValue) -> Buffers;

    /// Replaces the content of a buffer.
    #[wasm_bindgen(method, js_name = setAttribInfoBufferFromArray)]
    pub(super) fn fill(this: &Twgl, gl: &Gl, attribute: &JsValue, numbers: &Object);

    /// Binds buffers to a program.
    #[wasm_bindgen(method, js_name = setBuffersAndAttributes)]
    pub(super) fn join(this: &Twgl, gl: &Gl, program: &Object, buffers: &Buffers);

    /// Sets the uniforms of a program.
    #[wasm_bindgen(method, js_name = setUniforms)]
    pub(super) fn set(this: &Twgl, program: &Object, uniforms: &JsValue);

    /// Draws a number of vertices.
    #[wasm_bindgen(method, js_name = drawBufferInfo)]
    pub(super) fn draw(this: &Twgl, gl: &Gl, buffers: &Buffers, mode: u32, count: u32);

    /// Buffers with their attributes.
    pub(super) type Buffers;

    /// Returns the buffers by the names of their attributes.
    #[wasm_bindgen(method, getter)]
    pub(super) fn attribs(this: &Buffers) -> Object;

    /// Returns the buffer of indices.
    #[wasm_bindgen(method, getter)]
    pub(super) fn indices(this: &Buffers) -> JsValue;

    /// A WebGL 2 context.
    #[derive(Clone)]
    pub(super) type Gl;

    #[wasm_bindgen(method)]
    pub(super) fn enable(this: &Gl, what: u32);
    #[wasm_bindgen(method, js_name = blendFunc)]
    pub(super) fn blend(this: &Gl, source: u32, target: u32);
    #[wasm_bindgen(method)]
    pub(super) fn viewport(this: &Gl, x: i32, y: i32, width: u32, height: u32);
    #[wasm_bindgen(method, js_name = clearColor)]
    pub(super) fn clear_color(this: &Gl, red: f32, green: f32, blue: f32, alpha: f32);
    #[wasm_bindgen(method)]
    pub(super) fn clear(this: &Gl, what: u32);
    #[wasm_bindgen(method, js_name = bindBuffer)]
    pub(super) fn bind(this: &Gl, kind: u32, buffer: &JsValue);
    #[wasm_bindgen(method, js_name = bufferData)]
    pub(super) fn data(this: &Gl, kind: u32, numbers: &Object, usage: u32);
    #[wasm_bindgen(method, js_name = useProgram)]
    pub(super) fn take(this: &Gl, program: &JsValue);
    #[wasm_bindgen(method, js_name = createTexture)]
    pub(super) fn texture(this: &Gl) -> JsValue;
    #[wasm_bindgen(method, js_name = bindTexture)]
    pub(super) fn bind_texture(this: &Gl, kind: u32, texture: &JsValue);
    #[wasm_bindgen(method, js_name = texImage2D)]
    pub(super) fn image(
        this: &Gl,
        kind: u32,
        level: i32,
        inner: u32,
        format: u32,
        number: u32,
        source: &OffscreenCanvas,
    );
    #[wasm_bindgen(method, js_name = generateMipmap)]
    pub(super) fn shrink(this: &Gl, kind: u32);
    #[wasm_bindgen(method, js_name = texParameteri)]
    pub(super) fn texture_option(this: &Gl, kind: u32, name: u32, value: u32);
}

/// Constants of the WebGL 2 standard.
pub(super) mod constant {
    pub(in super::super) const POINTS: u32 = 0;
    pub(in super::super) const LINES: u32 = 1;
    pub(in super::super) const TRIANGLES: u32 = 4;
    pub(in super::super) const ONE: u32 = 1;
    pub(in super::super) const ONE_MINUS_SRC_ALPHA: u32 = 0x0303;
    pub(in super::super) const BLEND: u32 = 0x0BE2;
    pub(in super::super) const TEXTURE_2D: u32 = 0x0DE1;
    pub(in super::super) const UNSIGNED_BYTE: u32 = 0x1401;
    pub(in super::super) const RGBA: u32 = 0x1908;
    pub(in super::super) const LINEAR_MIPMAP_LINEAR: u32 = 0x2703;
    pub(in super::super) const TEXTURE_MIN_FILTER: u32 = 0x2801;
    pub(in super::super) const COLOR_BUFFER_BIT: u32 = 0x4000;
    pub(in super::super) const ELEMENT_ARRAY_BUFFER: u32 = 0x8893;
    pub(in super::super) const DYNAMIC_DRAW: u32 = 0x88E8;
}

/// Returns the library; none if the loader has none.
pub(super) fn library() -> Option<Twgl> {
    let library = field(&js_sys::global(), HANDED);
    library.is_object().then(|| library.unchecked_into())
}

/// Returns a WebGL 2 context of a canvas; none if it is not supported. The shaders smooth lines and discs, because the
/// context's own antialiasing takes four times as long without a graphics card.
pub(super) fn context(canvas: &OffscreenCanvas) -> Option<Gl> {
    let options = object([("antialias", false.into()), ("depth", false.into()), ("stencil", false.into())]);
    canvas.get_context_with_context_options("webgl2", &options).ok().flatten().map(JsCast::unchecked_into)
}

/// Returns a field of an object.
pub(super) fn field(object: &JsValue, name: &str) -> JsValue {
    js_sys::Reflect::get(object, &name.into()).unwrap_or_default()
}
