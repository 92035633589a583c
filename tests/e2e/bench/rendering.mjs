// Rendering and documents in a crawl of the extension: a local web of 120 hosts, of which a fifth are applications of
// current frameworks and every tenth relevant page is a PDF file. Prints for each setting how many relevant pages the
// hosts have delivered, and the time.
//
//   npm install --prefix FOLDER esbuild react react-dom react-router vue vue-router preact preact-iso svelte lit \
//     @lit-labs/router solid-js @solidjs/router @angular/{core,common,compiler,platform-browser,router}@20 zone.js
//   SALTICID_EXTENSION=UNPACKED node bench/rendering.mjs FOLDER [PAGES]
//
// UNPACKED is the built extension (`cargo xtask dist --extension`). Every second host is about the topic with an eighth
// of its pages; hosts link to each other at random, to those of their kind twice as often. An application sends the
// same empty document for each of its pages and gets their content by a request of its script, so a relevant page of it
// counts when that was requested; a PDF file counts when documents are read.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { openAdvanced, parts, untilEnd } from "../crawl-page.mjs";
import { openExtension } from "../extension-page.mjs";
import { serve } from "../local-site.mjs";
import { page as html } from "../recorded-web.mjs";

const [folder, pages = "300"] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node bench/rendering.mjs FOLDER [PAGES]");
  process.exit(2);
}
const [HOSTS, PAGES_A_HOST, APP_EVERY, PDF_EVERY] = [120, 20, 5, 10];
const QUERY = "jumping spiders";
const TOPIC = [
  "jumping spiders hunt by sight",
  "a spider leaps on its prey",
  "spiders see color with eight eyes",
  "salticid spiders dance for mates",
];
const OTHERS = [
  "roses need water and light",
  "trains leave the station early",
  "bread rises in a warm oven",
  "sailors read the wind and clouds",
  "old clocks tick in the hall",
];
const SETTINGS = [
  ["neither", "0", false],
  ["documents", "0", true],
  ["rendering, at most 10%", "10", false],
  ["both", "10", true],
];

/** The applications: each shows the page of its address from `/data`, with a router where the framework has one. */
const APPS = ["angular.ts", "lit.mjs", "preact.mjs", "react.mjs", "solid.mjs", "svelte.mjs", "vue.mjs"];
const APPS_FOLDER = new URL("./applications/", import.meta.url);

/** A reproducible generator of numbers in 0..1 (mulberry32). */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes the web: a map from URL to { title, text, links, isRelevant, app, isPdf }. */
function makeWeb() {
  const next = random(7);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const name = (host) => `https://h${host}.site.org`;

  const web = new Map();
  let relevant = 0;
  for (let host = 0; host < HOSTS; host += 1) {
    for (let n = 0; n < PAGES_A_HOST; n += 1) {
      const isRelevant = host % 2 === 0 && n > 0 && next() < 0.12;
      const app = host % APP_EVERY === 0 ? APPS[(host / APP_EVERY) % APPS.length] : undefined;
      if (isRelevant) relevant += 1;
      const isPdf = !app && isRelevant && relevant % PDF_EVERY === 0;
      const path = n === 0 ? "/" : `/page-${n}${isPdf ? ".pdf" : ""}`;
      const text = Array.from({ length: 30 }, () =>
        pick(isRelevant || (n === 0 && host % 2 === 0 && next() < 0.2) ? TOPIC : OTHERS),
      ).join(". ");
      web.set(name(host) + path, {
        host,
        title: isRelevant ? `Spiders ${host} ${n}` : `Page ${host} ${n}`,
        text,
        links: [],
        isRelevant,
        app,
        isPdf,
      });
    }
  }
  const urls = [...web.keys()];
  for (const [url, page] of web) {
    const link = (to) =>
      page.links.push([
        new URL(to).host === new URL(url).host ? new URL(to).pathname : to,
        `${web.get(to).title} ${web.get(to).text.split(". ")[0]}`,
      ]);
    for (const to of urls.filter((to) => web.get(to).host === page.host && next() < 0.4)) link(to);
    for (let n = 0; n < 3; n += 1) {
      const kind = next() < 2 / 3 ? page.host % 2 : 1 - (page.host % 2);
      link(pick(urls.filter((to) => web.get(to).host % 2 === kind)));
    }
  }
  return web;
}

/** Bundles the applications with the packages of the folder. */
async function bundle() {
  const need = createRequire(resolve(folder, "package.json"));
  const { compile } = need("svelte/compiler");
  const source = (name) => readFileSync(new URL(name, APPS_FOLDER), "utf8");
  const svelte = {
    name: "svelte",
    setup(build) {
      build.onResolve({ filter: /page\.svelte$/ }, () => ({ path: "page.svelte", namespace: "svelte" }));
      const contents = compile(source("page.svelte"), { generate: "client", css: "injected" }).js.code;
      build.onLoad({ filter: /.*/, namespace: "svelte" }, () => ({ contents, resolveDir: resolve(folder) }));
    },
  };
  const built = APPS.map(async (name) => {
    const stdin = { contents: source(name), resolveDir: resolve(folder), loader: "ts" };
    const options = {
      stdin,
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
      conditions: ["browser", "svelte"],
      plugins: [svelte],
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    };
    const define = {
      "process.env.NODE_ENV": '"production"',
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
    };
    const { outputFiles } = await need("esbuild").build({ ...options, define });
    return [name, outputFiles[0].text];
  });
  return Object.fromEntries(await Promise.all(built));
}

/** Returns a PDF file of one page with a text by lines. */
function pdf({ title, text, links }) {
  const lines = [
    title,
    ...text.match(/.{1,80}(\s|$)/g),
    ...links.map(([to]) => to).filter((to) => to.startsWith("http")),
  ];
  const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/g, "\\$&")}) '`).join("\n");
  const content = `BT /F1 10 Tf 12 TL 40 780 Td\n${shown}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  return `%PDF-1.4\n${objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join("")}trailer\n<< /Root 1 0 R /Size 6 >>\n%%EOF\n`;
}

/**
 * Crawls the web with a setting; returns the relevant pages that were delivered, those of applications and PDF files
 * among them, and seconds.
 */
async function crawl(web, bundles, rendered, documents) {
  const ends = [];
  const t = { after: (end) => ends.unshift(end) };
  const delivered = new Set();
  try {
    const { port } = await serve(
      t,
      (path, response, request) => {
        const send = (type, body) => response.writeHead(200, { "content-type": type }).end(body);
        const origin = `https://${request.headers.host.split(":")[0]}`;
        const isData = path.startsWith("/data/");
        const page = web.get(origin + (isData ? path.slice("/data".length) : path));
        if (path === "/app.js") return send("text/javascript", bundles[web.get(`${origin}/`).app]);
        if (!page) return response.writeHead(404).end();
        if (page.isRelevant && (!page.app || isData) && (!page.isPdf || documents)) delivered.add(page);
        if (isData) return send("application/json", JSON.stringify(page));
        if (page.app)
          return send(
            "text/html",
            `<!doctype html><title>${origin}</title><div id="root"></div><script type="module" src="/app.js"></script>`,
          );
        return page.isPdf
          ? send("application/pdf", pdf(page))
          : send("text/html", html(page.title, page.text, page.links));
      },
      true,
    );
    const seeds = ["https://h2.site.org/", "https://h4.site.org/", "https://h20.site.org/"];
    const address = new URLSearchParams({ q: QUERY, source: "direct", seed: seeds.join(" "), pages });
    const { page } = await openExtension(t, `#/crawl?${address}`, {
      hosts: { "*.site.org": port },
      privateWindows: true,
    });
    const form = parts(page);
    await page.getByText("Crawl your own network").click();
    await page.getByRole("textbox", { name: "Allowed private addresses" }).fill("127.0.0.1");
    await page.locator("#rendered").selectOption(rendered);
    await openAdvanced(page);
    await page.locator("#read_documents").setChecked(documents, { force: true });
    await form.start.click();
    const began = Date.now();
    await untilEnd(page);
    const seconds = (Date.now() - began) / 1000;
    const all = [...delivered];
    return [
      all.length,
      all.filter(({ app }) => app).length,
      all.filter(({ isPdf }) => isPdf).length,
      seconds.toFixed(0),
    ];
  } finally {
    for (const end of ends) await end();
  }
}

const [web, bundles] = [makeWeb(), await bundle()];
const relevant = [...web.values()].filter(({ isRelevant }) => isRelevant);
const of = (kind) => relevant.filter((page) => page[kind]).length;
console.log(`${web.size} pages, ${relevant.length} relevant: ${of("app")} of applications, ${of("isPdf")} PDF files\n`);
console.log("| setting | relevant pages | of applications | PDF files | seconds |\n| --- | --- | --- | --- | --- |");
for (const [title, rendered, documents] of SETTINGS) {
  const row = await crawl(web, bundles, rendered, documents);
  console.log(`| ${title} | ${row.join(" | ")} |`);
}
