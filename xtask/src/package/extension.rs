//! `cargo xtask dist --extension`: the app as a browser extension, unpacked and as a zip for each store.
//!
//! The same app as on a static host, and the files of `extension/`. One manifest serves every browser; the zips leave
//! out the keys that a browser does not know, since stores warn of them; that of Firefox has more permissions, of
//! which Chromium would warn.

use super::{Entry, FILE, zip};
use crate::app::{self, Build};
use crate::dist::{Options, replace};
use crate::files::{copy_folder, files_below, name_in};
use crate::shell::{root, say};
use crate::{page, tools};
use anyhow::{Context as _, Result};
use fs_err as fs;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The manifest's name, which the browsers prescribe.
const MANIFEST: &str = "manifest.json";
/// The script that gives the app's page the interfaces of extensions.
const PAGE_SCRIPT: &str = "page.js";

/// A store, with the keys of the manifest that its browsers do not know.
struct Store {
    name: &'static str,
    unsupported: &'static [&'static str],
    /// Keys below `background` that they do not support.
    unsupported_background: &'static str,
    /// Permissions that only they know.
    permissions: &'static [&'static str],
}

const STORES: [Store; 2] = [
    Store {
        name: "chromium",
        unsupported: &["browser_specific_settings"],
        unsupported_background: "scripts",
        permissions: &[],
    },
    Store {
        name: "firefox",
        unsupported: &["minimum_chrome_version"],
        unsupported_background: "service_worker",
        // Resolves a host before the first request to it, and renders pages in containers, of which each has cookies.
        permissions: &["contextualIdentities", "cookies", "dns"],
    },
];

/// Builds the extension in the folder of the options.
pub(crate) fn run(options: &Options) -> Result<()> {
    tools::ready_to_build()?;
    let out = root().join(&options.out);
    fill(&out)?;
    say(&format!("done: {}", out.display()));
    Ok(())
}

/// Builds the extension below a folder, `unpacked` and the zips, and returns the unpacked one.
pub(crate) fn fill(out: &Path) -> Result<PathBuf> {
    let unpacked = out.join("unpacked");
    replace(&app::build(Build::Release)?, &unpacked)?;
    copy_folder(&root().join("extension"), &unpacked)?;
    let index = unpacked.join("index.html");
    fs::write(&index, page::add_script(&fs::read_to_string(&index)?, PAGE_SCRIPT)?)?;
    let manifest = unpacked.join(MANIFEST);
    fs::write(&manifest, with_version(&fs::read_to_string(&manifest)?)?)?;
    for store in &STORES {
        pack(&unpacked, &out.join(format!("salticid-{}.zip", store.name)), store)?;
    }
    Ok(unpacked)
}

/// Returns the manifest with the version of this checkout.
fn with_version(manifest: &str) -> Result<String> {
    let mut manifest = parse(manifest)?;
    manifest["version"] = json!(env!("CARGO_PKG_VERSION"));
    Ok(format!("{manifest:#}\n"))
}

/// Returns the manifest without what the browsers of a store do not know, and with the permissions that only they know.
fn for_store(manifest: &str, store: &Store) -> Result<String> {
    let mut manifest = parse(manifest)?;
    if let Some(keys) = manifest.as_object_mut() {
        keys.retain(|key, _| !store.unsupported.contains(&key.as_str()));
    }
    if let Some(background) = manifest["background"].as_object_mut() {
        background.remove(store.unsupported_background);
    }
    if let Some(permissions) = manifest["permissions"].as_array_mut() {
        permissions.extend(store.permissions.iter().map(|name| json!(name)));
    }
    Ok(format!("{manifest:#}\n"))
}

fn parse(manifest: &str) -> Result<Value> {
    serde_json::from_str(manifest).context("extension/manifest.json")
}

/// Writes the zip of a store.
fn pack(unpacked: &Path, path: &Path, store: &Store) -> Result<()> {
    let mut entries = Vec::new();
    for file in files_below(unpacked)? {
        let mut bytes = fs::read(&file)?;
        let name = name_in(unpacked, &file);
        if name == MANIFEST {
            bytes = for_store(&fs::read_to_string(&file)?, store)?.into_bytes();
        }
        entries.push(Entry { name, bytes, mode: FILE });
    }
    Ok(fs::write(path, zip(&entries)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Result<String> {
        Ok(fs::read_to_string(root().join("extension").join(MANIFEST))?)
    }

    #[test]
    fn the_manifest_has_the_version_of_the_checkout() -> Result<()> {
        let manifest = parse(&with_version(&manifest()?)?)?;
        assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
        Ok(())
    }

    #[test]
    fn a_store_gets_no_key_that_its_browsers_do_not_know() -> Result<()> {
        let [chromium, firefox] = STORES.map(|store| for_store(&manifest()?, &store));
        let (chromium, firefox) = (parse(&chromium?)?, parse(&firefox?)?);
        assert_eq!(chromium["background"]["service_worker"], "background.js");
        assert!(chromium["background"].get("scripts").is_none());
        assert!(chromium.get("browser_specific_settings").is_none());
        assert_eq!(firefox["background"]["scripts"], json!(["background.js"]));
        assert!(firefox["background"].get("service_worker").is_none());
        assert!(firefox.get("minimum_chrome_version").is_none());
        let permissions = |manifest: &Value| manifest["permissions"].as_array().cloned().unwrap_or_default();
        assert_eq!(permissions(&firefox)[5..], ["contextualIdentities", "cookies", "dns"]);
        assert_eq!(permissions(&firefox)[..5], permissions(&chromium));
        Ok(())
    }

    #[test]
    fn nothing_but_the_crawl_itself_needs_access_to_sites_and_nothing_at_installation() -> Result<()> {
        let manifest = parse(&manifest()?)?;
        assert!(manifest.get("host_permissions").is_none());
        assert!(manifest.get("content_scripts").is_none());
        assert!(manifest.get("externally_connectable").is_none());
        assert!(manifest.get("web_accessible_resources").is_none());
        assert_eq!(manifest["optional_host_permissions"], json!(["http://*/*", "https://*/*"]));
        // Browsers warn of none of these at installation.
        let quiet = ["contextMenus", "declarativeNetRequestWithHostAccess", "scripting", "storage", "webRequest"];
        assert_eq!(manifest["permissions"], json!(quiet));
        Ok(())
    }

    #[test]
    fn the_description_is_short_enough_for_the_stores_and_the_listing_has_the_same() -> Result<()> {
        let manifest = parse(&manifest()?)?;
        let description = manifest["description"].as_str().unwrap_or_default();
        // The limit of Chrome's store.
        assert!((1..=132).contains(&description.chars().count()));
        let listing = fs::read_to_string(root().join("docs/extension.md"))?;
        assert!(listing.contains(description), "docs/extension.md: Summary");
        Ok(())
    }

    #[test]
    fn every_file_that_the_manifest_names_is_there() -> Result<()> {
        let manifest = parse(&manifest()?)?;
        let own = root().join("extension");
        let icons = [&manifest["icons"], &manifest["action"]["default_icon"]];
        let icons = icons.into_iter().filter_map(Value::as_object).flatten();
        let background = &manifest["background"];
        let names: Vec<&str> = (icons.map(|(_, path)| path))
            .chain([&background["service_worker"], &background["scripts"][0]])
            .filter_map(Value::as_str)
            .chain([PAGE_SCRIPT])
            .collect();
        assert_eq!(names.len(), 9);
        for name in names {
            assert!(own.join(name).is_file(), "{name}");
        }
        Ok(())
    }
}
