// The installer against a local releases page over https, with dummy programs.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { certificate } from "./certificate.mjs";

const ROOT = new URL("../../", import.meta.url);
const INSTALLER = readFileSync(new URL("packaging/install.sh", ROOT));
const WORKFLOW = readFileSync(new URL(".github/workflows/release.yml", ROOT), "utf8");
const LINUX = "x86_64-unknown-linux-gnu";
/** The output of `uname -s` and `uname -m` on the systems of each target. */
const SYSTEMS = {
  [LINUX]: ["Linux x86_64", "Linux amd64"],
  "aarch64-unknown-linux-gnu": ["Linux aarch64", "Linux arm64"],
  "x86_64-apple-darwin": ["Darwin x86_64"],
  "aarch64-apple-darwin": ["Darwin arm64"],
};
const run = promisify(execFile);

/** Creates a home folder in which curl accepts any certificate, and `uname` reports the given system. */
function home(t) {
  const folder = mkdtempSync(join(tmpdir(), "salticid-install-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, ".curlrc"), "insecure\nnoproxy = *\n");
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "uname"),
    '#!/bin/sh\nset -- $SYSTEM "$1"\nif [ "$3" = -s ]; then echo "$1"; else echo "$2"; fi\n',
  );
  chmodSync(join(bin, "uname"), 0o755);
  return { folder, bin, to: join(folder, ".local/bin") };
}

/** Creates the archive of a program that runs `script`. */
async function archive(at, program, script = `echo "${program} 9.9.9"`) {
  const folder = mkdtempSync(join(at.folder, "archive-"));
  writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, program), 0o755);
  await run("tar", ["-czf", "archive.tar.gz", program], { cwd: folder });
  return readFileSync(join(folder, "archive.tar.gz"));
}

/** Adds an archive and its checksum to a release. */
function publish(files, name, bytes, { path = "latest/download", sum = bytes, sumOf = name } = {}) {
  const digest = createHash("sha256").update(sum).digest("hex");
  files.set(`/owner/name/releases/${path}/${name}`, bytes);
  files.set(`/owner/name/releases/${path}/${name}.sha256`, `${digest}  ${sumOf}\n`);
}

/** Serves files, or redirects of the form `{ location }`; returns the requests. */
async function serve(t, server, files) {
  const requested = [];
  server.on("request", (request, response) => {
    requested.push(request.url);
    const file = files.get(request.url);
    if (file?.location) response.writeHead(302, file);
    else response.writeHead(file ? 200 : 404);
    response.end(file?.location ? "" : file);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  const scheme = server instanceof https.Server ? "https" : "http";
  return { requested, origin: `${scheme}://127.0.0.1:${server.address().port}` };
}

async function release(t, files) {
  const { requested, origin } = await serve(t, https.createServer(certificate()), files);
  return { requested, repository: `${origin}/owner/name` };
}

/** Pipes the installer into a shell, as its documentation does. */
async function install(at, repository, arguments_ = [], system = "Linux x86_64") {
  const shell = spawn("sh", ["-s", "--", ...arguments_], {
    env: { HOME: at.folder, PATH: `${at.bin}:${process.env.PATH}`, SYSTEM: system, SALTICID_REPOSITORY: repository },
  });
  shell.stdin.end(INSTALLER);
  const [out, err, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, "exit")]);
  return { out, err, code };
}

test("each system gets its archive of the latest release", async (t) => {
  const targets = [...WORKFLOW.matchAll(/- target: (\S+)/g)]
    .map(([, target]) => target)
    .filter((target) => !target.includes("windows"));
  assert.deepEqual(targets.sort(), Object.keys(SYSTEMS).sort());
  for (const target of targets) {
    for (const system of SYSTEMS[target]) {
      const at = home(t);
      const files = new Map();
      const name = `salticid-proxy-${target}.tar.gz`;
      publish(files, name, await archive(at, "salticid-proxy"));
      const { requested, repository } = await release(t, files);
      const { out, err, code } = await install(at, repository, [], system);
      assert.equal(code, 0, err);
      assert.deepEqual(requested.sort(), [...files.keys()].sort());
      assert.match(out, /Installed .*\/\.local\/bin\/salticid-proxy: salticid-proxy 9\.9\.9/);
      assert.match(out, /Add the folder to your PATH/);
      assert.deepEqual(readdirSync(at.to), ["salticid-proxy"]);
    }
  }
});

test("version, folder and several programs can be chosen", async (t) => {
  const at = home(t);
  const files = new Map();
  for (const program of ["salticid-proxy", "salticid-lab"]) {
    publish(files, `${program}-${LINUX}.tar.gz`, await archive(at, program), { path: "download/v9.9.9" });
  }
  const { repository } = await release(t, files);
  const to = join(at.folder, "some where");
  const { err, code } = await install(at, repository, [
    "salticid-lab",
    "salticid-proxy",
    "--version",
    "v9.9.9",
    "--to",
    to,
  ]);
  assert.equal(code, 0, err);
  assert.deepEqual(readdirSync(to).sort(), ["salticid-lab", "salticid-proxy"]);
});

test("an archive with a wrong checksum is refused, and the installed programs stay", async (t) => {
  const at = home(t);
  const name = `salticid-lab-${LINUX}.tar.gz`;
  const bytes = await archive(at, "salticid-lab", "echo replaced");
  for (const wrong of [{ sum: "other bytes" }, { sumOf: "salticid-proxy.tar.gz" }]) {
    const files = new Map();
    publish(files, `salticid-proxy-${LINUX}.tar.gz`, await archive(at, "salticid-proxy", "echo replaced"));
    publish(files, name, bytes, wrong);
    const { repository } = await release(t, files);
    mkdirSync(at.to, { recursive: true });
    writeFileSync(join(at.to, "salticid-proxy"), "the earlier one");
    const { err, code } = await install(at, repository, ["salticid-proxy", "salticid-lab"]);
    assert.equal(code, 1);
    assert.match(err, /does not have the published SHA-256|is the checksum of another file/);
    assert.deepEqual(readdirSync(at.to), ["salticid-proxy"]);
    assert.equal(readFileSync(join(at.to, "salticid-proxy"), "utf8"), "the earlier one");
  }
});

test("nothing is downloaded without https, not even after a redirect", async (t) => {
  const at = home(t);
  const name = `salticid-proxy-${LINUX}.tar.gz`;
  const plain = new Map();
  publish(plain, name, await archive(at, "salticid-proxy"));
  const { requested, origin } = await serve(t, http.createServer(), plain);
  const direct = await install(at, `${origin}/owner/name`);
  assert.equal(direct.code, 1);
  assert.match(direct.err, /Only https addresses are used/);
  const moved = new Map([...plain.keys()].map((path) => [path, { location: origin + path }]));
  const { repository } = await release(t, moved);
  const redirected = await install(at, repository);
  assert.equal(redirected.code, 1);
  assert.match(redirected.err, /Could not download/);
  assert.deepEqual(requested, []);
  assert.deepEqual(readdirSync(at.to), []);
});

test("a program that does not run on this system is not installed", async (t) => {
  const at = home(t);
  const files = new Map();
  publish(files, `salticid-proxy-${LINUX}.tar.gz`, await archive(at, "salticid-proxy", "exit 127"));
  const { repository } = await release(t, files);
  const { err, code } = await install(at, repository);
  assert.equal(code, 1);
  assert.match(err, /does not run on this system/);
  assert.deepEqual(readdirSync(at.to), []);
});

test("errors contain a remedy", async (t) => {
  const at = home(t);
  const { repository } = await release(t, new Map());
  for (const [arguments_, system, from, message] of [
    [[], "Linux x86_64", "", /Set SALTICID_REPOSITORY/],
    [["--colour"], "Linux x86_64", repository, /Unknown argument: --colour\. See --help/],
    [["--to"], "Linux x86_64", repository, /--to needs a value/],
    [[], "FreeBSD amd64", repository, /There is no installer for FreeBSD/],
    [[], "Linux riscv64", repository, /There is no prebuilt program for riscv64/],
    [["--version", "0.0.0"], "Linux x86_64", repository, /Could not download .*\/releases\/download\/v0\.0\.0\//],
  ]) {
    const { err, code } = await install(at, from, arguments_, system);
    assert.equal(code, 1);
    assert.match(err, message);
  }
});
