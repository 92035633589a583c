"""The relevant pages of a crawl as documents of LangChain or LlamaIndex, one JSON object a line.

    pip install langchain-core   # or llama-index-core
    python document_loader.py "volcano hazards" --to langchain --pages 50
"""

from __future__ import annotations

import argparse
import json
from typing import Any, Iterator, Sequence

import salticid


class TopicLoader:
    """Crawls when it is read. It has the methods of a document loader of LangChain (`load`, `lazy_load`) and of a
    reader of LlamaIndex (`load_data`, `lazy_load_data`), and needs only the one that is used.

    Args:
        query: Words that describe the topic.
        seeds: Addresses to start from; without any, search services are asked.
        relevance: The least relevance of a document, 0 to 1.
        web: See `salticid.crawl`.
        contact: A page about you, for the User-Agent.
        crawl: The other arguments of `salticid.crawl`.
    """

    def __init__(
        self,
        query: str,
        seeds: Sequence[str] = (),
        *,
        relevance: float = 0.1,
        web: str = "live",
        contact: str | None = None,
        **crawl: Any,
    ) -> None:
        self.query, self.seeds, self.relevance = query, list(seeds), relevance
        self.live: dict[str, Any] = {"web": web, "contact": contact}
        self.crawl = crawl

    def lazy_load(self) -> Iterator[Any]:
        from langchain_core.documents import Document

        return (Document(page_content=text, metadata=known) for text, known in self._texts())

    def load(self) -> list[Any]:
        return list(self.lazy_load())

    def lazy_load_data(self) -> Iterator[Any]:
        from llama_index.core import Document

        return (Document(text=text, metadata=known, id_=known["source"]) for text, known in self._texts())

    def load_data(self) -> list[Any]:
        return list(self.lazy_load_data())

    def _texts(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Crawls, and yields the Markdown of each relevant page with what is known about it."""
        seeds = self.seeds or [seed["url"] for seed in salticid.find_seeds(self.query, **self.live)]
        with salticid.crawl(self.query, seeds, **self.live, **self.crawl) as run:
            for page in run:
                if page.content is None or page["relevance"] < self.relevance or "repeats" in page:
                    continue
                known = {key: value for key, value in page.metadata.items() if value and isinstance(value, str)}
                fields = {"source": page["url"], "title": page["title"], "relevance": page["relevance"]}
                yield page.markdown, {**known, **fields}


def main() -> None:
    parser = argparse.ArgumentParser(description="Prints the relevant pages of a crawl as documents.")
    parser.add_argument("query")
    parser.add_argument("--to", choices=["langchain", "llama-index"], default="langchain")
    parser.add_argument("--seed", action="append", default=[])
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--web", default="live")
    parser.add_argument("--contact")
    options = parser.parse_args()
    loader = TopicLoader(options.query, options.seed, web=options.web, contact=options.contact, pages=options.pages)
    documents = loader.lazy_load() if options.to == "langchain" else loader.lazy_load_data()
    for document in documents:
        text = document.page_content if options.to == "langchain" else document.text
        print(json.dumps({"text": text, **document.metadata}, ensure_ascii=False))


if __name__ == "__main__":
    main()
