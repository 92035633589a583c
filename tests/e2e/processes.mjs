// The native programs that tests start, each on a free port of 127.0.0.1, ended with the test: the proxy, and the lab
// as server of a recorded web or of simulated search services. `cargo xtask test` sets their paths in the environment;
// the defaults are Cargo's, so that `node --test` works by hand.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const target = (path) => fileURLToPath(new URL(`../../target/${path}`, import.meta.url));

/** The folder of the app, which the proxy and static hosts serve. */
export const APP = process.env.SALTICID_APP ?? target("xtask/static");
/** The folder of the unpacked browser extension. */
export const EXTENSION = process.env.SALTICID_EXTENSION ?? target("xtask/extension/unpacked");
const PROXY = process.env.SALTICID_PROXY ?? target("debug/salticid-proxy");
/** The lab's program. */
export const LAB = process.env.SALTICID_LAB ?? target("debug/salticid-lab");

const XVFB = process.env.XVFB ?? "Xvfb";
const XDOTOOL = process.env.XDOTOOL ?? "xdotool";

/**
 * How long a program may take until it answers, and a test waits before it fails, in milliseconds: long enough for a
 * machine on which everything takes five times as long. It is no measure of speed.
 */
export const PATIENCE_MS = 240_000;

/** Returns a port that is currently free. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Starts the proxy with the built app. `more` are further command-line options.
 * Returns its origin, `kill`, which ends it without warning, and `again`, which restarts it on the same address.
 */
export async function startProxy(t, more = []) {
  const port = await freePort();
  const again = async () =>
    (await start(t, PROXY, ["--dist", APP, "--listen", `127.0.0.1:${port}`, ...more], port)).kill;
  const kill = await again();
  return { origin: `http://127.0.0.1:${port}`, kill, again };
}

/** Serves every host of a WARC file; returns the address for the proxy's `--resolve`. */
export async function startRecordedWeb(t, file) {
  const port = await freePort();
  await start(t, LAB, ["serve", "--web", file, "--listen", `127.0.0.1:${port}`], port);
  return `127.0.0.1:${port}`;
}

/**
 * Starts the simulated search services, over the demo web. `failing` are the services that fail, as "SERVICE=FAILURE".
 * Returns the flags by which the proxy reaches them under their real names.
 */
export async function startServices(t, failing = []) {
  const port = await freePort();
  const { output } = await start(
    t,
    LAB,
    ["serve", "--services", "--listen", `127.0.0.1:${port}`, ...failing.map((one) => `--fail=${one}`)],
    port,
  );
  const deadline = Date.now() + PATIENCE_MS;
  while (!/^serving /m.test(output()) && Date.now() < deadline) await delay(20);
  return output().split("\n").filter((line) => line.startsWith("--resolve="));
}

const WEBKIT_DRIVER = process.env.WEBKIT_DRIVER ?? "WebKitWebDriver";

/** Returns true if WebKit's driver is installed; it exists only on Linux. */
export const hasWebKit = () => spawnSync(WEBKIT_DRIVER, ["--help"]).status === 0;

/** Starts the WebKit driver on its own display, and returns its address. */
export async function startWebKitDriver(t) {
  const port = await freePort();
  // Without a locale the browser has no language.
  const env = { ...process.env, DISPLAY: await startDisplay(t), LANG: "en_US.UTF-8", LANGUAGE: "en" };
  await start(t, WEBKIT_DRIVER, [`--port=${port}`], port, env);
  return `http://127.0.0.1:${port}`;
}

/**
 * Starts a program, and waits until its port answers. It ends with the test, or by `kill`; `output` returns what it has
 * printed.
 */
async function start(t, program, args, port, env = process.env) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  let ended = null;
  child.on("error", (error) => (ended = error.message));
  child.on("exit", (code, signal) => (ended = `ended with ${code ?? signal}`));
  const kill = async () => {
    if (ended === null) await Promise.all([once(child, "exit"), child.kill("SIGKILL")]);
    // A program that it started may survive it, and would keep these open, and with them the test's process.
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  };
  t.after(kill);
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await answers(port))) {
    if (ended !== null) throw new Error(`${program} ${args.join(" ")}: ${ended}\n${said}`);
    if (Date.now() > deadline) throw new Error(`${program} did not answer on port ${port}\n${said}`);
  }
  return { kill, output: () => said };
}

/** Returns true if a server listens; a refused connection takes a moment, so callers need no further pause. */
async function answers(port) {
  const socket = connect(port, "127.0.0.1");
  const open = await new Promise((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => delay(20, false).then(resolve));
  });
  socket.destroy();
  return open;
}

/** Starts a virtual display, which ends with the test, and returns its name. */
export async function startDisplay(t) {
  // The program chooses a free number and writes it to the descriptor.
  const display = spawn(XVFB, ["-displayfd", "3", "-screen", "0", "1280x900x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  t.after(() => display.kill());
  const [number] = await Promise.race([
    once(display.stdio[3], "data"),
    once(display, "error").then(([error]) => Promise.reject(error)),
  ]);
  return `:${String(number).trim()}`;
}

/** Acts on a display as a person with keyboard and mouse; steps are those of xdotool. */
export function xdotool(display, ...steps) {
  execFileSync(XDOTOOL, steps, { env: { ...process.env, DISPLAY: display } });
}
