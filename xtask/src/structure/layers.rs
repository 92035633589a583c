//! Finds imports against the layers of a module: a layer uses those below it, never one above.
//!
//! Not covered: siblings that belong to no layer, and what the layers may import from elsewhere.

use super::cycles::Folders;

/// The modules of the app that are built in layers, and their layers from the top down.
const LAYERS: [(&str, &[&str]); 2] = [
    ("page", &["app", "views", "state", "widgets", "dom"]),
    ("worker", &["session", "chunks", "services", "crawl", "parser", "sources", "storage", "browser"]),
];

/// Names each import of a higher layer in the crate whose imports are given.
pub(super) fn find(folders: &Folders) -> Vec<String> {
    let upward = LAYERS.iter().flat_map(|(module, layers)| {
        let edges = folders.get(&vec![(*module).to_owned()]).into_iter().flatten();
        edges.filter_map(move |((from, to), (source, target))| {
            let level = |name: &str| layers.iter().position(|layer| *layer == name);
            (level(to)? < level(from)?).then(|| {
                let (source, target) = (source.join("::"), target.join("::"));
                format!("{source} imports {target}: {module}/{from} lies below {module}/{to}")
            })
        })
    });
    upward.collect()
}

#[cfg(test)]
mod tests {
    use super::super::cycles::imports;
    use super::super::modules::modules_of;
    use super::*;

    fn check(files: &[(&str, &str)], expected: &[&str]) {
        assert_eq!(find(&imports(&modules_of(files))), expected, "{files:?}");
    }

    #[test]
    fn a_layer_may_use_those_below_it() {
        check(
            &[
                ("", "mod page;"),
                ("page", "mod views; mod dom;"),
                ("page::views", "use crate::page::dom::focus;"),
                ("page::dom", "pub fn focus() {}"),
            ],
            &[],
        );
    }

    #[test]
    fn an_import_from_a_higher_layer_is_named() {
        check(
            &[
                ("", "mod page;"),
                ("page", "mod state; mod widgets;"),
                ("page::state", "pub struct Action;"),
                ("page::widgets", ""),
                ("page::widgets::table", "use crate::page::state::Action;"),
            ],
            &["page::widgets::table imports page::state: page/widgets lies below page/state"],
        );
    }

    #[test]
    fn modules_of_no_layer_are_free() {
        check(
            &[
                ("", "mod worker;"),
                ("worker", "mod context; mod storage;"),
                ("worker::context", "pub struct Context;"),
                ("worker::storage", "use crate::worker::context::Context;"),
            ],
            &[],
        );
    }

    #[test]
    fn the_worker_wraps_the_browser_below_all_layers() {
        check(
            &[
                ("", "mod worker;"),
                ("worker", "mod browser; mod storage;"),
                ("worker::browser", "use crate::worker::storage::Batch;"),
                ("worker::storage", "pub struct Batch;"),
            ],
            &["worker::browser imports worker::storage: worker/browser lies below worker/storage"],
        );
    }
}
