"""The settings of requests to the live web."""

from __future__ import annotations

import asyncio
import base64
import inspect
import os
import threading
from dataclasses import dataclass
from typing import Any, Awaitable, Callable, Iterable, Mapping, Sequence, TypedDict
from urllib.parse import unquote, urlsplit

from salticid.errors import PlanError

__all__ = ["Loop", "Requests", "live_options"]


class Requests(TypedDict, total=False):
    """The arguments of `crawl` about live requests."""

    contact: str | None
    user_agent: str | None
    headers: Mapping[str, str] | None
    cookies: Mapping[str, str | Mapping[str, str]] | None
    proxy: str | None
    delays: Mapping[str, float] | None
    parallel_per_host: Mapping[str, int] | None
    own: Sequence[str]
    timeout: float | None
    fetch: Callable[[str], Any] | None
    render: Callable[[str, str], Any] | None
    cache: str | os.PathLike[str] | None
    allow_address: Sequence[str]
    resolve: Sequence[str]


class Loop:
    """The event loop on which coroutine functions of the caller run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: That of the coroutine that iterates over the crawl; in other crawls, one in a thread of its own.
        self.current: asyncio.AbstractEventLoop | None = None

    def __reduce__(self) -> tuple[type[Loop], tuple[()]]:
        return Loop, ()

    def result(self, value: Any) -> Any:
        """Returns a value, or the result of an awaitable."""
        if inspect.isawaitable(value):
            return asyncio.run_coroutine_threadsafe(_awaited(value), self._running()).result()
        return value

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self.current is None:
                self.current = asyncio.new_event_loop()
                threading.Thread(target=self.current.run_forever, name="salticid-hooks", daemon=True).start()
            return self.current


async def _awaited(value: Awaitable[Any]) -> Any:
    return await value


@dataclass(frozen=True)
class _FetchHook:
    """A function of the caller that fetches in place of the guarded fetcher. It may be a coroutine function."""

    fetch: Callable[[str], Any]
    loop: Loop

    def __call__(self, address: str) -> tuple[int, list[tuple[str, str]], bytes]:
        """Returns status, headers and body of the response."""
        response = self.loop.result(self.fetch(address))
        if not isinstance(response, tuple):
            response = (response.status_code, response.headers, response.content)
        status, headers, body = response
        pairs: Iterable[tuple[Any, Any]] = headers.items() if hasattr(headers, "items") else headers
        return status, [(str(name), str(value)) for name, value in pairs], body


@dataclass(frozen=True)
class _RenderHook:
    """A function of the caller that renders pages. It may be a coroutine function."""

    render: Callable[[str, str], Any]
    loop: Loop

    def __call__(self, address: str, html: str) -> str | None:
        """Returns the HTML of the page after scripts have run; `None` if it stays as it is."""
        rendered: str | None = self.loop.result(self.render(address, html))
        return rendered


def live_options(
    program: str,
    *,
    contact: str | None = None,
    user_agent: str | None = None,
    headers: Mapping[str, str] | None = None,
    cookies: Mapping[str, str | Mapping[str, str]] | None = None,
    proxy: str | None = None,
    delays: Mapping[str, float] | None = None,
    parallel_per_host: Mapping[str, int] | None = None,
    own: Sequence[str] = (),
    timeout: float | None = None,
    fetch: Callable[[str], Any] | None = None,
    render: Callable[[str, str], Any] | None = None,
    cache: str | os.PathLike[str] | None = None,
    loop: Loop | None = None,
    allow_address: Sequence[str] = (),
    resolve: Sequence[str] = (),
) -> dict[str, Any]:
    """Returns the options of a live crawl, which `crawl` documents.

    `program` is named in the User-Agent, and coroutine functions run on `loop`.
    """
    loop = loop or Loop()
    return {
        "program": program,
        "contact": contact,
        "user_agent": user_agent,
        "headers": list((headers or {}).items()),
        "cookies": [(host, _cookie(host, cookie)) for host, cookie in (cookies or {}).items()],
        "proxy": None if proxy is None else _proxy(proxy),
        "delays": dict(delays or {}),
        "parallel_per_host": dict(parallel_per_host or {}),
        "own": [own] if isinstance(own, str) else list(own),
        "timeout": timeout,
        "fetch": None if fetch is None else _FetchHook(fetch, loop),
        "render": None if render is None else _RenderHook(render, loop),
        "cache": None if cache is None else os.fspath(cache),
        "allow_address": list(allow_address),
        "resolve": list(resolve),
    }


def _cookie(host: str, cookie: str | Mapping[str, str]) -> str:
    if isinstance(cookie, str):
        return cookie
    if not isinstance(cookie, Mapping):
        raise PlanError(f"cookies: give those of {host} as a text (name=value; name=value) or as a dictionary")
    return "; ".join(f"{name}={value}" for name, value in cookie.items())


def _proxy(proxy: str) -> tuple[str, str | None]:
    """Returns host and port of a proxy, and its credentials."""
    try:
        parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
        port = parts.port or 80
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme != "http" or not parts.hostname or not port:
        raise PlanError("proxy: give an address such as http://proxy.example.org:3128, with user:password@ if it needs that")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    if parts.username is None:
        return f"{host}:{port}", None
    credentials = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return f"{host}:{port}", "Basic " + base64.b64encode(credentials.encode()).decode()
