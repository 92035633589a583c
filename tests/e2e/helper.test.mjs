// A static copy of the app that uses a proxy elsewhere: the page belongs to the public web and the proxy runs on this
// device, so the browser asks for permission.

import assert from "node:assert/strict";
import test from "node:test";
import {
  crawlAddress,
  ENDINGS,
  openAdvanced,
  pagesDone,
  parts,
  problemOf,
  readResults,
  untilEnd,
} from "./crawl-page.mjs";
import { expect, open } from "./harness.mjs";
import { APP, freePort, startProxy, startRecordedWeb } from "./processes.mjs";
import { page as html, writeWeb } from "./recorded-web.mjs";
import { serveFolder } from "./static-host.mjs";
import { startWaitingWeb } from "./waiting-web.mjs";

const NAME = "static.example";
const HUNT = "Jumping spiders hunt by sight. A jumping spider plans its hunt. ";
const SEED = "http://garden.test/";
const WEB = {
  [SEED]: html("The garden gate", HUNT, [["/spiders", "jumping spiders"], ["/portia", "Portia, a jumping spider"]]),
  "http://garden.test/spiders": html("Jumping spiders", HUNT.repeat(2)),
  "http://garden.test/portia": html("Portia", HUNT.repeat(3)),
};

/** Opens the static copy as a page of the public web; returns the visit and the page's origin. */
async function openCopy(t, { permissions = [], fragment = "", ...options } = {}) {
  const { port } = new URL(await serveFolder(t, APP, "/copy/"));
  const origin = `http://${NAME}:${port}`;
  const args = [
    `--host-resolver-rules=MAP ${NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    `--unsafely-treat-insecure-origin-as-secure=${origin}`,
    `--ip-address-space-overrides=127.0.0.1:${port}=public`,
  ];
  const visit = await open(t, `${origin}/copy/${fragment}`, { ...options, permissions, args });
  const the = copy(visit.page);
  await the.start.waitFor();
  return { visit, page: visit.page, origin, base: `${origin}/copy/`, the };
}

/** Starts a proxy for the recorded web that allows these origins. */
async function startHelper(t, ...origins) {
  const web = await startRecordedWeb(t, writeWeb(t, WEB));
  return startProxy(t, [
    "--resolve",
    `garden.test:80:${web}`,
    ...origins.flatMap((origin) => ["--allow-origin", origin]),
  ]);
}

const copy = (page) => ({
  ...parts(page),
  proxy: page.getByRole("textbox", { name: "Proxy", exact: true }),
  connect: page.getByRole("button", { name: "Connect", exact: true }),
  answers: page.getByText("Connected.", { exact: true }),
});

async function connect({ the }, address) {
  await the.source(/through a proxy/).check();
  await the.proxy.fill(address);
  await the.connect.click();
}

async function crawl({ the, page }) {
  await openAdvanced(page);
  await the.seeds.fill(SEED);
  await the.query.fill("jumping spiders");
  await the.start.click();
  assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);
  return (await readResults(page)).map(({ url }) => url).sort();
}

test("with the browser's permission a static copy crawls through this device's proxy and remembers it", async (t) => {
  const it = await openCopy(t, { permissions: ["local-network-access"] });
  const { visit, page, the, origin, base } = it;
  const proxy = await startHelper(t, origin);
  const place = new URL(proxy.origin).host;

  await the.source(/through a proxy/).check();
  await the.proxy.fill(place);
  await page.getByText("then allow this page to reach programs on this device").waitFor();
  assert.ok(!visit.requests.some((url) => url.startsWith(proxy.origin)), "it was asked before the click");
  await the.start.click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await expect.poll(() => problemOf(the.proxy)).toMatch(/Press “Connect”/);
  await the.connect.click();
  await the.answers.waitFor();
  await visit.shot("helper-answers");
  assert.deepEqual(await crawl(it), Object.keys(WEB).sort());
  await page.getByText(`through the proxy at ${place}`).waitFor();
  assert.ok(!page.url().includes(place), "the crawl's address names no proxy");
  visit.assertStayedWithin(origin, proxy.origin);

  await page.goto(base);
  await the.source(/through a proxy/).check();
  await the.answers.waitFor();
  await expect(the.proxy).toHaveValue(`${proxy.origin}/`);
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await page.getByText(`through the proxy at ${place}`).waitFor();
});

test("a saved crawl resumes through its original proxy, whatever the form is set to", async (t) => {
  const it = await openCopy(t, { permissions: ["local-network-access"] });
  const { page, the, origin } = it;
  const web = await startWaitingWeb(t);
  const proxy = await startProxy(t, ["--resolve", `garden.test:80:${web.address}`, "--allow-origin", origin]);
  await connect(it, proxy.origin);
  await the.answers.waitFor();
  await openAdvanced(page);
  await the.seeds.fill(SEED);
  await the.query.fill("jumping spiders");
  await the.start.click();
  await web.isAsked;
  await the.rows.first().waitFor();
  await page.waitForFunction(() => location.hash.includes("id="));
  await page.evaluate(() => localStorage.setItem("salticid-proxy", "http://127.0.0.1:1/"));
  await proxy.kill();
  await page.reload();
  const alert = page.getByRole("alert").filter({ hasText: `The proxy at ${proxy.origin}/ does not respond.` });
  await alert.waitFor();
  await it.visit.shot("helper-away");
  await alert.getByRole("button", { name: "Check proxy" }).click();
  await expect(the.proxy).toHaveValue(`${proxy.origin}/`);
  web.letGo();
  await proxy.again();
  await the.connect.click();
  await the.answers.waitFor();
  await page.getByRole("button", { name: /Back to the/ }).click();
  assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);
  assert.equal(await pagesDone(page), 2);
  await page.getByText(`through the proxy at ${new URL(proxy.origin).host}`).waitFor();
});

test("without the permission the page shows how to grant it, and an alternative", async (t) => {
  const it = await openCopy(t);
  const proxy = await startHelper(t, it.origin);
  await connect(it, proxy.origin);
  await it.page.getByText("The browser blocks access to programs on this device.").waitFor();
  await expect(it.page.getByRole("link", { name: `${proxy.origin}/` })).toHaveAttribute("href", `${proxy.origin}/`);
  await it.visit.shot("helper-denied");
});

test("an unreachable or unwilling proxy is reported with the command that starts one", async (t) => {
  const it = await openCopy(t, { permissions: ["local-network-access"] });
  const stranger = await startHelper(t, "https://another.example");
  await it.the.source(/through a proxy/).check();
  await it.the.proxy.fill(new URL(stranger.origin).host);
  await it.page.getByText(/^Press “Connect”,? (then allow|to test)/).waitFor();
  await t.test("the address field is accessible and fits in each window and theme", () =>
    it.visit.assertGoodLooks("helper-unasked"),
  );
  for (const address of [stranger.origin, `http://127.0.0.1:${await freePort()}`]) {
    await connect(it, address);
    const command = `salticid-proxy --listen ${new URL(address).host} --allow-origin ${it.origin}`;
    await it.page.getByText(command, { exact: true }).waitFor();
  }
  await it.page.getByText("Could not reach a proxy there that allows this page.").waitFor();
  await t.test("the command is accessible and fits in each window and theme", () =>
    it.visit.assertGoodLooks("helper-missing"),
  );
  await connect(it, "http://proxy.example/?q=1");
  await it.page.locator("[aria-invalid=true]").first().waitFor();
  await expect.poll(() => problemOf(it.the.proxy)).toMatch(/Remove the part after/);
});

test("a link that names a proxy is refused with a message, and no crawl starts", async (t) => {
  const parameters = { q: "jumping spiders", seed: SEED, source: "proxy", proxy: "http://127.0.0.1:9/" };
  const { visit, page, the } = await openCopy(t, { fragment: crawlAddress("", parameters) });
  await page.getByRole("alert").filter({ hasText: "“proxy=http://127.0.0.1:9/”" }).waitFor();
  await expect(the.proxy).toHaveValue("");
  assert.ok(!visit.requests.some((url) => url.includes(":9/")), "the stranger's proxy was asked");
  await visit.assertGoodLooks("address-left-out");
});
