//! Lists paths: the checkout, the build folder, the folder of installed tools. Nothing here touches the disk.

use std::env;
use std::path::{Path, PathBuf};

/// Returns the root of the checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ lies in the root of the checkout")
}

/// Returns Cargo's build folder: `CARGO_TARGET_DIR`, or `target` in the checkout.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// The Cargo profile of what is compiled soonest (`[profile.quick]` in Cargo.toml).
pub(crate) const QUICK: &str = "quick";
/// The Cargo profile of the native tests.
pub(crate) const DEV: &str = "dev";

/// The ways to build the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// Built soonest, for this machine.
    Quick,
    /// Smallest and fastest, for others.
    Release,
}

impl Build {
    /// Returns its name in paths.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Quick => QUICK,
            Self::Release => "release",
        }
    }
}

/// Returns the folder of the built app, one for each way to build it.
pub(crate) fn app(build: Build) -> PathBuf {
    target().join("app").join(build.name())
}

/// Returns the folder for data that these commands keep between runs.
pub(crate) fn memory() -> PathBuf {
    target().join("xtask")
}

/// Returns the end-to-end tests.
pub(crate) fn end_to_end() -> PathBuf {
    root().join("tests").join("e2e")
}

/// Returns one folder a tool and version, outside of the checkout so that `cargo clean` leaves it, and outside of
/// `~/.cargo/bin` so that the versions other projects need stay what they are. `SALTICID_TOOLS` moves it.
pub(crate) fn tools() -> PathBuf {
    tools_from(|name| env::var_os(name).map(PathBuf::from)).unwrap_or_else(|| target().join("tools"))
}

fn tools_from(var: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    var("SALTICID_TOOLS").or_else(|| {
        let cache = var("XDG_CACHE_HOME")
            .or_else(|| var("LOCALAPPDATA"))
            .or_else(|| var("HOME").map(|home| home.join(".cache")))?;
        Some(cache.join("salticid").join("tools"))
    })
}

/// Returns the path of a program that Cargo built in this workspace with a profile.
pub(crate) fn program(name: &str, profile: &str) -> PathBuf {
    target().join(if profile == DEV { "debug" } else { profile }).join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tools_with(vars: &[(&str, &str)]) -> Option<PathBuf> {
        tools_from(|name| vars.iter().find(|(key, _)| *key == name).map(|(_, value)| PathBuf::from(value)))
    }

    #[test]
    fn tools_go_where_the_person_says_then_to_the_cache_of_the_system() {
        let cases = [
            (&[("SALTICID_TOOLS", "/t"), ("HOME", "/h")][..], Some("/t")),
            (&[("XDG_CACHE_HOME", "/x"), ("HOME", "/h")][..], Some("/x/salticid/tools")),
            (&[("HOME", "/h")][..], Some("/h/.cache/salticid/tools")),
            (&[][..], None),
        ];
        for (vars, expected) in cases {
            assert_eq!(tools_with(vars), expected.map(PathBuf::from), "{vars:?}");
        }
    }
}
