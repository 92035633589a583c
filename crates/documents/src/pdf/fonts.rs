//! Turns the codes of strings into text and widths, by the fonts of a page (ISO 32000-1 §9.6–9.10).
//!
//! `hayro-font` reads the fonts. It takes the text from `ToUnicode` or the names of glyphs; what it lacks is here: the
//! text of CJK fonts without `ToUnicode`, by the tables of their character collections (§9.10.2), and glyphs without a
//! known name in fonts of one byte, whose codes are ASCII more often than not.

use hayro_cmap::{BfString, CMap, CMapName, CidFamily};
use hayro_font::{CMapResolverFn, Font, FontCache, FontData, FontGlyph, FontResolverFn, GlyphId};
use hayro_syntax::object::{Array, Dict, Name, ObjectIdentifier, Stream};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// A CFF font with one empty glyph, in place of fonts that a file names and does not contain: their widths and names
/// are known without them.
const EMPTY_FONT: &[u8] = &[
    1, 0, 4, 1, // header
    0, 1, 1, 1, 2, b'A', // names
    0, 1, 1, 1, 10, 28, 0, 28, 17, 139, 28, 0, 34, 18, // offsets of glyphs and private data
    0, 0, 0, 0, // strings, subroutines
    0, 1, 1, 1, 2, 14, // one glyph: endchar
];

/// The text and the width of a code.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) text: Box<str>,
    /// In thousandths of the font size, along the direction of writing.
    pub(super) advance: f64,
}

/// A font of the file.
pub(super) struct LoadedFont<'a> {
    font: Font<'a>,
    collection: Option<Collection>,
    codes: BTreeMap<u32, Rc<Code>>,
    is_simple: bool,
}

/// A font that pages share.
pub(super) type SharedFont<'a> = Rc<RefCell<LoadedFont<'a>>>;

/// The tables of a CJK font without `ToUnicode`.
struct Collection {
    encoding: CMap,
    /// Text by CID.
    text: CMap,
}

/// The fonts of a file.
pub(super) struct Fonts<'a> {
    cache: FontCache<'a>,
    /// The fonts that were loaded, by their objects.
    loaded: BTreeMap<ObjectIdentifier, Option<SharedFont<'a>>>,
    font_resolver: FontResolverFn,
    cmap_resolver: CMapResolverFn,
}

impl<'a> Fonts<'a> {
    pub(super) fn new() -> Self {
        let empty: FontData = Arc::new(EMPTY_FONT);
        Self {
            cache: FontCache::new(),
            loaded: BTreeMap::new(),
            font_resolver: Arc::new(move |_| Some((Arc::clone(&empty), 0))),
            cmap_resolver: Arc::new(hayro_cmap::load_embedded),
        }
    }

    /// Loads a font; `None` if it cannot be read.
    pub(super) fn load(&mut self, dict: &Dict<'a>) -> Option<SharedFont<'a>> {
        let id = dict.obj_id();
        if let Some(known) = id.and_then(|id| self.loaded.get(&id)) {
            return known.clone();
        }
        let font = self.read(dict).map(|font| Rc::new(RefCell::new(font)));
        if let Some(id) = id {
            self.loaded.insert(id, font.clone());
        }
        font
    }

    fn read(&self, dict: &Dict<'a>) -> Option<LoadedFont<'a>> {
        let descendants = dict.get::<Array<'_>>("DescendantFonts");
        let descendant = descendants.and_then(|fonts| fonts.iter::<Dict<'_>>().next());
        let font = self.cache.font(dict, &self.font_resolver, &self.cmap_resolver)?;
        let collection = descendant.filter(|_| !dict.contains_key("ToUnicode"));
        Some(LoadedFont {
            font,
            is_simple: !dict.contains_key("DescendantFonts"),
            collection: collection.and_then(|descendant| self.collection(dict, &descendant)),
            codes: BTreeMap::new(),
        })
    }

    fn collection(&self, dict: &Dict<'_>, descendant: &Dict<'_>) -> Option<Collection> {
        let parse = |data: &[u8]| {
            let resolver = Arc::clone(&self.cmap_resolver);
            CMap::parse(data, move |name| resolver(name))
        };
        let encoding = match dict.get::<Name<'_>>("Encoding") {
            Some(name) => match CMapName::from_bytes(name.as_ref()) {
                CMapName::IdentityH => CMap::identity_h(),
                CMapName::IdentityV => CMap::identity_v(),
                name => parse((self.cmap_resolver)(name)?)?,
            },
            None => parse(&dict.get::<Stream<'_>>("Encoding")?.decoded_data().ok()?)?,
        };
        let info = descendant.get::<Dict<'_>>("CIDSystemInfo")?;
        let named = |key: &str| info.get::<hayro_syntax::object::String<'_>>(key).map(|text| text.as_bytes().to_vec());
        let family = CidFamily::from_registry_ordering(&named("Registry")?, &named("Ordering")?);
        let text = parse((self.cmap_resolver)(family.ucs2_cmap()?)?)?;
        Some(Collection { encoding, text })
    }
}

impl LoadedFont<'_> {
    /// Returns true if lines run from left to right, not from top to bottom.
    pub(super) fn is_horizontal(&self) -> bool {
        self.font.is_horizontal()
    }

    /// Returns the displacement of a glyph's origin in vertical writing, in thousandths of the font size.
    pub(super) fn displacement(&self, code: u32) -> (f64, f64) {
        let moved = self.font.origin_displacement(code);
        (moved.x, moved.y)
    }

    /// Returns the first code of a string and its length in bytes.
    pub(super) fn read_code(&self, bytes: &[u8]) -> (u32, usize) {
        let (code, length) = self.font.read_code(bytes, 0);
        (code, length.max(1))
    }

    /// Returns the text and the width of a code.
    pub(super) fn code(&mut self, code: u32) -> Rc<Code> {
        if let Some(known) = self.codes.get(&code) {
            return Rc::clone(known);
        }
        let advance = self.font.code_advance(code);
        let advance = if self.is_horizontal() { advance.x } else { advance.y };
        let found = Rc::new(Code { text: self.text(code), advance });
        self.codes.insert(code, Rc::clone(&found));
        found
    }

    fn text(&self, code: u32) -> Box<str> {
        let glyph = match self.font.glyph(GlyphId::NOTDEF, code) {
            FontGlyph::Outline(glyph) => glyph.as_unicode(),
            FontGlyph::Type3(glyph) => glyph.as_unicode(),
        };
        let text = match glyph.or_else(|| self.collection.as_ref()?.text(code)) {
            Some(BfString::Char(c)) => c.to_string(),
            Some(BfString::String(text)) => text,
            None if self.is_simple => {
                let ascii = u8::try_from(code).ok().filter(u8::is_ascii_graphic);
                ascii.map_or_else(String::new, |byte| char::from(byte).to_string())
            }
            None => String::new(),
        };
        super::text::normalized(&text)
    }
}

impl Collection {
    fn text(&self, code: u32) -> Option<BfString> {
        let cid = (1..=4).find_map(|length| self.encoding.lookup_cid_code(code, length))?;
        self.text.lookup_bf_string(cid)
    }
}
