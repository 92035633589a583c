"""Builds the plan of a crawl, a dictionary that the engine checks."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from salticid._native import SETTINGS
from salticid.errors import PlanError


def plan(
    query: str = "",
    seeds: Sequence[str] = (),
    *,
    strategy: str | None = None,
    params: Mapping[str, Any] | None = None,
    trails: Any = None,
    taxonomy: Mapping[str, Any] | None = None,
    excluded: Sequence[str] = (),
    past: Sequence[str | Mapping[str, Any]] = (),
    allow: Sequence[str] = (),
    deny: Sequence[str] = (),
    stay: bool = False,
    **settings: Any,
) -> dict[str, Any]:
    """Returns a plan for `Crawl`. The engine checks it there.

    Args:
        query: Words that describe the topic.
        seeds: URLs to start from. A single text is one seed.
        strategy: An id of `strategies()`, with parameters as in `best-n-first:n=16` if you like. By default `best-first`.
        params: Parameters of the strategy by name.
        trails: Trails for a strategy that learns from them: a list of trails, or the content of a trails file.
        taxonomy: Topics for a strategy that learns from them.
        excluded: Related words and senses that are not used.
        past: At most 300 pages of earlier crawls, for strategies that start from them. `url-clusters` starts from the URLs of pages that are known to be
            relevant; `info-spiders-db` chooses among pages with texts: `{"url": "…", "text": "…", "language": "en"}`.
        allow: Rules for URLs that may be followed: `example.org`, `*.example.org`, `example.org/docs`.
        deny: Rules for URLs that are not followed, even if allowed.
        stay: Follows links to the hosts of the seeds only.
        settings: The settings of the crawl; docs/crawl.md has their values and defaults:
    """
    unknown = sorted(settings.keys() - SETTINGS.keys())
    if unknown:
        raise PlanError(f"plan: there is no setting {', '.join(unknown)}")
    given = {
        "query": query,
        "seeds": [seeds] if isinstance(seeds, str) else list(seeds),
        "strategy": strategy,
        "params": dict(params or {}),
        "trails": trails,
        "taxonomy": taxonomy,
        "excluded": list(excluded),
        "past": [{"url": page} if isinstance(page, str) else dict(page) for page in past] or None,
        "scope": {"allow": list(allow), "deny": list(deny)},
        "stay": stay,
        **settings,
    }
    return {name: value for name, value in given.items() if value is not None}


plan.__doc__ = (plan.__doc__ or "") + "".join(f"\n            {name}: {text}" for name, text in SETTINGS.items())


def arguments(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments of `plan` that give this plan."""
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
