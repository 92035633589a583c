// Finds the browser's renderers below this process, in /proc: Linux only.

import { readdirSync, readFileSync } from "node:fs";

/** Returns the renderers below this process. */
export function renderers() {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(processes.map((pid) => [pid, parent(pid)]));
  const isOurs = (pid) => pid !== undefined && (pid === String(process.pid) || isOurs(parents.get(pid)));
  return processes.filter((pid) => isOurs(pid) && read(`/proc/${pid}/cmdline`).includes("--type=renderer"));
}

function parent(pid) {
  return read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[1];
}

/** Returns the milliseconds of processor time that the workers of a renderer have taken, to 10 ms. */
export function workersMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => read(`/proc/${pid}/task/${thread}/stat`));
  const ticks = (stat) => stat.split(") ").at(-1).split(" ").slice(11, 13).map(Number);
  return threads.filter((stat) => stat.includes("(DedicatedWorker")).reduce((sum, stat) => sum + ticks(stat)[0] + ticks(stat)[1], 0) * 10;
}

/** Returns the text of a file; empty if it cannot be read. */
export function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
