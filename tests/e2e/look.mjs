// throwaway
import { chromium } from "playwright-core";
import { serveFolder } from "./static-host.mjs";
import { STATIC } from "./processes.mjs";
const t = { after() {} };
const base = await serveFolder(t, STATIC, "/");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--headless"] });
for (const colorScheme of ["light", "dark"]) for (const width of [1280, 390]) {
  const ctx = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });
  const page = await ctx.newPage();
  page.on("console", (m) => console.log(m.type(), m.text(), m.location().url));
  page.setDefaultTimeout(20000);
  await page.goto(`${base}#/crawl?strategy=focused`);
  const b = (name) => page.getByRole("button", { name, exact: true });
  const shot = (name) => page.screenshot({ path: `/tmp/shots/${name}-${width}-${colorScheme}.png`, fullPage: true });
  await b("Fill in topics of the built-in web").waitFor();
  await shot("empty");
  await b("Fill in topics of the built-in web").click();
  await page.getByRole("checkbox", { name: /^looked for.*Chess/ }).check();
  await b("Inside Chess").click();
  await b("Add a folder in it").click();
  await page.keyboard.type("Openings");
  await shot("editor");
  await b("Remove Openings").click();
  await b("Undo").waitFor();
  await page.getByRole("textbox", { name: "Pages to fetch" }).fill("300");
  await page.getByRole("textbox", { name: "Example pages of Chess" }).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nhttp://no.such.test/page");
  await page.keyboard.insertText("\n" + Array.from({ length: 60 }, (_, n) => `http://slow-journeys.test/none/${n}`).join("\n"));
  await b("Start crawl").click();
  try { await page.getByRole("heading", { name: "Reading the examples" }).waitFor({ timeout: 3000 }); await shot("preparing"); } catch { console.log("no preparing seen"); }
  try { await page.getByRole("heading", { name: "What was learned" }).waitFor({timeout:8000}); } catch (e) { await shot("fail"); console.log(await page.url().slice(0,300)); throw e; }
  await shot("learned");
  await b("Begin the crawl").click();
  await page.waitForTimeout(1500);
  await shot("running");
  await page.getByRole("heading", { name: /All the pages you asked/ }).waitFor();
  await shot("end");
  await page.getByText("What was learned").click();
  await page.screenshot({ path: `/tmp/shots/endview-${width}-${colorScheme}.png` });
  if (colorScheme === "light") {
    await page.goto(`${base}#/crawl?strategy=url-clusters&q=asthma+inhaler&pages=200&start=1`);
    await page.waitForTimeout(500);
    await page.getByRole("heading", { name: /All the pages you asked/ }).waitFor();
    await shot("clusters");
  }
  await ctx.close();
}
await browser.close();
process.exit(0);
