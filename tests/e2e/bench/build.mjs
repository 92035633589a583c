// Builds a benchmark that runs in a worker.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

/** Builds a program into a folder that is removed at the end, with an empty page and the script `start.js`, which runs it in a worker. */
export function build(t, program) {
  const folder = mkdtempSync(join(tmpdir(), "salticid-bench-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const cargo = `build --package salticid --bin ${program} --target wasm32-unknown-unknown --no-default-features --features bench --profile worker`;
  run("cargo", cargo.split(" "));
  const wasm = join(TARGET, `wasm32-unknown-unknown/worker/${program}.wasm`);
  run("wasm-bindgen", ["--target", "web", "--no-typescript", "--out-dir", folder, wasm]);
  const built = join(folder, `${program}_bg.wasm`);
  const binaryen = process.env.BINARYEN;
  if (binaryen) run(process.execPath, ["xtask/src/optimize.mjs", binaryen, built]);
  else console.log("BINARYEN is not set: measuring without its passes");
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>bench</title>");
  writeFileSync(join(folder, "start.js"), `import init from "./${program}.js"; await init();`);
  return folder;
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) throw error ?? new Error(`${program} ended with ${status}`);
}
