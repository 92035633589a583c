import http.server
import json
import pathlib
import re
import shutil
import subprocess
import sys
import threading

import pytest

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        html = self.server.site.get(f"http://a.test{self.path}")
        self.send_response(404 if html is None else 200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(html or b"")

    def log_message(self, *_):
        pass


@pytest.fixture
def address(site):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.site = site
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def run(*arguments, folder):
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done


def spider(address, folder, *settings):
    example = EXAMPLES / "topic_spider.py"
    pages = folder / "pages.jsonl"
    fast = ["-s", "AUTOTHROTTLE_ENABLED=False", *settings]
    arguments = ["-m", "scrapy", "runspider", example, *fast, "-a", "query=spider", "-a", f"seed={address}/", "-O", pages]
    done = run(*arguments, folder=folder)
    assert "Traceback" not in done.stderr, done.stderr
    return [json.loads(line) for line in pages.read_text().splitlines()]


def test_a_scrapy_spider_follows_the_best_links_first(address, tmp_path):
    pytest.importorskip("scrapy")
    pages = spider(address, tmp_path)
    paths = [page["url"].removeprefix(address) for page in pages]
    assert sorted(paths) == ["/", "/cars", "/engines", "/silk", "/web"]
    # Scrapy requests the next page while it parses one, so /cars may come before the links of /web are known.
    assert paths[:2] == ["/", "/web"]
    assert paths.index("/silk") < paths.index("/engines")
    by_path = dict(zip(paths, pages))
    assert by_path["/"]["score"] is None
    assert by_path["/web"]["score"] > by_path["/cars"]["score"]
    assert by_path["/silk"]["relevance"] > by_path["/cars"]["relevance"] == 0


def test_a_scrapy_spider_can_use_another_strategy(address, tmp_path):
    pytest.importorskip("scrapy")
    pages = spider(address, tmp_path, "-s", "SALTICID_STRATEGY=best-first-page")
    # All links of a page have the score of the page.
    assert pages[1]["score"] == pytest.approx(pages[0]["relevance"])


def test_the_notebook_trains_crawls_and_plots(tmp_path, capsys):
    matplotlib = pytest.importorskip("matplotlib")
    pytest.importorskip("pandas")
    matplotlib.use("Agg")
    notebook = json.loads((EXAMPLES / "demo_web.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names = {}
    for cell in cells:
        exec(cell.replace("PAGES = 300", "PAGES = 60"), names)
    found = dict(re.findall(r"^how to feel better, (.+): (\d+) of 60", capsys.readouterr().out, re.MULTILINE))
    # A query that does not name the subject: the trails do.
    assert int(found["adaptive-trails"]) > 10 > int(found["adaptive"])
    names["plt"].savefig(tmp_path / "harvest.png")
    assert (tmp_path / "harvest.png").stat().st_size > 10_000


def test_a_browser_renders_the_pages_that_need_scripts(address, site, tmp_path):
    pytest.importorskip("playwright")
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("there is no chromium")
    script = b"<script>document.body.innerHTML = '<p>spider ' + 6 * 7 + ' <a href=/silk>spider silk</a>'</script>"
    site["http://a.test/"] = b"<body><noscript>Please enable JavaScript.</noscript>" + script
    options = ["--pages", 2, "--browser", browser, "--allow-address", address.removeprefix("http://")]
    done = run(EXAMPLES / "render_pages.py", "spider", f"{address}/", *options, folder=tmp_path)
    first, second = map(json.loads, done.stdout.splitlines())
    assert first["text"] == "spider 42 spider silk"
    assert (second["url"], second["text"]) == (f"{address}/silk", "spider silk")


#: The classes of documents, with the arguments that the example names.
DOCUMENTS = {
    "langchain": (
        "langchain_core/documents.py",
        "def __init__(self, *, page_content, metadata): self.page_content, self.metadata = page_content, metadata",
    ),
    "llama-index": (
        "llama_index/core.py",
        "def __init__(self, *, text, metadata, id_): self.text, self.metadata = text, {**metadata, 'id': id_}",
    ),
}


@pytest.mark.parametrize("to", DOCUMENTS)
def test_relevant_pages_become_documents(to, tmp_path, monkeypatch):
    name, constructor = DOCUMENTS[to]
    file = tmp_path / name
    file.parent.mkdir()
    file.write_text(f"class Document:\n    {constructor}\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    options = ["--to", to, "--web", "demo", "--seed", "http://portal.test/", "--pages", "30"]
    done = run(EXAMPLES / "document_loader.py", "asthma inhaler", *options, folder=tmp_path)
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert 0 < len(documents) < 30
    assert all(one["relevance"] >= 0.1 and "asthma" in one["text"].lower() for one in documents)
    assert len({one["source"] for one in documents}) == len(documents)
    assert all(one.get("id", one["source"]) == one["source"] and "" not in one.values() for one in documents)
