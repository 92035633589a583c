//! `salticid-lab`: see `salticid-lab --help`.

use clap::Parser as _;
use salticid_lab::command::Program;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Program::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("salticid-lab: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
