//! Reads the modules of a crate: which there are, what each imports and which paths it names.
//!
//! The tree follows the file system (`a.rs`, `a/mod.rs`, `a/b.rs`), so that modules which a macro declares are found too.
//! Code under `#[cfg(test)]` does not count: tests may use whatever they test.

use crate::failure::{Failure, Outcome};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::{Attribute, Item, UseTree};

/// The names from the crate's root down to a module or an item; the root itself is empty.
pub(super) type ModulePath = Vec<String>;

/// The imports and names of one module.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// Imports: the name that each one brings into the module, and the path behind it.
    pub(super) imports: BTreeMap<String, ModulePath>,
    /// Paths behind `use path::*`.
    pub(super) globs: Vec<ModulePath>,
    /// Every path inside the crate that the module names, imports among them.
    pub(super) references: BTreeSet<ModulePath>,
    /// Names that the module itself defines.
    pub(super) items: BTreeSet<String>,
}

/// The modules of a crate by their paths.
pub(super) type Modules = BTreeMap<ModulePath, Module>;

/// Reads the crate whose root file (`lib.rs` or `main.rs`) is named.
///
/// # Errors
/// [`Failure::File`] where a file cannot be read, [`Failure::Structure`] where one is not Rust.
pub(super) fn read(root: &Path) -> Outcome<Modules> {
    let mut modules = Modules::new();
    read_file(root, &[], &mut modules)?;
    let folder = root.parent().unwrap_or(root);
    read_folder(folder, root, &[], &mut modules)?;
    Ok(modules)
}

fn read_folder(folder: &Path, own: &Path, path: &[String], modules: &mut Modules) -> Outcome {
    let entries = fs::read_dir(folder).map_err(Failure::file("read", folder))?;
    let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        let Some(name) = entry.file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        if entry == own || matches!(name, "main" | "lib" | "bin") || is_test(name) {
            continue;
        }
        let child = [path, &[name.to_owned()]].concat();
        if entry.is_dir() {
            let own = entry.join("mod.rs");
            if own.is_file() {
                read_file(&own, &child, modules)?;
            }
            read_folder(&entry, &own, &child, modules)?;
        } else if entry.extension().is_some_and(|kind| kind == "rs") {
            read_file(&entry, &child, modules)?;
        }
    }
    Ok(())
}

fn is_test(name: &str) -> bool {
    name == "tests" || name.ends_with("_tests")
}

fn read_file(file: &Path, path: &[String], modules: &mut Modules) -> Outcome {
    let text = fs::read_to_string(file).map_err(Failure::file("read", file))?;
    let parsed = syn::parse_file(&text).map_err(|error| Failure::Structure(format!("{}: {error}", file.display())))?;
    read_items(&parsed.items, path, modules);
    Ok(())
}

/// Adds what these items of a module say.
pub(super) fn read_items(items: &[Item], path: &[String], modules: &mut Modules) {
    modules.entry(path.to_vec()).or_default();
    for item in items {
        match item {
            _ if is_for_tests(item) => {}
            Item::Mod(inner) => {
                if let Some((_, items)) = &inner.content {
                    let child = [path, &[inner.ident.to_string()]].concat();
                    read_items(items, &child, modules);
                }
            }
            Item::Use(import) => {
                let module = modules.entry(path.to_vec()).or_default();
                read_import(&import.tree, &mut Vec::new(), path, module);
            }
            other => {
                let module = modules.entry(path.to_vec()).or_default();
                module.items.extend(name_of(other));
                read_tokens(other.to_token_stream(), path, module);
            }
        }
    }
}

fn is_for_tests(item: &Item) -> bool {
    let attributes: &[Attribute] = match item {
        Item::Fn(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| {
        let text = attribute.to_token_stream().to_string();
        text.contains("cfg (test") || text.contains("cfg (all (test")
    })
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Walks a `use` tree; every leaf is one import.
fn read_import(tree: &UseTree, prefix: &mut ModulePath, path: &[String], module: &mut Module) {
    match tree {
        UseTree::Path(step) => {
            prefix.push(step.ident.to_string());
            read_import(&step.tree, prefix, path, module);
            prefix.pop();
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                read_import(tree, prefix, path, module);
            }
        }
        UseTree::Name(leaf) => add_import(prefix, &leaf.ident.to_string(), None, path, module),
        UseTree::Rename(leaf) => {
            let (name, alias) = (leaf.ident.to_string(), leaf.rename.to_string());
            add_import(prefix, &name, Some(alias), path, module);
        }
        UseTree::Glob(_) => {
            if let Some(absolute) = absolute(prefix, path) {
                module.references.insert(absolute.clone());
                module.globs.push(absolute);
            }
        }
    }
}

fn add_import(prefix: &[String], name: &str, alias: Option<String>, path: &[String], module: &mut Module) {
    let mut whole = prefix.to_vec();
    if name != "self" {
        whole.push(name.to_owned());
    }
    let known_as = alias.or_else(|| whole.last().cloned());
    if let (Some(absolute), Some(known_as)) = (absolute(&whole, path), known_as) {
        module.references.insert(absolute.clone());
        module.imports.insert(known_as, absolute);
    }
}

/// Returns the path from the crate's root; nothing for a path into another crate.
///
/// A path that starts with a plain name may be one of the module's children: it is taken for that, and leads nowhere if
/// there is no such child.
fn absolute(path: &[String], module: &[String]) -> Option<ModulePath> {
    let mut base = match path.first()?.as_str() {
        "crate" => return Some(path[1..].to_vec()),
        "self" | "super" => module.to_vec(),
        _ => return Some([module, path].concat()),
    };
    let mut rest = path;
    while let Some((first, after)) = rest.split_first() {
        match first.as_str() {
            "self" => {}
            "super" => {
                base.pop()?;
            }
            _ => break,
        }
        rest = after;
    }
    base.extend_from_slice(rest);
    Some(base)
}

/// Finds `crate::…` and `super::…` in any tokens, including macro arguments.
fn read_tokens(tokens: TokenStream, path: &[String], module: &mut Module) {
    let mut found: ModulePath = Vec::new();
    let mut joined = false;
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                if !joined {
                    note(&mut found, path, module);
                }
                found.push(name.to_string());
                joined = false;
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' => joined = !found.is_empty(),
            TokenTree::Group(group) => {
                note(&mut found, path, module);
                read_tokens(group.stream(), path, module);
                joined = false;
            }
            _ => {
                note(&mut found, path, module);
                joined = false;
            }
        }
    }
    note(&mut found, path, module);
}

fn note(found: &mut ModulePath, path: &[String], module: &mut Module) {
    let inside = matches!(found.first().map(String::as_str), Some("crate" | "super" | "self"));
    if inside && found.len() > 1 {
        module.references.extend(absolute(found, path));
    }
    found.clear();
}

/// Returns the modules of a crate that is written down as paths and texts.
#[cfg(test)]
pub(super) fn modules_of(files: &[(&str, &str)]) -> Modules {
    let mut modules = Modules::new();
    for (path, text) in files {
        let names = path.split("::").filter(|name| !name.is_empty());
        let path: ModulePath = names.map(str::to_owned).collect();
        let parsed = syn::parse_file(text).expect("Rust");
        read_items(&parsed.items, &path, &mut modules);
    }
    modules
}
