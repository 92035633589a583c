//! Tests the lab: its program as people and scripts call it, and the files of `lab/`. One program, since each is linked
//! by itself.

mod command_line;
mod compare;
mod context_graph;
mod evolve;
mod faults;
mod language_topics;
mod plans;
mod record;
mod replaced_files;
mod revisit;
mod same_figures;
mod services;
mod site_map;

use std::path::PathBuf;
use std::process::{Command, Output};

/// Returns the program, with arguments to add.
fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_salticid-lab"))
}

/// Runs the program.
fn lab(args: &[&str]) -> Output {
    program().args(args).output().expect("the program starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns a path in the folder for tests.
fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns an empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = place(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder for tests can be written");
    folder
}

/// Returns a file with this content under a unique name.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = place(name);
    std::fs::write(&path, content).expect("the folder for tests can be written");
    path.to_str().expect("the path is UTF-8").to_owned()
}

/// Returns the record of a response: its first line and its headers, then its body.
fn response(url: &str, head: &str, body: &str) -> String {
    let block = format!("HTTP/1.1 {head}\r\n\r\n{body}");
    let length = block.len();
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
    )
}

/// Returns the record of a page.
fn page(url: &str, body: &str) -> String {
    response(url, "200 OK\r\nContent-Type: text/html", body)
}
