// Optimizes wasm files in place: `node optimize.mjs BINARYEN [--for-speed] FILE…`, where BINARYEN is the `index.js`
// of its npm package. The program wasm-opt does the same, file by file, and takes a second to start.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * What makes page and worker smaller. Optimization levels make the files smaller but what is sent larger, since they
 * make similar functions differ, and they make the worker no faster (`docs/benchmarks/downloads.md`).
 */
const PASSES = [
  "duplicate-function-elimination",
  "vacuum",
  "remove-unused-module-elements",
  "reorder-locals",
];

const [path, ...rest] = process.argv.slice(2);
const isForSpeed = rest[0] === "--for-speed";
const files = isForSpeed ? rest.slice(1) : rest;
const { default: binaryen } = await import(pathToFileURL(path));
// The level of `optimize`.
binaryen.setOptimizeLevel(3);
binaryen.setShrinkLevel(0);
for (const file of files) {
  // The features that rustc used stand in the file itself. Never enable all: browsers refuse the result.
  const module = binaryen.readBinary(readFileSync(file));
  if (isForSpeed) module.optimize();
  else module.runPasses(PASSES);
  writeFileSync(file, module.emitBinary());
  module.dispose();
}
