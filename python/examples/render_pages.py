"""Crawls pages that show their text only with JavaScript: a browser renders those (`pip install playwright`).

    python python/examples/render_pages.py "jumping spiders" https://example.org/ --pages 50 --browser /usr/bin/chromium

Without `--browser`, it is the one that `playwright install chromium` has downloaded. The crawl fetches each page
itself, with robots.txt, delays and the check that addresses are public; the browser fetches scripts and data, for which
none of that holds. Run it where it can reach nothing private.
"""

import argparse
import asyncio
import json

import salticid
from playwright.async_api import async_playwright

#: Files that change no text.
SKIPPED = {"font", "image", "media", "stylesheet"}


async def crawl(options):
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=options.browser)

        async def render(url, html):
            if salticid.parse(html.encode(), url).page_class not in ("needs-script", "empty-page"):
                return None

            async def respond(route):
                if route.request.url == url:
                    await route.fulfill(body=html, content_type="text/html; charset=utf-8")
                elif route.request.resource_type in SKIPPED:
                    await route.abort()
                else:
                    await route.continue_()

            tab = await browser.new_page()
            try:
                await tab.route("**", respond)
                await tab.goto(url, wait_until="networkidle", timeout=20_000)
                return await tab.content()
            finally:
                await tab.close()

        live = {"contact": options.contact, "allow_address": options.allow_address, "render": render}
        async with salticid.crawl(options.query, options.seeds, web="live", pages=options.pages, **live) as run:
            async for page in run:
                fields = {"url": page["url"], "relevance": page["relevance"], "text": page.main_text}
                print(json.dumps(fields), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("query")
    parser.add_argument("seeds", nargs="+")
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--browser", help="path of Chromium or Chrome")
    parser.add_argument("--contact", help="page about you, for the User-Agent")
    allowed = "ADDRESS:PORT that is fetched although it is not public"
    parser.add_argument("--allow-address", action="append", default=[], help=allowed)
    asyncio.run(crawl(parser.parse_args()))
