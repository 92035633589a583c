//! Finishes a built folder: makes the wasm smaller, names the workers' files, language data and the starter topics by their content, and
//! writes the script that starts the app.
//!
//! Every build ends here, and Trunk calls it as its hook (`[[hooks]]` in Trunk.toml). Trunk names the page's own files by content, but
//! not a worker's and none that it copies: after an update, a tab could pair a new page with a cached old worker, or a new worker with a
//! cached old lexicon. It also would start the app from inside the page, which our content security policy forbids. wasm-opt runs here,
//! not in Trunk, because Trunk cannot do without it where it is missing.

use crate::failure::{Failure, Outcome};
use crate::run::{Run, say};
use crate::{fingerprint, page, split, toolbox};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Runs the hook on the folder that Trunk names in its environment.
pub(crate) fn run() -> Outcome {
    let staging = env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from).ok_or_else(|| {
        Failure::Refused("TRUNK_STAGING_DIR is not set: Trunk runs this command, people do not".to_owned())
    })?;
    let release = env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");
    if release {
        optimize(&staging)?;
    }
    // Trunk's own loaders name files that get other names.
    for loader in [page::WORKER_LOADER, page::LAYOUT_LOADER].map(|name| staging.join(name)) {
        fs::remove_file(&loader).map_err(Failure::file("remove", &loader))?;
    }
    finish(&staging)
}

/// The passes of wasm-opt for page and worker. Levels such as `-O3` make the files smaller but what is sent larger, since they make similar
/// functions differ, and they make the worker no faster (`docs/benchmarks/downloads.md`).
const PASSES: &[&str] =
    &["--duplicate-function-elimination", "--vacuum", "--remove-unused-module-elements", "--reorder-locals"];

/// Shrinks the wasm of page and workers, if wasm-opt is here.
pub(crate) fn optimize(staging: &Path) -> Outcome {
    for (program, passes) in [("app", PASSES), ("worker", PASSES), ("layout", &["-O3"])] {
        let folder = staging.join(program);
        let files = if folder.is_dir() {
            split::wasm_files(&folder)?
        } else {
            vec![staging.join(only_file(staging, program, "_bg.wasm")?)]
        };
        for file in files {
            shrink(&file, passes)?;
        }
    }
    Ok(())
}

/// Names the workers' files by content, and writes the script that starts the app.
pub(crate) fn finish(staging: &Path) -> Outcome {
    let index = staging.join("index.html");
    let text = read_text(&index)?;
    let text = page::rename(&text, page::WORKER_LOADER, &name_worker(staging)?)?;
    let text = page::rename(&text, page::LAYOUT_LOADER, &name_layout(staging)?)?;
    let text = page::rename(&text, page::START_SCRIPT, &write_start(staging)?)?;
    write(&index, text.as_bytes())
}

/// Shrinks one wasm file in place, if wasm-opt is here.
fn shrink(wasm: &Path, passes: &[&str]) -> Outcome {
    let Some((program, _)) = toolbox::wasm_opt() else {
        return Ok(());
    };
    let name = wasm.file_name().unwrap_or_default().to_string_lossy();
    say(&format!("wasm-opt {name}"));
    let path = wasm.display().to_string();
    // The features that rustc used stand in the file itself. Never pass --all-features: browsers refuse the result.
    let files = [path.as_str(), "-o", &path];
    Run::new(program, &[passes, &files].concat()).now()
}

/// Renames the worker's files by their content and gives the new name of its loader.
fn name_worker(staging: &Path) -> Outcome<String> {
    let data = page::WORKER_DATA.map(|(path, _)| name_file(staging, path));
    let data = data.into_iter().collect::<Outcome<Vec<String>>>()?;
    let loader = |js: &str, wasm: &str| page::worker_starter(js, wasm, &data);
    let Some(folder) = name_folder(staging, "worker")? else {
        return name_files(staging, "worker", &data.join(" "), loader);
    };
    let [js, wasm] = split::main_files(&folder, "worker");
    let script = loader(&js, &wasm);
    let hash = fingerprint::of_parts([script.as_bytes()]);
    let new_loader = format!("worker-{hash}_loader.js");
    write(&staging.join(&new_loader), script.as_bytes())?;
    Ok(new_loader)
}

/// Renames the folder of a program that was cut into chunks by its content, and returns its name; `None` for a program that is whole. Its
/// files keep their names, by which they find each other.
pub(crate) fn name_folder(staging: &Path, program: &str) -> Outcome<Option<String>> {
    if !staging.join(program).is_dir() {
        return Ok(None);
    }
    let folder = format!("{program}-{}", fingerprint::of_files(staging, &[program])?);
    move_file(&staging.join(program), &staging.join(&folder))?;
    Ok(Some(folder))
}

/// Returns the same of the map's worker.
fn name_layout(staging: &Path) -> Outcome<String> {
    name_files(staging, "layout", "", page::layout_starter)
}

/// Renames the files of the worker that is called `name` by their content and by what else they name, and writes its loader anew.
fn name_files(staging: &Path, name: &str, names: &str, loader: impl Fn(&str, &str) -> String) -> Outcome<String> {
    let [old_wasm, old_js] = ["_bg.wasm", ".js"].map(|end| staging.join(format!("{name}{end}")));
    let (wasm_bytes, js_bytes) = (read(&old_wasm)?, read(&old_js)?);
    let hash = fingerprint::of_parts([wasm_bytes.as_slice(), js_bytes.as_slice(), names.as_bytes()]);
    let [wasm, js, new_loader] = ["_bg.wasm", ".js", "_loader.js"].map(|end| format!("{name}-{hash}{end}"));
    move_file(&old_wasm, &staging.join(&wasm))?;
    move_file(&old_js, &staging.join(&js))?;
    write(&staging.join(&new_loader), loader(&js, &wasm).as_bytes())?;
    Ok(new_loader)
}

/// The ends of names that follow the digest of the content.
const ENDS: [&str; 7] = [".lex.gz", ".vec.gz", ".json", "_bg.wasm", ".js", ".css", ".svg"];

/// Renames a file by its content and gives its new path below the folder.
pub(crate) fn name_file(staging: &Path, path: &str) -> Outcome<String> {
    let old = staging.join(path);
    let hash = fingerprint::of_parts([read(&old)?.as_slice()]);
    let name = ENDS.into_iter().find_map(|end| {
        let stem = path.strip_suffix(end)?;
        Some(format!("{stem}-{hash}{end}"))
    });
    let name = name.unwrap_or_else(|| path.to_owned());
    move_file(&old, &staging.join(&name))?;
    Ok(name)
}

/// Writes the script that starts the app and gives its name.
fn write_start(staging: &Path) -> Outcome<String> {
    let [app_js, app_wasm] = match split::folder_of(staging, "app")? {
        Some(folder) => split::main_files(&folder, "app"),
        None => [only_file(staging, "app", ".js")?, only_file(staging, "app", "_bg.wasm")?],
    };
    let script = page::starter(&app_js, &app_wasm);
    let name = format!("app_start-{}.js", fingerprint::of_parts([script.as_bytes()]));
    write(&staging.join(&name), script.as_bytes())?;
    Ok(name)
}

/// Returns the one file in `dir` whose name is `start`, perhaps a hash, and `end`.
fn only_file(dir: &Path, start: &str, end: &str) -> Outcome<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir).map_err(Failure::file("list", dir))? {
        let name = entry.map_err(Failure::file("list", dir))?.file_name().to_string_lossy().into_owned();
        let middle = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        if middle.is_some_and(|middle| middle.is_empty() || middle.starts_with('-')) {
            names.push(name);
        }
    }
    match names.pop() {
        Some(name) if names.is_empty() => Ok(name),
        _ => Err(Failure::Page(format!("the built folder does not hold exactly one {start}…{end}"))),
    }
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(Failure::file("read", path))
}

/// Reads a text file.
pub(crate) fn read_text(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(Failure::file("read", path))
}

/// Writes a file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Outcome {
    fs::write(path, bytes).map_err(Failure::file("write", path))
}

/// Copies all files of a folder, with the folders that they are in.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Outcome {
    for file in fingerprint::files_below(from)? {
        copy_file(&file, &to.join(fingerprint::name_in(from, &file)))?;
    }
    Ok(())
}

/// Copies a file, and creates its folder.
pub(crate) fn copy_file(from: &Path, to: &Path) -> Outcome {
    let folder = to.parent().unwrap_or(to);
    fs::create_dir_all(folder).map_err(Failure::file("create", folder))?;
    write(to, &read(from)?)
}

fn move_file(from: &Path, to: &Path) -> Outcome {
    fs::rename(from, to).map_err(Failure::file("rename", from))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a folder that waits to be finished.
    fn staging(name: &str) -> Outcome<PathBuf> {
        let dir = env::temp_dir().join(format!("salticid-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        for folder in ["lexicon", "vectors", "topics"].map(|name| dir.join(name)) {
            fs::create_dir_all(&folder).map_err(Failure::file("create", &folder))?;
        }
        let files = [
            (page::LEXICON, "words"),
            (page::VECTORS, "vectors"),
            (page::STARTER_TOPICS, "topics"),
            ("app-12ab.js", "page"),
            ("app-34cd_bg.wasm", "page wasm"),
            ("app-56ef.css", "css"),
            ("layout.js", "layout"),
            ("layout_bg.wasm", "layout wasm"),
            ("worker.js", "worker"),
            ("worker_bg.wasm", "worker wasm"),
            (
                "index.html",
                "<meta name=worker content=./worker_loader.js><meta name=layout content=./layout_loader.js><script src=./app_start.js></script>",
            ),
        ];
        for (file, text) in files {
            write(&dir.join(file), text.as_bytes())?;
        }
        Ok(dir)
    }

    #[test]
    fn every_script_that_the_page_names_is_there_and_named_by_its_content() -> Outcome {
        let dir = staging("post-build-names")?;
        finish(&dir)?;
        let page = read_text(&dir.join("index.html"))?;
        let loader = only_file(&dir, "worker", "_loader.js")?;
        let start = only_file(&dir, "app_start", ".js")?;
        assert!(page.contains(&format!("content=./{loader}")) && page.contains(&format!("src=./{start}")), "{page}");
        let worker = read_text(&dir.join(&loader))?;
        let wasm = only_file(&dir, "worker", "_bg.wasm")?;
        assert!(worker.contains(&wasm) && wasm.starts_with("worker-"), "{worker}");
        let layout = only_file(&dir, "layout", "_loader.js")?;
        let layout_wasm = only_file(&dir, "layout", "_bg.wasm")?;
        assert!(layout.len() > "layout_loader.js".len() && page.contains(&format!("content=./{layout}")), "{page}");
        assert!(read_text(&dir.join(&layout))?.contains(&layout_wasm), "{layout}");
        let lexicon = only_file(&dir.join("lexicon"), "wordnet-3.0", ".lex.gz")?;
        assert!(
            lexicon.len() > "wordnet-3.0.lex.gz".len() && worker.contains(&format!("'./lexicon/{lexicon}'")),
            "{worker}"
        );
        let vectors = only_file(&dir.join("vectors"), "english", ".vec.gz")?;
        assert!(worker.contains(&format!("self.salticidVectors=at('./vectors/{vectors}')")), "{worker}");
        let topics = only_file(&dir.join("topics"), "starter", ".json")?;
        assert!(topics.len() > "starter.json".len() && worker.contains(&format!("'./topics/{topics}'")), "{worker}");
        assert!(read_text(&dir.join(&start))?.contains("'./app-12ab.js'"));
        fs::remove_dir_all(&dir).map_err(Failure::file("remove", &dir))
    }

    #[test]
    fn a_program_that_was_cut_keeps_its_files_in_a_folder_that_is_named_by_their_content() -> Outcome {
        let dir = staging("post-build-split")?;
        let cut = |chunk: &str| {
            let folder = dir.join("worker");
            fs::create_dir_all(&folder).map_err(Failure::file("create", &folder))?;
            for (file, text) in [("worker.js", "js"), ("worker_bg.wasm", "wasm"), ("chunk_1.wasm", chunk)] {
                write(&folder.join(file), text.as_bytes())?;
            }
            let name = name_folder(&dir, "worker")?;
            assert_eq!(split::folder_of(&dir, "worker")?, name);
            let name = name.unwrap_or_default();
            assert!(dir.join(&name).join("chunk_1.wasm").is_file(), "{name}");
            fs::remove_dir_all(dir.join(&name)).map_err(Failure::file("remove", &dir))?;
            Ok(name)
        };
        let (first, second): (String, String) = (cut("one")?, cut("two")?);
        assert_ne!(first, second);
        assert_eq!(name_folder(&dir, "worker")?, None, "a program that is whole");
        fs::remove_dir_all(&dir).map_err(Failure::file("remove", &dir))
    }

    #[test]
    fn a_changed_worker_or_data_file_gets_the_worker_a_new_name() -> Outcome {
        let dir = staging("post-build-change")?;
        let first = name_worker(&dir)?;
        for changed in ["worker_bg.wasm", page::LEXICON, page::VECTORS, page::STARTER_TOPICS] {
            let dir = staging("post-build-change")?;
            write(&dir.join(changed), b"other")?;
            assert_ne!(first, name_worker(&dir)?, "{changed}");
        }
        fs::remove_dir_all(&dir).map_err(Failure::file("remove", &dir))
    }
}
