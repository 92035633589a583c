// Drives the system's WebKit by WebDriver, since Playwright drives only its own build.

import { setTimeout } from "node:timers/promises";
import { Builder } from "selenium-webdriver";
import { crawlFast, knowTheTour } from "./harness.mjs";
import { PATIENCE_MS, startWebKitDriver } from "./processes.mjs";

/** How long the browser may take to quit, in milliseconds. */
const QUIT_MS = 10_000;

/** Opens the app in WebKit with a fresh profile, without the tour and at the highest speed. It ends with the test. */
export async function openWebKit(t, base) {
  let driver;
  // Before the driver itself ends, which it also does if the browser no longer answers.
  t.after(() => Promise.race([driver?.quit(), setTimeout(QUIT_MS, undefined, { ref: false })]));
  const address = await startWebKitDriver(t);
  driver = await new Builder().usingServer(address).withCapabilities({ browserName: "MiniBrowser" }).build();
  await driver.get(base);
  await driver.executeScript(knowTheTour);
  await driver.executeScript(crawlFast);
  return new WebKit(driver);
}

/** A WebKit window. */
class WebKit {
  constructor(driver) {
    this.driver = driver;
  }

  /** Opens an address; a change of only its fragment reloads the page as well. */
  async goto(address) {
    await this.driver.get("about:blank");
    await this.driver.get(address);
  }

  /** Runs a function in the page. */
  evaluate(run, ...args) {
    return this.driver.executeScript(run, ...args);
  }

  /** Waits until a function in the page returns a truthy value, and returns it. */
  until(what, run, ...args) {
    return this.driver.wait(() => this.evaluate(run, ...args), PATIENCE_MS, `waiting for ${what}`);
  }

  /** Waits until the page shows text that matches a pattern. */
  shows(pattern) {
    return this.until(pattern, (pattern) => new RegExp(pattern).test(document.body.innerText), pattern);
  }

  /** Returns the number of fetched pages from the progress bar. */
  pagesDone() {
    return this.evaluate(() => Number(document.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")));
  }
}
