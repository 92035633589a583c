//! Compares the help text in `docs/proxy.md` with the output of the program.

use std::process::Command;

/// Removes blanks at line ends: the help text breaks its paragraphs with lines of blanks, which editors remove.
fn without_trailing_blanks(text: &str) -> String {
    text.lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

#[test]
fn the_proxy_page_has_the_options_that_help_prints() {
    let output = Command::new(env!("CARGO_BIN_EXE_salticid-proxy"))
        .arg("--help")
        .env("COLUMNS", "100")
        .output()
        .expect("the program runs");
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    let help = without_trailing_blanks(&help.replace("salticid-proxy.exe", "salticid-proxy"));
    assert!(help.contains("--allow-address"), "{help}");
    let page = without_trailing_blanks(include_str!("../../../docs/proxy.md"));
    assert!(page.contains(&help), "put this into docs/proxy.md:\n{help}");
}
