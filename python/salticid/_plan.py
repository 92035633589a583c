"""Builds the plan of a crawl, a dictionary that the engine checks."""

from __future__ import annotations

import inspect
from typing import Any, Mapping, Sequence

from salticid.errors import PlanError


def plan(
    query: str = "",
    seeds: Sequence[str] = (),
    *,
    strategy: str | None = None,
    params: Mapping[str, Any] | None = None,
    trails: Any = None,
    taxonomy: Mapping[str, Any] | None = None,
    pages: int | None = None,
    rng: int | None = None,
    parallel: int | None = None,
    speed: str | None = None,
    unreadable: float | None = None,
    idf: str | None = None,
    relevance: str | None = None,
    stemming: bool | None = None,
    main_content: bool | None = None,
    host_window: int | None = None,
    depth: int | None = None,
    host_pages: int | None = None,
    frontier: int | None = None,
    good: float | None = None,
    excluded: Sequence[str] = (),
    past: Sequence[str | Mapping[str, Any]] = (),
    allow: Sequence[str] = (),
    deny: Sequence[str] = (),
    stay: bool = False,
) -> dict[str, Any]:
    """Returns a plan for `Crawl`. The engine checks it there.

    Args:
        query: Words that describe the topic.
        seeds: URLs to start from. A single text is one seed.
        strategy: An id of `strategies()`, with parameters as in `best-n-first:n=16` if you like. By default `best-first`.
        params: Parameters of the strategy by name.
        trails: Trails for a strategy that learns from them: a list of trails, or the content of a trails file.
        taxonomy: Topics for a strategy that learns from them.
        pages: Number of pages to fetch. By default 200.
        rng: The seed of the random numbers, for strategies that draw any. By default 1.
        parallel: Maximum number of requests at once, each to another host. By default 16, as in the app; 1 follows the order of the strategy strictly.
        speed: Choice between time and pages where hosts need delays: `careful`, `balanced` (default) or `fast`.
        unreadable: Share of the pages, 0 to 1, for walls, error pages and other pages without content; further ones do not count. By default 0.1.
        idf: Source of the word weights: `auto` (as in the paper of the strategy), `none`, `general` English, or the pages of the `crawl`.
        relevance: Measure of the relevance of pages: by `words`, by `meaning` (with word vectors), by the mean of `both`, or `auto`: by both where the strategy
            uses word vectors.
        stemming: Reduces words to their stems. By default true.
        main_content: Computes relevance without the blocks that the pages of a host repeat. By default false.
        host_window: Chooses a host at most once in so many choices while others are ready. 0 switches the rule off.
        depth: Link distance from the seeds beyond which links are not followed. By default 20.
        host_pages: Maximum number of pages of one site.
        frontier: Maximum number of URLs in the frontier.
        good: The relevance, 0 to 1, from which a page counts as harvested.
        excluded: Related words and senses that are not used.
        past: At most 300 pages of earlier crawls, for strategies that start from them. `url-clusters` starts from the URLs of pages that are known to be
            relevant; `info-spiders-db` chooses among pages with texts: `{"url": "…", "text": "…", "language": "en"}`.
        allow: Rules for URLs that may be followed: `example.org`, `*.example.org`, `example.org/docs`.
        deny: Rules for URLs that are not followed, even if allowed.
        stay: Follows links to the hosts of the seeds only.
    """
    given = {
        "query": query,
        "seeds": [seeds] if isinstance(seeds, str) else list(seeds),
        "strategy": strategy,
        "params": dict(params or {}),
        "trails": trails,
        "taxonomy": taxonomy,
        "pages": pages,
        "rng": rng,
        "parallel": parallel,
        "speed": speed,
        "unreadable": unreadable,
        "idf": idf,
        "relevance": relevance,
        "stemming": stemming,
        "main_content": main_content,
        "host_window": host_window,
        "depth": depth,
        "host_pages": host_pages,
        "frontier": frontier,
        "good": good,
        "excluded": list(excluded),
        "past": [{"url": page} if isinstance(page, str) else dict(page) for page in past] or None,
        "scope": {"allow": list(allow), "deny": list(deny)},
        "stay": stay,
    }
    return {name: value for name, value in given.items() if value is not None}


def arguments(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments of `plan` that give this plan."""
    unknown = sorted(given.keys() - inspect.signature(plan).parameters.keys() - {"scope"})
    if unknown:
        raise PlanError(f"plan: there is no setting {', '.join(unknown)}")
    scope = given.get("scope", {})
    if not isinstance(scope, Mapping) or scope.keys() - {"allow", "deny"}:
        raise PlanError("scope: give an object with the lists allow and deny")
    rules = {name: rules for name, rules in scope.items() if rules}
    return {**{name: value for name, value in given.items() if name != "scope"}, **rules}


def merged(params: Mapping[str, Any] | None, more: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the parameters of a strategy from both places where they can be given."""
    both = dict(params or {})
    twice = sorted(both.keys() & more.keys())
    if twice:
        raise PlanError(f"params: {', '.join(twice)} is set twice, set it once")
    return {**both, **more}
