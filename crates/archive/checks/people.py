"""Opens the exports for people with the software that people use, and holds them to the pages with texts (pages.text.jsonl).

Usage: people.py FOLDER. What does not agree ends the program with a message and exit code 1.
"""

import io
import json
import re
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import bibtexparser
import feedparser
import openpyxl
import pandas
import rispy
import yaml
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON
from markdown_it import MarkdownIt


def main(folder):
    pages = [json.loads(line) for line in (folder / "pages.text.jsonl").open(encoding="utf-8")]
    check_table(folder, pages)
    check_markdown(folder)
    check_references(folder, check_feed(folder, pages))
    check_documents(folder)
    if (folder / "pages.md.zip").exists():
        check_zip(folder)


def check_table(folder, pages):
    name = folder / "pages.excel.csv"
    agree("byte-order mark", name.read_bytes()[:3], b"\xef\xbb\xbf")
    table = pandas.read_csv(name, encoding="utf-8-sig", keep_default_na=False)
    agree("rows for pandas", len(table), len(pages))
    agree("addresses in order", list(table["url"]), [page["url"] for page in pages])
    agree("notes", [note.removeprefix("'") for note in table["notes"]], [page.get("notes", "") for page in pages])
    agree("states", list(table["state"]), [page.get("state", "") for page in pages])
    lines = pandas.read_json(folder / "pages.text.jsonl", lines=True)
    agree("lines for pandas", len(lines), len(pages))
    # Excel enters cells as openpyxl does: a text that begins with = becomes a formula.
    sheet = openpyxl.Workbook().active
    for row in table.itertuples(index=False):
        sheet.append([str(cell) for cell in row])
    formulas = [cell.coordinate for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    agree("formulas", formulas, [])
    print(f"pandas, openpyxl: {len(table)} rows, no formula")


def check_markdown(folder):
    text = (folder / "pages.md").read_text(encoding="utf-8")
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    heads = [after.content for token, after in zip(tokens, tokens[1:]) if token.type == "heading_open" and token.tag in ("h1", "h2")]
    agree("raw HTML in the Markdown", [token.content for token in tokens if token.type == "html_block"], [])
    kinds = {}
    for token in tokens:
        if token.type.endswith("_open"):
            kinds[token.type.removesuffix("_open")] = kinds.get(token.type.removesuffix("_open"), 0) + 1
    print(f"markdown-it-py: {len(heads) - 1} pages with {kinds}")


def check_feed(folder, pages):
    feed = feedparser.parse(str(folder / "pages.atom"))
    agree("errors of the feed", feed.bozo, False)
    notes = {page["url"]: page.get("notes", "") for page in pages}
    without = [entry.link for entry in feed.entries if notes[entry.link] not in entry.summary]
    agree("entries without their note", without, [])
    sites = ElementTree.parse(folder / "sites.opml").findall("body/outline")
    addresses = {site.get("htmlUrl") or site.get("url") for site in sites}
    agree("sites", {re.sub(r"^(\w+://[^/]+).*", r"\1/", entry.link) for entry in feed.entries}, addresses)
    without = [site.attrib for site in sites if (site.get("type") == "rss") != ("xmlUrl" in site.attrib)]
    agree("subscriptions without a feed", without, [])
    print(f"feedparser: {len(feed.entries)} entries, ElementTree: {len(sites)} sites")
    return {entry.link for entry in feed.entries}


def check_references(folder, links):
    ris = rispy.loads((folder / "references.ris").read_text(encoding="utf-8"))
    agree("addresses in RIS", {url for entry in ris for url in entry["urls"]}, links)
    entries = bibtexparser.parse_file(str(folder / "references.bib"))
    agree("failed blocks of BibTeX", [block.raw for block in entries.failed_blocks], [])
    agree("entries of BibTeX", len(entries.entries), len(ris))
    items = json.loads((folder / "references.csl.json").read_text(encoding="utf-8"))
    agree("entries of CSL-JSON", len(items), len(ris))
    style = CitationStylesStyle("harvard-cite-them-right", validate=False)
    bibliography = CitationStylesBibliography(style, CiteProcJSON(items), formatter.plain)
    for item in items:
        bibliography.register(Citation([CitationItem(item["id"])]))
    written = [str(entry) for entry in bibliography.bibliography()]
    agree("entries of the bibliography", len(written), len(items))
    print(f"rispy, bibtexparser, citeproc-py: {len(items)} references, such as “{written[0]}”")


def check_documents(folder):
    documents = [json.loads(line)["url"] for line in (folder / "documents.jsonl").open(encoding="utf-8")]
    ris = rispy.loads((folder / "documents.ris").read_text(encoding="utf-8"))
    agree("documents in RIS", [url for entry in ris for url in entry["urls"]], documents)
    entries = bibtexparser.parse_file(str(folder / "documents.bib"))
    agree("documents in BibTeX", (len(entries.entries), entries.failed_blocks), (len(documents), []))
    items = json.loads((folder / "documents.csl.json").read_text(encoding="utf-8"))
    agree("documents in CSL-JSON", [item["URL"] for item in items], documents)
    print(f"rispy, bibtexparser: {len(documents)} documents")


def check_zip(folder):
    with zipfile.ZipFile(io.BytesIO((folder / "pages.md.zip").read_bytes())) as archive:
        agree("damaged files", archive.testzip(), None)
        names = archive.namelist()
        for name in names:
            agree("a name with a folder", re.search(r"[/\\:]|\.\.", name), None)
            _, front, _ = archive.read(name).decode().split("---\n", 2)
            agree("rank in the front matter", yaml.safe_load(front)["rank"], names.index(name) + 1)
    print(f"zipfile, PyYAML: {len(names)} files with front matter")


def agree(what, left, right):
    if left != right:
        sys.exit(f"{what}: {left!r} is not {right!r}")


main(Path(sys.argv[1]))
