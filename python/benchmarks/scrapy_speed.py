"""Crawls best-first with Scrapy alone, as fast as it can: the peer of the tab in tests/e2e/bench/race.mjs.

    pip install scrapy
    http_proxy=PROXY python python/benchmarks/scrapy_speed.py QUERY SEED PAGES IN_FLIGHT

PROXY serves all hosts, their robots.txt included. Each host has one request at a time, as in the tab.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import scrapy
from best_first import scored_links, words
from scrapy.crawler import CrawlerProcess

QUERY, SEED, PAGES, IN_FLIGHT = sys.argv[1:]


class BestFirst(scrapy.Spider):
    name = "best-first"
    query = words(QUERY)
    custom_settings = {
        "LOG_LEVEL": "ERROR",
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": int(IN_FLIGHT),
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "DOWNLOAD_DELAY": 0,
        "CLOSESPIDER_PAGECOUNT": int(PAGES),
        "TELNETCONSOLE_ENABLED": False,
    }

    async def start(self) -> Any:
        yield scrapy.Request(SEED)

    def parse(self, response: Any) -> Iterator[scrapy.Request]:
        for link, priority in scored_links(response, self.query):
            yield response.follow(link, priority=priority)


process = CrawlerProcess()
process.crawl(BestFirst)
process.start()
