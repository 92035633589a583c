//! Compiles the programs of the tab to wasm, and writes the scripts that join them to the browser.
//!
//! wasm-bindgen is linked as a library: its program would have to be compiled apart, with all that its test runner needs.

use super::links::Program;
use super::sources;
use crate::failure::{Failure, Outcome};
use crate::places::{self, Build, QUICK};
use crate::run::say;
use crate::split;
use crate::toolbox::WASM;
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// Leaves `NAME.js` and `NAME_bg.wasm` of each program in a folder.
pub(crate) fn compile(programs: &[Program], build: Build, out: &Path) -> Outcome {
    match build {
        // Together they are compiled sooner: what two of them use is compiled once.
        Build::Quick => cargo(programs, QUICK)?,
        // Apart, each has only what its own features add.
        Build::Release => {
            for program in programs {
                let features = program.split_features.unwrap_or(program.features);
                let program = Program { features, ..*program };
                cargo(&[program], program.profile)?;
            }
        }
    }
    for program in programs {
        match build {
            Build::Quick => bindgen(program.name, &compiled(program.name, QUICK), out, false)?,
            Build::Release => release(program, out)?,
        }
    }
    Ok(())
}

/// Writes the files of a release of a program; one that is cut into chunks has a folder of its own.
fn release(program: &Program, out: &Path) -> Outcome {
    let (name, wasm) = (program.name, compiled(program.name, program.profile));
    if program.split_features.is_none() {
        return bindgen(name, &wasm, out, false);
    }
    let folder = out.join(name);
    let main = split::split(name, &wasm, &folder)?;
    bindgen(name, &main, &folder, true)?;
    fs::remove_file(&main).map_err(Failure::file("remove", &main))
}

/// Returns the path of what Cargo compiled.
fn compiled(name: &str, profile: &str) -> PathBuf {
    places::target().join(WASM).join(profile).join(format!("{name}.wasm"))
}

fn cargo(programs: &[Program], profile: &str) -> Outcome {
    let features: Vec<_> = programs.iter().map(|program| program.features).collect();
    let features = features.join(",");
    let build = ["build", "--locked", "--target", WASM, "--profile", profile];
    let with = ["--no-default-features", "--features", &features];
    let bins = programs.iter().flat_map(|program| ["--bin", program.name]);
    let arguments: Vec<_> = build.into_iter().chain(with).chain(bins).collect();
    let run = sources::cargo(&arguments)?;
    say(run.line());
    run.now()
}

/// Writes the script of a compiled program and the wasm that belongs to it. A program that was cut exports what its chunks use.
fn bindgen(name: &str, wasm: &Path, out: &Path, is_split: bool) -> Outcome {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .keep_lld_exports(is_split)
        .typescript(false)
        // The script that starts the program names its wasm.
        .omit_default_module_path(true)
        .out_name(name);
    let written = bindgen.web(true).and_then(|bindgen| bindgen.generate(out));
    written.map_err(|error| Failure::Page(format!("wasm-bindgen, {name}.wasm: {error:#}")))
}
