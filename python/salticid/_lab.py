"""Trains models, compares strategies and judges crawls, as `salticid-lab` does."""

from __future__ import annotations

import os
from typing import Any, Callable, Iterable, Mapping, Sequence

from salticid import _native
from salticid._crawl import CrawlRun, as_web
from salticid._plan import merged, plan

__all__ = ["compare", "context_set", "evaluate", "strategies", "topic", "topics", "train"]


def train(
    trails: Any = None,
    strategy: str | None = None,
    *,
    taxonomy: Mapping[str, Any] | None = None,
    web: str | os.PathLike[str] | Mapping[str, bytes] = "demo",
    query: str = "",
    name: str | None = None,
    params: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    **more_params: Any,
) -> _native.Model:
    """Trains a strategy on trails or topics and returns the model.

    Args:
        trails: The trails: a list like `[{"name": "…", "pages": [{"url": "…", "relevant": False}, …]}]`, or the content of a trails file. Good
            pages without trails are `[context_set(…)]`.
        strategy: A strategy that learns from trails, such as `hmm` or `context-focused`, or from topics: `focused`. See `needs` in `strategies()`.
        taxonomy: The topics of a strategy that learns from topics: `{"topics": [{"name": "…", "good": True, "examples": ["http://…"], "words": "…",
            "topics": […]}, …]}`. Good topics are the targets, and at least one topic is not good. A topic has example pages, typical words, or
            both. Without topics, these are the starter topics of the app, with the query as the target.
        web: The web with the pages of the trails or topics; see `crawl`. Not `live`.
        query: Words that describe the topic, for strategies that need a query or get no target.
        name: The name of the model. By default the id of the strategy.
        params: Parameters of the strategy by name; keyword arguments do the same.
        settings: Further settings of the plan: `rng`, `idf`, `stemming`, `emphasis`, `main_content`. See `plan`.

    Raises:
        PlanError: The strategy learns from neither trails nor topics, its trails or topics are missing, or a parameter is wrong.
        TrainingError: The strategy could not learn from the examples; the message says why.

    The quality of the training is in `Model.report`: its accuracy, and the share that always naming the largest class would get.
    """
    settings = plan(query, strategy=strategy, params=merged(params, more_params), trails=trails, taxonomy=taxonomy, **(settings or {}))
    return _native.train(settings, as_web(web), name)


def context_set(
    good: Iterable[str],
    links: Iterable[tuple[str, str]],
    *,
    pages: Iterable[str] | None = None,
    distance: int = 4,
    name: str = "links",
) -> dict[str, Any]:
    """Returns good pages with the pages that lead to them, as training data: pass `[context_set(…)]` as `trails` to `train`.

    Args:
        good: The URLs of good pages.
        links: The link graph: pairs of source and target, such as `CrawlRun.links`.
        pages: The pages that were read. By default the sources of the links.
        distance: The largest link distance to a good page.
        name: The name of the link graph, which the model remembers.

    Raises:
        UrlError: A URL is not that of a page.

    Source: Pant, Srinivasan and Menczer 2004, section 3.4.
    """
    pairs = list(links)
    read = dict.fromkeys(source for source, _ in pairs) if pages is None else pages
    return _native.context_set(name, list(good), list(read), pairs, distance)


def compare(
    plan: str | os.PathLike[str] | Mapping[str, Any],
    *,
    web: str | None = None,
    topics: str | None = None,
    threads: int | None = None,
    out: str | os.PathLike[str] | None = None,
    on_crawl: Callable[[int, int, str], Any] | None = None,
) -> dict[str, Any]:
    """Runs the crawls of a comparison on all processors and returns their figures.

    Args:
        plan: The file of a plan (`.toml` or `.json`), or its fields as a dictionary; `salticid-lab compare --help` has an example.
        web: A web that replaces that of the plan.
        topics: A file of topics that replaces those of the plan.
        threads: Number of crawls at once. By default that of the processors.
        out: A folder for the reports: `report.html`, `report.md` and `summary.csv` with their charts.
        on_crawl: Called after each crawl with the number of crawls done, that of all, and a name. An exception ends the comparison.

    Ctrl+C ends the comparison within 0.2 seconds. Its `KeyboardInterrupt`, and an exception of `on_crawl`, has the attribute `compared`: the
    return value for the crawls that were finished.

    Returns:
        `summary` with the means of each measure and the fingerprint of all crawls, and `outcomes` with each crawl: its curves, and a
        digest of its URLs in order. Two runs with the same fingerprint had identical crawls.

    Raises:
        PlanError: The plan is not possible; the message lists all problems with their lines.
    """
    source = dict(plan) if isinstance(plan, Mapping) else os.fspath(plan)
    folder = None if out is None else os.fspath(out)
    return _native.compare(source, web, topics, threads, folder, on_crawl)


def evaluate(
    pages: CrawlRun | Iterable[str | Mapping[str, Any]],
    relevant: Iterable[str],
    targets: Iterable[str] = (),
    *,
    excluded: Iterable[str] = (),
    at: Sequence[int] = (),
) -> dict[str, dict[str, list[Any]]]:
    """Judges a crawl by pages that are known to be relevant.

    Args:
        pages: A crawl, its pages, or their URLs, in the order of the crawl.
        relevant: Pages known to be relevant.
        targets: Relevant pages that count for target recall (Pant, Srinivasan and Menczer 2004, section 4.2).
        excluded: Seeds and training pages, which are not targets.
        at: Numbers of pages that the curves must include.

    Returns:
        For each of `harvest`, `recall` and `target-recall` a curve: `at`, the numbers of pages, and `values`, each 0 to 1. A curve has at
        most some hundred points. `target-recall` has no points without targets.

    Raises:
        UrlError: A URL is not that of a page.
        PlanError: There is no relevant page.
    """
    if isinstance(pages, CrawlRun):
        pages = pages.pages
    urls = [page if isinstance(page, str) else page["url"] for page in pages]
    return _native.evaluate(urls, list(relevant), list(targets), list(excluded), list(at))


def strategies() -> list[dict[str, Any]]:
    """Returns all crawling strategies: `id`, `title`, `description`, `source` (paper and section), `params` with their ranges and
    defaults, `needs`, and the `parts` of their scores."""
    return _native.strategies()


def topics(source: str | os.PathLike[str] = "demo") -> list[dict[str, Any]]:
    """Returns the topics of a demo web or of a topics file: `name`, `query`, `seeds`, `trails`, `relevant` and `targets` (for judging)."""
    return _native.topics(os.fspath(source))


def topic(reference: str) -> dict[str, Any]:
    """Returns one topic, in the notation `demo#asthma` or `FILE#NAME`, with a `taxonomy` in which it is the target."""
    return _native.topic(reference)
