"""Focused crawling in Scrapy: the links of a page are requested in the order of their scores.

Switch it on in the settings of a project or a spider:

    SPIDER_MIDDLEWARES = {"salticid.scrapy.LinkPriorityMiddleware": 600}
    SCHEDULER_PRIORITY_QUEUE = "salticid.scrapy.ScoreQueue"
    SALTICID_QUERY = "jumping spiders"

Needs Scrapy (`salticid[scrapy]`).
"""

from __future__ import annotations

import logging
from heapq import heappop, heappush
from typing import Any, AsyncIterator, Iterable
from weakref import WeakKeyDictionary

import scrapy
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response, TextResponse

from salticid._native import Model, ScoredLink, canonical_url, parse
from salticid._scorer import Scorer
from salticid.errors import Error, UrlError

__all__ = ["LinkPriorityMiddleware", "ScoreQueue", "scorer_from_settings"]

logger = logging.getLogger(__name__)


def scorer_from_settings(settings: Any) -> Scorer:
    """Returns the scorer of a project.

    Settings:
        SALTICID_QUERY: Words that describe the topic.
        SALTICID_MODEL: The path of a model file, in place of a query or beside one.
        SALTICID_STRATEGY: An id of `strategies()`. By default that of the model, else `best-first`.
        SALTICID_PARAMS: A dictionary of the parameters of the strategy.

    Raises:
        NotConfigured: There is neither a query nor a model.
        PlanError: The strategy or a parameter is unknown.
    """
    query, path = settings.get("SALTICID_QUERY", ""), settings.get("SALTICID_MODEL")
    if not query and not path:
        raise NotConfigured("set SALTICID_QUERY or SALTICID_MODEL")
    return Scorer(
        query,
        strategy=settings.get("SALTICID_STRATEGY"),
        model=Model.load(path) if path else None,
        params=settings.getdict("SALTICID_PARAMS"),
    )


class LinkPriorityMiddleware:
    """A spider middleware that sets the priority of requests by the score of their link on the page.

    The priority is the score times `SALTICID_PRIORITY_SCALE` (by default 1,000), rounded, and added to that of the request. Scrapy's own queue has
    a queue for each priority, so a larger scale is more exact and slower; `ScoreQueue` is exact at any scale. A request for a URL that the page does not link to keeps its
    priority. The spider decides which links are requested. Scrapy requests the next page while it parses one, so a good link waits for at
    least one more request.

    Two values are stored for the spider and for pipelines: `response.meta["salticid_relevance"]`, the relevance of the page (0 to 1), and
    `request.meta["salticid_score"]`, the score of the link.

    A spider with an attribute `scorer`, a `salticid.Scorer`, uses that one in place of the settings.
    """

    def __init__(self, scorer: Scorer, scale: float = 1_000) -> None:
        self.scorer = scorer
        self.scale = scale
        self._links: WeakKeyDictionary[Response, dict[str, ScoredLink]] = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LinkPriorityMiddleware:
        scorer = getattr(crawler.spider, "scorer", None) or scorer_from_settings(crawler.settings)
        return cls(scorer, crawler.settings.getfloat("SALTICID_PRIORITY_SCALE", 1_000))

    def process_spider_input(self, response: Response, spider: Any = None) -> None:
        """Scores the page before the spider parses it."""
        if not isinstance(response, TextResponse):
            return
        kind = (response.headers.get("Content-Type") or b"").decode("latin-1") or None
        try:
            (scored,) = self.scorer.batch([(response.body, response.url, kind)], threads=1)
        except Error as error:
            logger.debug("%s has no scores: %s", response.url, error)
            return
        assert scored is not None
        response.meta["salticid_relevance"] = scored.relevance
        self._links[response] = {link.url: link for link in scored.links}

    def process_spider_output(self, response: Response, result: Iterable[Any], spider: Any = None) -> Iterable[Any]:
        """Sets the priorities of the requests of a spider."""
        for thing in result:
            yield self._prioritized(response, thing)

    async def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any], spider: Any = None
    ) -> AsyncIterator[Any]:
        """Sets the priorities of the requests of an asynchronous spider."""
        async for thing in result:
            yield self._prioritized(response, thing)

    def _prioritized(self, response: Response, thing: Any) -> Any:
        if not isinstance(thing, scrapy.Request):
            return thing
        try:
            link = self._links.get(response, {}).get(canonical_url(thing.url))
        except UrlError:
            return thing
        if link is None:
            return thing
        meta = {**thing.meta, "salticid_score": link.score}
        return thing.replace(priority=thing.priority + round(link.score * self.scale), meta=meta)


class ScoreQueue:
    """A queue of the scheduler that takes requests in the exact order of their scores: the larger priority first, then the better score, then
    the older request.

    Set it as `SCHEDULER_PRIORITY_QUEUE`. It keeps requests in memory, so a project with `JOBDIR` cannot use it.
    """

    def __init__(self, key: str = "") -> None:
        if key:
            raise NotConfigured("ScoreQueue keeps requests in memory: remove JOBDIR or SCHEDULER_PRIORITY_QUEUE")
        self._waiting: list[tuple[int, float, int, scrapy.Request]] = []
        self._pushed = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler, downstream_queue_cls: Any, key: str, *_: Any, **__: Any) -> ScoreQueue:
        """Creates the queue of a scheduler. Raises `NotConfigured` for a queue on disk."""
        return cls(key)

    def push(self, request: scrapy.Request) -> None:
        """Adds a request."""
        score = request.meta.get("salticid_score", 0.0)
        heappush(self._waiting, (-request.priority, -score, self._pushed, request))
        self._pushed += 1

    def pop(self) -> scrapy.Request | None:
        """Removes and returns the best request; `None` if there is none."""
        return heappop(self._waiting)[-1] if self._waiting else None

    def peek(self) -> scrapy.Request | None:
        """Returns the best request without removing it; `None` if there is none."""
        return self._waiting[0][-1] if self._waiting else None

    def close(self) -> list[int]:
        """Drops all requests."""
        self._waiting.clear()
        return []

    def __len__(self) -> int:
        return len(self._waiting)
