//! Joins the small chunks of a program that several named chunks share: on a slow network each request takes half a
//! second, and `adaptive` alone shares forty chunks, most of a few hundred bytes.

use crate::app::wasm_files;
use crate::files::name_in;
use anyhow::{Result, ensure};
use fs_err as fs;
use std::path::Path;

/// The largest chunk that is joined with others, in bytes.
const SMALL: usize = 8_192;
/// The file with the small chunks, one after another.
pub(crate) const JOINED: &str = "chunks.wasm";
/// The script by which wasm-split loads chunks.
const SCRIPT: &str = "__wasm_split.js";
/// The function that is added to [`SCRIPT`]: returns a chunk as a response. A file of another length, such as the page
/// that some hosts send for what is missing, counts as a failed download, and the next call repeats that.
const JOINED_CHUNK: &str = r#"let joined;
async function joinedChunk(start, end) {
    joined ??= download();
    const all = joined;
    try {
        const chunk = (await all).slice(start, end);
        return new Response(chunk, { headers: { "content-type": "application/wasm" } });
    } catch (error) {
        if (joined === all) joined = undefined;
        throw error;
    }
}
async function download() {
    const response = await fetch(new URL("./JOINED", import.meta.url));
    const bytes = await response.arrayBuffer();
    if (!response.ok || bytes.byteLength !== LENGTH) throw new Error(`${response.url}: ${response.status}`);
    return bytes;
}
"#;

/// Returns [`JOINED_CHUNK`] for a file of this length, in bytes.
fn joined_chunk(length: usize) -> String {
    JOINED_CHUNK.replace("JOINED", JOINED).replace("LENGTH", &length.to_string())
}

/// Puts the small shared chunks in the folder of a program into one file, and has its script find them there. Chunks
/// that the code names keep their files.
pub(crate) fn join_chunks(folder: &Path) -> Result<()> {
    let mut script = fs::read_to_string(folder.join(SCRIPT))?;
    let mut joined = Vec::new();
    for file in wasm_files(folder)? {
        let (name, bytes) = (name_in(folder, &file), fs::read(&file)?);
        if !name.starts_with("chunk_") || bytes.len() > SMALL {
            continue;
        }
        let (start, end) = (joined.len(), joined.len() + bytes.len());
        let download = format!("fetch(new URL(\"./{name}\", import.meta.url))");
        ensure!(script.contains(&download), "{SCRIPT} does not load {name} as it did: adapt xtask/src/join.rs");
        script = script.replace(&download, &format!("joinedChunk({start}, {end})"));
        joined.extend(bytes);
        fs::remove_file(file)?;
    }
    script += &joined_chunk(joined.len());
    fs::write(folder.join(JOINED), joined)?;
    Ok(fs::write(folder.join(SCRIPT), script)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{files_below, remove};

    #[test]
    fn small_shared_chunks_are_found_in_one_file_and_others_stay() -> Result<()> {
        let folder = std::env::temp_dir().join(format!("salticid-join-{}", std::process::id()));
        remove(&folder)?;
        fs::create_dir_all(&folder)?;
        let load = |name: &str| format!("load(fetch(new URL(\"./{name}\", import.meta.url)));\n");
        let mut script = String::new();
        for (name, length) in
            [("chunk_1.wasm", 3), ("chunk_2.wasm", SMALL + 1), ("chunk_3.wasm", 2), ("split_demo.wasm", 4)]
        {
            fs::write(folder.join(name), name.repeat(length).split_at(length).0)?;
            script += &load(name);
        }
        fs::write(folder.join(SCRIPT), &script)?;
        join_chunks(&folder)?;
        let (joined, script) = (fs::read_to_string(folder.join(JOINED))?, fs::read_to_string(folder.join(SCRIPT))?);
        let files: Vec<String> = files_below(&folder)?.iter().map(|file| name_in(&folder, file)).collect();
        remove(&folder)?;
        assert_eq!(joined, "chuch");
        assert_eq!(files, [SCRIPT, "chunk_2.wasm", JOINED, "split_demo.wasm"]);
        let joined_1 = "load(joinedChunk(0, 3));\n".to_owned();
        let joined_3 = "load(joinedChunk(3, 5));\n".to_owned();
        let loads = [joined_1, load("chunk_2.wasm"), joined_3, load("split_demo.wasm")].concat();
        assert_eq!(script, loads + &joined_chunk(5));
        Ok(())
    }
}
