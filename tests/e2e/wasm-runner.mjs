// The runner of tests that are compiled to wasm, for Cargo: wasm-bindgen's own runner serves them, and Playwright opens
// their page in the browser that SALTICID_BROWSER names. Ends with 1 if a test fails.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { open } from "./harness.mjs";

/** How long the tests of a program may take, in milliseconds. */
const LONGEST_MS = 900_000;
/** The browser as a new user has it. */
const OPTIONS = {
  browser: process.env.SALTICID_BROWSER ?? "chromium",
  speed: "first",
  tour: true,
  reducedMotion: "no-preference",
  serviceWorkers: "allow",
};

const server = spawn("wasm-bindgen-test-runner", process.argv.slice(2), {
  env: { ...process.env, NO_HEADLESS: "1", WASM_BINDGEN_TEST_ADDRESS: "127.0.0.1:0" },
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = once(server, "close");
const endings = [];
try {
  const address = await servedAt(server.stdout);
  // A program without tests is not served, and neither is one that the server cannot read.
  process.exitCode = address ? Number(!(await passes(address))) : ((await ended)[0] ?? 1);
} finally {
  // In this order: a display ends after its browser.
  for (const end of endings) await end();
  server.kill();
}

/** Returns the address at which the tests can be opened; undefined if the server ends without one. */
async function servedAt(output) {
  for await (const line of createInterface({ input: output })) {
    const [address] = /http:\S+/.exec(line) ?? [];
    if (address) return address;
    console.log(line);
  }
}

/** Opens the tests, prints their results, and returns whether all passed. */
async function passes(address) {
  const { page } = await open({ after: (end) => endings.push(end) }, address, OPTIONS);
  const output = page.locator("#output");
  await output.filter({ hasText: "test result: " }).waitFor({ timeout: LONGEST_MS });
  const results = await output.textContent();
  console.log(results);
  return results.includes("test result: ok");
}
