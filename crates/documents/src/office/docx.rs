//! Reads the main part of a DOCX file, its footnotes and endnotes (ECMA-376-1 §17).

use super::markup::{Block, Markup};
use super::package::{Package, resolved};
use super::xml::{Element, Visitor, visit};
use std::collections::{BTreeMap, BTreeSet};

/// The elements that are left out: deleted and moved text, the formatting before a change, and the second form of a
/// drawing.
const LEFT_OUT: [&str; 8] =
    ["del", "moveFrom", "pPrChange", "rPrChange", "sectPr", "Fallback", "tblPrChange", "delText"];
/// Maximum depth of fields in fields.
const FIELDS: usize = 16;
/// Maximum length of a field's instruction, in bytes.
const INSTRUCTION_BYTES: usize = 4_096;

/// Reads a file; `None` if it has no main part.
pub(super) fn read(package: &mut Package<'_>, markup: &mut Markup) -> Option<()> {
    let relationships = relationships(package, "");
    let main = relationships.values().find(|target| target.kind.ends_with("/officeDocument"));
    let main = main.map_or_else(|| "word/document.xml".to_owned(), |target| resolved("", &target.address));
    let properties = relationships.values().find(|target| target.kind.ends_with("/core-properties"));
    let properties = properties.map_or_else(|| "docProps/core.xml".to_owned(), |target| resolved("", &target.address));
    markup.declare(&package.text(&properties).unwrap_or_default());
    let text = package.text(&main)?;
    let related = self::relationships(package, &main);
    let part = |kind: &str| {
        let target = related.values().find(|target| target.kind.rsplit('/').next() == Some(kind));
        target.map(|target| resolved(&main, &target.address))
    };
    let styles = part("styles").and_then(|styles| package.text(&styles)).map(|styles| Styles::new(&styles));
    let styles = styles.unwrap_or_default();
    markup.language = markup.language.take().or_else(|| styles.language.clone());
    read_part(&text, &related, &styles, markup);
    for notes in ["footnotes", "endnotes"] {
        if let Some(name) = part(notes)
            && let Some(text) = package.text(&name)
        {
            read_part(&text, &self::relationships(package, &name), &styles, markup);
        }
    }
    Some(())
}

fn read_part(text: &str, related: &BTreeMap<String, Target>, styles: &Styles, markup: &mut Markup) {
    markup.begin(Block::Paragraph);
    let mut body =
        Body { markup, related, styles, is_hidden: false, in_run: false, reads: Reads::Nothing, fields: Vec::new() };
    if !visit(text, &mut body) {
        markup.mark_damaged();
    }
}

/// The target of a relationship (ECMA-376-2 §6.5).
#[derive(Debug, Default)]
struct Target {
    kind: String,
    address: String,
}

/// Returns the relationships of a part by their ids; those of the package for an empty name.
fn relationships(package: &mut Package<'_>, part: &str) -> BTreeMap<String, Target> {
    struct Relationships(BTreeMap<String, Target>);
    impl Visitor for Relationships {
        fn start(&mut self, element: &Element<'_>) -> bool {
            if let Some(id) = element.attribute("Id").filter(|_| element.name() == "Relationship") {
                let value = |name| element.attribute(name).unwrap_or_default();
                self.0.insert(id, Target { kind: value("Type"), address: value("Target") });
            }
            true
        }
        fn end(&mut self, _: &str) {}
        fn text(&mut self, _: &str) {}
    }
    let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
    let text = package.text(resolved("", &format!("{folder}/_rels/{name}.rels")).as_str());
    let mut found = Relationships(BTreeMap::new());
    visit(&text.unwrap_or_default(), &mut found);
    found.0
}

/// The styles that matter (ECMA-376-1 §17.7).
#[derive(Debug, Default)]
struct Styles {
    /// The levels of headings by the ids of their styles.
    headings: BTreeMap<String, u8>,
    /// The ids of styles of hidden text.
    hidden: BTreeSet<String>,
    /// The language of the text.
    language: Option<String>,
    /// The style that is being read.
    style: String,
}

impl Styles {
    fn new(part: &str) -> Self {
        let mut styles = Self::default();
        visit(part, &mut styles);
        styles
    }
}

impl Visitor for Styles {
    fn start(&mut self, element: &Element<'_>) -> bool {
        let value = || element.attribute("val").unwrap_or_default();
        match element.name() {
            "style" => self.style = element.attribute("styleId").unwrap_or_default(),
            "name" => {
                let name = value().to_lowercase();
                let level = if name == "title" { Some(1) } else { level_of(&name) };
                self.headings.extend(level.map(|level| (self.style.clone(), level)));
            }
            "outlineLvl" => self.headings.extend(outline_level(&value()).map(|level| (self.style.clone(), level))),
            "vanish" if is_on(element) => drop(self.hidden.insert(self.style.clone())),
            "lang" if self.language.is_none() => self.language = element.attribute("val"),
            _ => {}
        }
        true
    }
    fn end(&mut self, _: &str) {}
    fn text(&mut self, _: &str) {}
}

/// Returns the level of a style that is named `heading 1`.
fn level_of(name: &str) -> Option<u8> {
    name.strip_prefix("heading")?.trim().parse().ok().filter(|level| (1..=9).contains(level))
}

/// Returns the level of a heading by its outline level, which counts from 0; 9 is that of text.
fn outline_level(value: &str) -> Option<u8> {
    value.parse::<u8>().ok().filter(|level| *level < 9).map(|level| level + 1)
}

/// Returns whether a property is on (ECMA-376-1 §17.17.4).
fn is_on(element: &Element<'_>) -> bool {
    !element.attribute("val").is_some_and(|value| matches!(value.as_str(), "0" | "false" | "off"))
}

/// A field, such as a link, by its characters (ECMA-376-1 §17.16.18).
#[derive(Debug, Default)]
struct Field {
    instruction: String,
    is_link: bool,
}

/// The element whose text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reads {
    Nothing,
    /// The text of a run.
    Text,
    /// The instruction of a field.
    Instruction,
}

/// Reads a part with text.
struct Body<'a> {
    markup: &'a mut Markup,
    related: &'a BTreeMap<String, Target>,
    styles: &'a Styles,
    /// The run is hidden.
    is_hidden: bool,
    in_run: bool,
    reads: Reads,
    fields: Vec<Field>,
}

impl Body<'_> {
    /// Handles the beginning, the middle and the end of a field.
    fn field(&mut self, kind: &str) {
        match kind {
            "begin" if self.fields.len() < FIELDS => self.fields.push(Field::default()),
            "separate" => {
                if let Some(field) = self.fields.last_mut() {
                    let address = link_of(&field.instruction);
                    field.is_link = address.is_some_and(|address| self.markup.begin_link(&address));
                }
            }
            "end" if self.fields.pop().is_some_and(|field| field.is_link) => self.markup.end_link(),
            _ => {}
        }
    }

    fn property(&mut self, element: &Element<'_>) {
        let value = || element.attribute("val").unwrap_or_default();
        match element.name() {
            "pStyle" => {
                if let Some(level) = self.styles.headings.get(&value()) {
                    self.markup.change(Block::Heading(*level));
                }
            }
            "outlineLvl" => {
                if let Some(level) = outline_level(&value()) {
                    self.markup.change(Block::Heading(level));
                }
            }
            "numPr" => self.markup.item(),
            "vanish" => self.is_hidden = self.in_run && is_on(element),
            "rStyle" if self.styles.hidden.contains(&value()) => self.is_hidden = self.in_run,
            _ => {}
        }
    }
}

impl Visitor for Body<'_> {
    fn start(&mut self, element: &Element<'_>) -> bool {
        match element.name() {
            name if LEFT_OUT.contains(&name) => return false,
            "p" => self.markup.begin(Block::Paragraph),
            "r" => (self.in_run, self.is_hidden) = (true, false),
            "t" => self.reads = Reads::Text,
            "instrText" => self.reads = Reads::Instruction,
            "tab" | "ptab" if self.in_run => self.markup.text(" "),
            "br" | "cr" => self.markup.line_break(),
            "noBreakHyphen" => self.markup.text("-"),
            "hyperlink" => {
                if let Some(target) = element.attribute("id").and_then(|id| self.related.get(&id)) {
                    self.markup.begin_link(&target.address);
                }
            }
            "fldSimple" => {
                if let Some(address) = element.attribute("instr").and_then(|instruction| link_of(&instruction)) {
                    self.markup.begin_link(&address);
                }
            }
            "fldChar" => self.field(&element.attribute("fldCharType").unwrap_or_default()),
            _ => self.property(element),
        }
        true
    }

    fn end(&mut self, name: &str) {
        match name {
            "p" => self.markup.begin(Block::Paragraph),
            "r" => (self.in_run, self.is_hidden) = (false, false),
            "t" | "instrText" => self.reads = Reads::Nothing,
            "hyperlink" | "fldSimple" => self.markup.end_link(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        match self.reads {
            Reads::Text if !self.is_hidden => self.markup.text(text),
            Reads::Instruction => {
                let field = self.fields.last_mut().filter(|field| field.instruction.len() < INSTRUCTION_BYTES);
                if let Some(field) = field {
                    field.instruction.push_str(text);
                }
            }
            _ => {}
        }
    }

    fn is_done(&self) -> bool {
        self.markup.is_full()
    }
}

/// Returns the address of a field that is a link (ECMA-376-1 §17.16.5.25).
fn link_of(instruction: &str) -> Option<String> {
    let address = instruction.trim().strip_prefix("HYPERLINK")?.trim_start();
    let address = match address.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => address.split_whitespace().next(),
    };
    address.map(str::to_owned)
}
