"""Salticid, a topical web crawler: parse pages, score links, train models, crawl and compare strategies.

Everything runs in the engine of the app, in Rust. It releases the interpreter's lock while it works, so threads run in parallel. The same
arguments give the same results on every machine.
"""

from salticid._crawl import PAGE_FIELDS, CrawlRun, crawl, find_seeds
from salticid._lab import compare, context_set, evaluate, strategies, topic, topics, train
from salticid._native import (
    Confirm,
    Crawl,
    Fetch,
    Finished,
    Link,
    Model,
    Page,
    Robots,
    ScoredLink,
    ScoredPage,
    Wait,
    WarcDamage,
    WarcReader,
    WarcResponse,
    __version__,
    canonical_url,
    cluster_urls,
    parse,
    read_saved_crawl,
    site,
)
from salticid._page import CrawledPage
from salticid._plan import plan
from salticid._scorer import Scorer
from salticid.errors import (
    ContentError,
    CrawlError,
    Error,
    FileError,
    MissingFileError,
    ModelError,
    PlanError,
    TrainingError,
    UrlError,
)

__all__ = [
    "PAGE_FIELDS",
    "Confirm",
    "ContentError",
    "Crawl",
    "CrawlError",
    "CrawlRun",
    "CrawledPage",
    "Error",
    "Fetch",
    "FileError",
    "Finished",
    "Link",
    "MissingFileError",
    "Model",
    "ModelError",
    "Page",
    "PlanError",
    "Robots",
    "ScoredLink",
    "ScoredPage",
    "Scorer",
    "TrainingError",
    "UrlError",
    "Wait",
    "WarcDamage",
    "WarcReader",
    "WarcResponse",
    "__version__",
    "canonical_url",
    "cluster_urls",
    "compare",
    "context_set",
    "crawl",
    "evaluate",
    "find_seeds",
    "parse",
    "plan",
    "read_saved_crawl",
    "site",
    "strategies",
    "topic",
    "topics",
    "train",
]
