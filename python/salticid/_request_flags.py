"""The flags of live requests, for all commands that crawl."""

from __future__ import annotations

import argparse
from typing import Any, Callable, Sequence

from salticid.errors import PlanError


def add_requests(command: argparse.ArgumentParser) -> None:
    """Adds the options of live requests."""
    command.add_argument("--contact", help="page about you, for the User-Agent")
    command.add_argument("--user-agent", metavar="TEXT", help="User-Agent in place of that of Salticid")
    command.add_argument("--proxy", metavar="URL", help="HTTP proxy for all requests")
    command.add_argument("--cache", metavar="FOLDER", help="HTTP cache, which several crawls may share")
    command.add_argument("--timeout", type=float, metavar="SECONDS", help="most seconds of a request (default 30)")
    repeated: dict[str, Any] = {"action": "append", "default": []}
    sent = "header of all requests (repeatable)"
    command.add_argument("--header", **repeated, dest="headers", metavar="NAME=VALUE", help=sent)
    kept = "cookies for a host (repeatable)"
    command.add_argument("--cookie", **repeated, dest="cookies", metavar="HOST=COOKIES", help=kept)
    between = "time between two requests to a host (repeatable)"
    command.add_argument("--delay", **repeated, dest="delays", metavar="HOST=SECONDS", help=between)
    at_once = "most requests at a time to a host of your own (repeatable)"
    command.add_argument("--parallel-per-host", **repeated, metavar="HOST=NUMBER", help=at_once)
    owned = "host of your own, for --delay below a second and --parallel-per-host (repeatable)"
    command.add_argument("--own", **repeated, metavar="HOST", help=owned)
    allowed = "address and port that may be fetched although it is not public"
    command.add_argument("--allow-address", **repeated, metavar="ADDRESS", help=allowed)
    resolved = "name that is fetched from an address"
    command.add_argument("--resolve", **repeated, metavar="NAME:PORT:ADDRESS:PORT", help=resolved)


def requests_of(options: argparse.Namespace) -> dict[str, Any]:
    """Returns the arguments of `crawl` about requests."""
    names = ("contact", "user_agent", "proxy", "cache", "timeout", "own", "allow_address", "resolve")
    given = {name: getattr(options, name) for name in names}
    headers, cookies = _pairs("header", options.headers), _pairs("cookie", options.cookies)
    delays = _by_host("delay", options.delays, float, "the time in seconds")
    at_once = _by_host("parallel-per-host", options.parallel_per_host, int, "a whole number of requests")
    return {**given, "headers": headers, "cookies": cookies, "delays": delays, "parallel_per_host": at_once}


def _by_host(name: str, texts: Sequence[str], kind: Callable[[str], Any], what: str) -> dict[str, Any]:
    """Returns the numbers in arguments such as `HOST=SECONDS`, by host."""
    try:
        return {host: kind(text) for host, text in _pairs(name, texts).items()}
    except ValueError as error:
        raise PlanError(f"--{name}: give {what} ({error})") from error


def _pairs(name: str, texts: Sequence[str]) -> dict[str, str]:
    """Returns the two parts of arguments such as `HOST=SECONDS`. Cookies of a host add up."""
    pairs: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not (sign and key) or "/" in key:
            raise PlanError(f"--{name} {text}: write it with = between a name and its value")
        if key in pairs and name != "cookie":
            raise PlanError(f"--{name} {key}: give it once")
        pairs[key] = f"{pairs[key]}; {value}" if key in pairs else value
    return pairs
