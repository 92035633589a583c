//! `cargo xtask size`: the machine code of page and worker by crate or module, in the main file and in chunks, before
//! wasm-opt.
//!
//! A function counts for the crate that defines it: instances of generic code count for the generic code's crate.

use super::is_chunk;
use crate::{app, tools};
use anyhow::{Context as _, Result};
use fs_err as fs;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use wasmparser::{KnownCustom, Name, Parser, Payload};

/// The row of the parts that are too small for rows of their own.
const REST: &str = "(smaller parts)";
/// The row of constants and tables.
const DATA: &str = "(data)";

/// The options of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::Args)]
pub(crate) struct Options {
    /// The depth of a part in the path of a function: 1 for crates, 2 for their modules.
    #[arg(long, value_name = "LEVELS", default_value_t = 1)]
    pub(crate) depth: usize,
    /// Parts with fewer bytes are summed up.
    #[arg(long, value_name = "BYTES", default_value_t = 4_000)]
    pub(crate) least: usize,
}

/// The size of a part in a program, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct PartSize {
    main: usize,
    chunks: usize,
}

type Parts = BTreeMap<String, PartSize>;

/// Compiles the programs of a release, and prints a table for each.
pub(crate) fn run(options: Options) -> Result<()> {
    tools::ready_to_build()?;
    let folder = app::programs()?;
    for program in ["app", "worker"] {
        let mut parts = Parts::new();
        for file in app::wasm_files(&folder.join(program))? {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            add(&mut parts, &fs::read(&file)?, is_chunk(&name), options.depth).with_context(|| name.into_owned())?;
        }
        print!("{}", table(program, &parts, options.least));
    }
    Ok(())
}

/// Adds the functions and the data of a wasm file to its parts.
fn add(parts: &mut Parts, wasm: &[u8], is_chunk: bool, depth: usize) -> Result<(), wasmparser::BinaryReaderError> {
    let mut imported = 0;
    let mut bodies = Vec::new();
    let mut names = BTreeMap::new();
    let mut data = 0;
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += usize::from(matches!(import?.ty, wasmparser::TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.range().len()),
            Payload::DataSection(section) => data += section.range().len(),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(section) = section.as_known() {
                    for name in section {
                        if let Name::Function(functions) = name? {
                            for function in functions {
                                let function = function?;
                                names.insert(function.index as usize, function.name);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let mut count = |part: String, bytes| {
        let size = parts.entry(part).or_default();
        *(if is_chunk { &mut size.chunks } else { &mut size.main }) += bytes;
    };
    for (index, bytes) in bodies.into_iter().enumerate() {
        let name = names.get(&(imported + index)).copied().unwrap_or_default();
        count(part_of(name, depth), bytes);
    }
    count(DATA.to_owned(), data);
    Ok(())
}

/// Returns the first segments of a function's path: of `<engine::url::Host as Debug>::fmt` with two levels,
/// `engine::url`.
fn part_of(name: &str, depth: usize) -> String {
    let name = format!("{:#}", rustc_demangle::demangle(name));
    let path = name.trim_start_matches(|char: char| !char.is_alphanumeric() && char != '_');
    let path = ["dyn ", "mut ", "impl "].iter().fold(path, |path, word| path.trim_start_matches(word));
    let end = path.find(|char: char| !char.is_alphanumeric() && char != '_' && char != ':');
    let segments = path[..end.unwrap_or(path.len())].split("::");
    let part: Vec<_> = segments.filter(|part| !part.is_empty()).take(depth).collect();
    if part.is_empty() {
        return "(without a name)".to_owned();
    }
    part.join("::")
}

/// Returns the table of a program, the largest part first.
fn table(program: &str, parts: &Parts, least: usize) -> String {
    let mut rows = Vec::new();
    let (mut rest, mut all) = (PartSize::default(), PartSize::default());
    for (name, size) in parts {
        if size.main + size.chunks < least {
            rest = sum(rest, *size);
        } else {
            rows.push((name.as_str(), *size));
        }
        all = sum(all, *size);
    }
    rows.sort_by_key(|(_, size)| Reverse(size.main + size.chunks));
    rows.extend([(REST, rest), ("= all", all)]);
    let title = format!("{:<44} {:>10} {:>10}\n", program, "main file", "chunks");
    rows.into_iter()
        .fold(title, |text, (name, size)| text + &format!("{name:<44} {:>10} {:>10}\n", size.main, size.chunks))
}

fn sum(one: PartSize, other: PartSize) -> PartSize {
    PartSize { main: one.main + other.main, chunks: one.chunks + other.chunks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_belongs_to_the_part_that_defines_it() {
        for (name, depth, part) in [
            ("engine::url::parse", 1, "engine"),
            ("<engine::url::Host as core::fmt::Debug>::fmt", 2, "engine::url"),
            ("<&mut engine::url::Host as core::fmt::Debug>::fmt", 2, "engine::url"),
            ("core::slice::sort::stable::drift::sort::<types::Id>", 2, "core::slice"),
            ("<[u8] as x::Y>::z", 1, "u8"),
            ("_RNvCs1234_7mycrate3foo", 2, "mycrate::foo"),
            ("", 1, "(without a name)"),
        ] {
            assert_eq!(part_of(name, depth), part, "{name}");
        }
    }

    #[test]
    fn small_parts_are_summed_up() {
        let size = |main, chunks| PartSize { main, chunks };
        let sizes = [("a", size(5, 0)), ("b", size(0, 70)), ("c", size(2, 1))];
        let parts = sizes.map(|(name, size)| (name.to_owned(), size)).into();
        let text = table("worker", &parts, 10);
        let rows: Vec<Vec<_>> = text.lines().map(|row| row.split_whitespace().collect()).collect();
        assert_eq!(rows[1], ["b", "0", "70"]);
        assert_eq!(rows[2], ["(smaller", "parts)", "7", "1"]);
        assert_eq!(rows[3], ["=", "all", "7", "71"]);
    }
}
