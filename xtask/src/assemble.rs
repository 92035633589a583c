//! Fills the folder of the app around its compiled programs: makes them smaller, copies what is copied, names every
//! file by its content, and writes the page and the scripts that start the programs.
//!
//! Every file that may change has the digest of its content in its name. Otherwise a tab could, after an update, pair a
//! new page with a cached old worker, or a new worker with a cached old lexicon.

use crate::app::{self, Build, PROGRAMS};
use crate::files::{copy_folder, digest_files, files_below, name_in, short_sha256};
use crate::join::join_chunks;
use crate::shell::{root, shell};
use crate::{page, tools};
use anyhow::Result;
use fs_err as fs;
use std::path::Path;
use xshell::cmd;

/// The style sheets of the page, joined.
const STYLE: &str = "app.css";
const ICON: &str = "icon.svg";
/// The folders of `www` that are copied: libraries of others and style sheets of views, which the page loads when it
/// needs them, and data, which the worker loads when a strategy needs them.
const FOLDERS: [&str; 5] = ["vendor", "views", "lexicon", "vectors", "topics"];

/// Completes a folder that has the compiled programs.
pub(crate) fn fill(out: &Path, build: Build) -> Result<()> {
    let www = root().join("www");
    for folder in FOLDERS {
        copy_folder(&www.join(folder), &out.join(folder))?;
    }
    fs::copy(www.join(ICON), out.join(ICON))?;
    let index = fs::read_to_string(root().join("index.html"))?;
    let mut style = String::new();
    for path in page::style_sheets(&index) {
        style.push_str(fs::read_to_string(root().join(path))?.trim_end());
        style.push('\n');
    }
    fs::write(out.join(STYLE), style)?;
    if build == Build::Release {
        optimize(out)?;
        for program in PROGRAMS.iter().filter(|program| program.is_split) {
            join_chunks(&out.join(program.name))?;
        }
        minify(out)?;
    }
    name_all(out, &index)
}

/// Optimizes the wasm of the programs, if Binaryen is here.
fn optimize(out: &Path) -> Result<()> {
    let Some((node, binaryen)) = tools::binaryen() else { return Ok(()) };
    let script = root().join("xtask").join("src").join("optimize.mjs");
    for program in &PROGRAMS {
        let files = app::wasm_files(&out.join(program.name))?;
        let for_speed = program.is_for_speed.then_some("--for-speed");
        let shell = shell();
        cmd!(shell, "{node} {script} {binaryen} {for_speed...} {files...}").quiet().run()?;
    }
    Ok(())
}

/// Minifies the scripts and the style sheet that this build wrote, if esbuild is here. What was copied stays as it is.
fn minify(out: &Path) -> Result<()> {
    let Some(esbuild) = tools::esbuild() else { return Ok(()) };
    let mut files = vec![STYLE.to_owned()];
    for program in &PROGRAMS {
        files.extend(scripts(out, program.name)?);
    }
    let options = ["--minify", "--format=esm", "--log-level=warning", "--allow-overwrite", "--outdir=.", "--outbase=."];
    let shell = shell();
    shell.change_dir(out);
    Ok(cmd!(shell, "{esbuild} {options...} {files...}").run()?)
}

/// Returns the paths of the scripts in a folder of the app.
fn scripts(out: &Path, folder: &str) -> Result<Vec<String>> {
    let names = files_below(&out.join(folder))?.into_iter().map(|file| name_in(out, &file));
    Ok(names.filter(|name| Path::new(name).extension().is_some_and(|end| end == "js")).collect())
}

/// Names all files by their content, and writes the page and the scripts that start the programs.
fn name_all(out: &Path, index: &str) -> Result<()> {
    let [app, worker, layout] = ["app", "worker", "layout"].map(|program| name_folder(out, program));
    let (app, data) = (app?, page::WORKER_DATA.map(|(path, _)| name_file(out, path)));
    let data = data.into_iter().collect::<Result<Vec<String>>>()?;
    let script = |start: &str, text: String, end: &str| {
        let name = format!("{start}-{}{end}.js", short_sha256(text.as_bytes()));
        fs::write(out.join(&name), text).map(|()| name)
    };
    let names = page::Names {
        icon: name_file(out, ICON)?,
        style: name_file(out, STYLE)?,
        start: script("app_start", page::starter(&app, "app"), "")?,
        worker_loader: script("worker", page::worker_starter(&worker?, &data), "_loader")?,
        layout_loader: script("layout", page::layout_starter(&layout?), "_loader")?,
        scripts: scripts(out, &app)?,
        wasm: format!("{app}/app_bg.wasm"),
    };
    Ok(fs::write(out.join("index.html"), page::assemble(index, &names)?)?)
}

/// Renames the folder of a program by its content, and returns its name. Its files keep their names, by which they find
/// each other.
fn name_folder(out: &Path, program: &str) -> Result<String> {
    let folder = format!("{program}-{}", digest_files(out, &[program])?);
    fs::rename(out.join(program), out.join(&folder))?;
    Ok(folder)
}

/// Renames a file by its content and gives its new path below the folder. The digest stands before the first dot of the
/// name's end, as in `words-3f2a9c81d07be645.lex.gz`.
fn name_file(out: &Path, path: &str) -> Result<String> {
    let ends = [".lex.gz", ".vec.gz", ".json", ".css", ".svg"];
    let end = ends.into_iter().find(|end| path.ends_with(end)).unwrap_or_default();
    let digest = short_sha256(&fs::read(out.join(path))?);
    let name = format!("{}-{digest}{end}", path.trim_end_matches(end));
    fs::rename(out.join(path), out.join(&name))?;
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::remove;
    use std::path::PathBuf;

    /// Returns the folder of a finished app, with this content in the file at `changed`.
    fn finished(test: &str, changed: &str) -> Result<(PathBuf, String)> {
        let out = std::env::temp_dir().join(format!("salticid-{test}-{}", std::process::id()));
        remove(&out)?;
        let programs =
            PROGRAMS.iter().flat_map(|program| [".js", "_bg.wasm"].map(|end| format!("{0}/{0}{end}", program.name)));
        let data = page::WORKER_DATA.map(|(path, _)| path.to_owned());
        for file in programs.chain(data).chain([ICON, STYLE, "worker/chunk_1.wasm"].map(str::to_owned)) {
            let path = out.join(&file);
            fs::create_dir_all(path.parent().unwrap_or(&out))?;
            fs::write(path, if file == changed { "changed" } else { &file })?;
        }
        name_all(&out, &fs::read_to_string(root().join("index.html"))?)?;
        let page = fs::read_to_string(out.join("index.html"))?;
        Ok((out, page))
    }

    /// Returns the word of a text that starts so, up to a quote or the end of a tag.
    fn word<'a>(text: &'a str, start: &str) -> &'a str {
        let rest = text.find(start).map_or("", |at| &text[at..]);
        rest.split(['"', '\'', '>', ' ']).next().unwrap_or_default()
    }

    #[test]
    fn every_file_that_the_page_and_the_scripts_name_is_there() -> Result<()> {
        let (out, page) = finished("names", "")?;
        for start in ["worker-", "layout-", "app_start-", "app-", "icon-"] {
            let named = word(&page, &format!("./{start}"));
            assert!(named.len() > start.len() + 16 && out.join(named).is_file(), "{named}: {page}");
        }
        let worker = fs::read_to_string(out.join(word(&page, "./worker-")))?;
        for start in ["worker-", "lexicon/", "vectors/", "topics/"] {
            let named = word(&worker, &format!("./{start}"));
            assert!(named.len() > start.len() + 16 && out.join(named).is_file(), "{named}: {worker}");
        }
        remove(&out)
    }

    #[test]
    fn a_changed_program_chunk_or_data_file_gets_the_script_that_loads_it_a_new_name() -> Result<()> {
        let (_, first) = finished("change", "")?;
        let data = page::WORKER_DATA.map(|(path, _)| (path, "./worker-"));
        let programs = [("worker/worker_bg.wasm", "./worker-"), ("worker/chunk_1.wasm", "./worker-")];
        let others = [("layout/layout.js", "./layout-"), ("app/app.js", "./app_start-"), (STYLE, "./app-")];
        for (changed, named) in data.into_iter().chain(programs).chain(others) {
            let (out, page) = finished("change", changed)?;
            assert_ne!(word(&first, named), word(&page, named), "{changed}");
            remove(&out)?;
        }
        Ok(())
    }
}
