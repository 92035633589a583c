// Direct fetching: hosts outside the public internet get no request, whatever a crawled site contains.

import assert from "node:assert/strict";
import test from "node:test";
import { crawlAddress, ENDINGS, parts, readResults, untilEnd } from "./crawl-page.mjs";
import { confirmStart, mapped, open } from "./harness.mjs";
import { serve } from "./local-site.mjs";
import { APP } from "./processes.mjs";
import { page as html } from "./recorded-web.mjs";
import { serveFolder } from "./static-host.mjs";

test("no link or redirect of a crawled site directs the browser to hosts of this device or its network", async (t) => {
  const open_ = { "access-control-allow-origin": "*" };
  // This server allows every origin.
  const device = await serve(t, (_, response) =>
    response.writeHead(200, { "content-type": "text/html", ...open_ }).end("<p>rebooting"),
  );
  const near = await serve(t, (_, response) =>
    response.writeHead(200, { "content-type": "text/html", ...open_ }).end(html("Near", "Spiders.")),
  );
  const reboot = `127.0.0.1:${device.port}/reboot?now=1`;
  const links = [
    ["/moved", "spiders that moved"],
    ["/moved-near", "spiders next door"],
    ["/spiders", "jumping spiders"],
    [`http://${reboot}`, "spiders at home"],
    [`http://localhost:${device.port}/`, "spiders on this device"],
    [`http://[::1]:${device.port}/`, "spiders on this device, too"],
    [`http://router.local:${device.port}/`, "spiders in the router"],
    ["http://near.site.org/", "spiders nearby"],
  ];
  const site = await serve(t, (path, response) => {
    const moved = { "/moved": `http://${reboot}`, "/moved-near": "http://near.site.org/by-redirect" }[path];
    if (moved) return response.writeHead(302, { location: moved, ...open_ }).end();
    const pages = { "/": html("Gate", "Spiders.", links), "/spiders": html("Spiders", "Jumping spiders. ".repeat(9)) };
    response.writeHead(path in pages ? 200 : 404, { "content-type": "text/html", ...open_ }).end(pages[path]);
  });
  const hosts = {
    "garden.site.org": site.port,
    "near.site.org": near.port,
    localhost: device.port,
    "router.local": device.port,
  };
  const base = await serveFolder(t, APP, "/");
  const crawl = {
    q: "spiders",
    seed: "http://garden.site.org/",
    source: "direct",
    pages: "50",
    strategy: "breadth-first",
  };
  const { page } = await open(t, crawlAddress(base, crawl), { args: mapped(hosts) });
  await confirmStart(page);
  assert.equal(await untilEnd(page), ENDINGS.frontierEmpty);

  await t.test("no request reached the device, not even for its robots.txt", () => assert.deepEqual(device.asked, []));
  await t.test("public pages are read", async () => {
    const urls = (await readResults(page)).map(({ url }) => url).sort();
    assert.deepEqual(urls, ["http://garden.site.org/", "http://garden.site.org/spiders", "http://near.site.org/"]);
  });
  await t.test("no redirect was followed", () =>
    assert.deepEqual(
      near.asked.filter((path) => path.includes("redirect")),
      [],
    ),
  );
  await t.test("each redirect is reported once, with a remedy, and not tried again", async () => {
    const hidden = parts(page).reason("Redirect hidden by the browser");
    await hidden.getByText("Redirect hidden by the browser", { exact: true }).click();
    await hidden.getByText("http://garden.site.org/moved", { exact: true }).waitFor();
    await hidden
      .getByText("Use the proxy as the source to follow redirects, or the browser extension.")
      .first()
      .waitFor();
    assert.equal(site.asked.filter((path) => path === "/moved").length, 1);
  });
  await t.test("each private host is reported with the reason", async () => {
    const refused = parts(page).reason("Not a public address");
    await refused.getByText("Not a public address", { exact: true }).first().click();
    await refused.getByText(/“localhost” is not on the public internet \(loopback\)/).first().waitFor();
  });
});
