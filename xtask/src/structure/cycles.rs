//! Finds import cycles: siblings of one folder, each with all that is below it, that need each other.
//!
//! A child may use what its parent itself defines, and a parent declares and re-exports its children: neither counts. A
//! name that a module re-exports counts as an import of the module that defines it.

use super::modules::{Module, ModulePath, Modules};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use std::collections::{BTreeMap, BTreeSet};

/// Siblings that form a loop.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    /// The module whose children they are.
    pub(super) parent: ModulePath,
    /// The children, sorted.
    pub(super) children: Vec<String>,
    /// One import for each pair among them: who imports, and what.
    pub(super) imports: Vec<(ModulePath, ModulePath)>,
}

/// For each pair of siblings, one import that leads from the first to the second.
pub(super) type Edges = BTreeMap<(String, String), (ModulePath, ModulePath)>;

/// The imports among the children of each module.
pub(super) type Folders = BTreeMap<ModulePath, Edges>;

/// Finds every cycle among siblings.
pub(super) fn find(folders: &Folders) -> Vec<Cycle> {
    folders.iter().flat_map(|(parent, edges)| loops(parent, edges)).collect()
}

/// Returns the imports among the children of each module.
pub(super) fn imports(modules: &Modules) -> Folders {
    let mut folders = Folders::new();
    for (path, module) in modules {
        for reference in &module.references {
            let Some(target) = resolve(reference, modules, 0) else {
                continue;
            };
            let common = path.iter().zip(&target).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (path.get(common), target.get(common)) {
                folders
                    .entry(path[..common].to_vec())
                    .or_default()
                    .entry((from.clone(), to.clone()))
                    .or_insert_with(|| (path.clone(), target));
            }
        }
    }
    folders
}

fn loops(parent: &[String], edges: &Edges) -> Vec<Cycle> {
    let pairs = edges.keys().map(|(from, to)| (from.as_str(), to.as_str()));
    let graph = DiGraphMap::<&str, ()>::from_edges(pairs);
    let mut cycles: Vec<_> = tarjan_scc(&graph)
        .into_iter()
        .filter(|children| children.len() > 1)
        .map(|children| cycle(parent, &children, edges))
        .collect();
    cycles.sort_by(|a, b| a.children.cmp(&b.children));
    cycles
}

fn cycle(parent: &[String], children: &[&str], edges: &Edges) -> Cycle {
    let members: BTreeSet<&str> = children.iter().copied().collect();
    let inside = |(from, to): &(String, String)| members.contains(from.as_str()) && members.contains(to.as_str());
    Cycle {
        parent: parent.to_vec(),
        children: members.iter().map(|&name| name.to_owned()).collect(),
        imports: edges.iter().filter(|(pair, _)| inside(pair)).map(|(_, import)| import.clone()).collect(),
    }
}

/// Re-exports that are followed for one path.
const FOLLOWED: usize = 16;

/// Returns the module in which the item of a path is defined; nothing for a path that leads out of the crate.
fn resolve(path: &[String], modules: &Modules, followed: usize) -> Option<ModulePath> {
    let mut at = ModulePath::new();
    for (index, name) in path.iter().enumerate() {
        let child = [&at[..], std::slice::from_ref(name)].concat();
        if modules.contains_key(&child) {
            at = child;
            continue;
        }
        let module = modules.get(&at)?;
        if module.items.contains(name) || followed > FOLLOWED {
            return Some(at);
        }
        let behind = behind(module, name, modules, followed);
        return match behind {
            Some(target) => resolve(&[&target, &path[index + 1..]].concat(), modules, followed + 1),
            // A plain name at the start of an import is another crate's.
            None if at.is_empty() || index + 1 < path.len() => None,
            None => Some(at),
        };
    }
    Some(at)
}

/// Returns the path of a name that a module imports, directly or by a glob.
fn behind(module: &Module, name: &str, modules: &Modules, followed: usize) -> Option<ModulePath> {
    module.imports.get(name).cloned().or_else(|| {
        module.globs.iter().find_map(|glob| {
            let target = resolve(glob, modules, followed + 1)?;
            let defines = modules.get(&target)?.items.contains(name);
            defines.then(|| [&target[..], &[name.to_owned()]].concat())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::modules::modules_of;
    use super::*;

    fn check(files: &[(&str, &str)], expected: &[&[&str]]) {
        let found = find(&imports(&modules_of(files)));
        let children: Vec<Vec<&str>> =
            found.iter().map(|cycle| cycle.children.iter().map(String::as_str).collect()).collect();
        assert_eq!(children, expected, "{files:?}");
    }

    #[test]
    fn siblings_that_import_each_other_are_a_cycle() {
        check(
            &[("", "mod a; mod b;"), ("a", "use crate::b::B; pub struct A;"), ("b", "use super::a::A; pub struct B;")],
            &[&["a", "b"]],
        );
    }

    #[test]
    fn one_direction_is_no_cycle() {
        check(&[("", "mod a; mod b;"), ("a", "use crate::b::B;"), ("b", "pub struct B;")], &[]);
    }

    #[test]
    fn what_is_below_a_sibling_counts_with_it() {
        check(
            &[
                ("", ""),
                ("a", ""),
                ("a::deep", "use crate::b::B; pub struct A;"),
                ("b", "pub struct B;"),
                ("b::deep", "fn f() { crate::a::deep::A; }"),
            ],
            &[&["a", "b"]],
        );
    }

    #[test]
    fn a_child_may_use_its_parents_own_items_and_not_a_sibling_through_them() {
        check(
            &[
                ("", ""),
                ("p", "pub mod a; pub mod b; pub struct P; pub use b::B;"),
                ("p::a", "use super::{P, B}; pub struct A;"),
                ("p::b", "use super::P; pub struct B;"),
            ],
            &[],
        );
        check(
            &[
                ("", ""),
                ("p", "pub mod a; pub mod b; pub use b::B;"),
                ("p::a", "use super::B; pub struct A;"),
                ("p::b", "use super::a::A; pub struct B;"),
            ],
            &[&["a", "b"]],
        );
    }

    #[test]
    fn paths_inside_macros_count_and_tests_do_not() {
        check(
            &[("", ""), ("a", "fn f() { html! { <p>{ crate::b::f() }</p> } }"), ("b", "pub fn f() { crate::a::f() }")],
            &[&["a", "b"]],
        );
        check(
            &[
                ("", ""),
                ("a", "fn f() { crate::b::f() }"),
                ("b", "pub fn f() {} #[cfg(test)] mod tests { use crate::a::f; }"),
            ],
            &[],
        );
    }

    #[test]
    fn a_loop_of_three_and_a_glob_are_found() {
        check(
            &[
                ("", ""),
                ("a", "use crate::b::*; pub struct A;"),
                ("b", "use crate::c::C; pub struct B;"),
                ("c", "use crate::a::A; pub struct C;"),
                ("d", "use crate::{a, b, c};"),
            ],
            &[&["a", "b", "c"]],
        );
    }
}
