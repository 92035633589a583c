"""The pages of a crawl: the fields of the log, and the content."""

from __future__ import annotations

from typing import Any, Mapping

from salticid import _native

__all__ = ["CrawledPage"]


class CrawledPage(dict[str, Any]):
    """A page of a crawl: a dictionary with the fields of the log, and the content as attributes.

    The content is read when it is first used: from the web of the crawl, or from the responses of a live crawl, which are on the disk. A
    failed page, or a file of another type, has none: its texts are empty.

    Example:
        >>> page = next(crawl(topic="demo#asthma", pages=1))
        >>> page["status"], page.text == page.content.text, page.html.startswith(b"<")
        (200, True, True)
    """

    __slots__ = ("_content", "_native")

    def __init__(self, fields: Mapping[str, Any], native: _native.Run) -> None:
        super().__init__(fields)
        self._native = native
        self._content: _native.Page | bool | None = False

    @property
    def content(self) -> _native.Page | None:
        """The parsed page; `None` without a response that is a page."""
        if isinstance(self._content, bool):
            self._content = self._native.content(self["n"])
        return self._content

    @property
    def html(self) -> bytes:
        """The HTML or text, as the host sent it but decompressed."""
        return self.content.html if self.content else b""

    @property
    def text(self) -> str:
        """The visible text, as `Page.text` has it: at most `text_chars` characters of it, an argument of `crawl`."""
        return self.content.text if self.content else ""

    @property
    def main_text(self) -> str:
        """The text without navigation and other boilerplate, as `Page.main_text` has it, cut like `text`."""
        return self.content.main_text if self.content else ""

    @property
    def markdown(self) -> str:
        """The main text as Markdown, as `Page.markdown` has it."""
        return self.content.markdown if self.content else ""

    @property
    def links(self) -> list[_native.Link]:
        """The links, as `Page.links` has them."""
        return self.content.links if self.content else []

    @property
    def metadata(self) -> Mapping[str, Any]:
        """What the page says about itself, as `Page.metadata` has it; without content its values are empty."""
        return (self.content or _native.parse(b"", "http://localhost/")).metadata

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        """Pickles the fields alone, as a dictionary."""
        return dict, (dict(self),)
