//! Runs `salticid-lab`; see `salticid-lab --help`.

use salticid_lab::command::Program;
use std::process::ExitCode;

fn main() -> ExitCode {
    Program::main("salticid-lab", std::env::args_os().skip(1)).into()
}
