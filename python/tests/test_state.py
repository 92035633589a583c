import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import urllib.request

import pytest
import salticid

#: Crawls the demo web, one request at a time, and prints each page; a page after the first takes a moment.
PROGRAM = """
import sys, time, salticid
with salticid.crawl(topic="demo#asthma", pages=60, settings={"parallel": 1}, state=sys.argv[1]) as run:
    for page in run:
        print(page["url"], flush=True)
        time.sleep(0.01)
"""


def crawl(state=None, pages=60, **named):
    return salticid.crawl(topic="demo#asthma", pages=pages, settings={"parallel": 1}, state=state, **named)


def urls(pages):
    return [page["url"] for page in pages]


@pytest.fixture(scope="module")
def whole():
    return urls(crawl())


def killed(folder, pages):
    """Runs the program until it has printed so many pages, and kills it. Returns the pages."""
    program = subprocess.Popen([sys.executable, "-c", PROGRAM, str(folder)], stdout=subprocess.PIPE, text=True)
    printed = [program.stdout.readline().strip() for _ in range(pages)]
    program.kill()
    program.wait()
    return printed


def test_a_killed_crawl_continues_and_has_all_pages_that_it_returned(whole, tmp_path):
    folder = tmp_path / "state"
    assert killed(folder, 12) == whole[:12]
    # Pages that were returned are returned again.
    assert killed(folder, 30) == whole[:30]
    run = crawl(folder)
    assert 30 <= run.resumed < 60
    assert urls(run) == whole
    run.close()
    done = crawl(folder)
    assert (done.resumed, urls(done), done.reason) == (60, whole, "budget-spent")
    done.close()
    with crawl(folder, pages=70) as more:
        assert urls(more)[:60] == whole and len(more.pages) == 70


def test_a_stopped_crawl_continues(whole, tmp_path):
    with crawl(tmp_path) as run:
        for page in run:
            if page["n"] == 5:
                run.stop()
        assert run.reason == "stopped"
        before = urls(run.pages)
        assert before == whole[: len(before)] and 5 <= len(before) < 10
    with crawl(tmp_path) as run:
        assert urls(run)[: len(before)] == before and len(run.pages) == 60


def test_a_folder_belongs_to_one_crawl_at_a_time(tmp_path):
    with crawl(tmp_path) as run:
        next(run)
        with pytest.raises(salticid.PlanError, match="state: .* is in use by another crawl"):
            crawl(tmp_path)
    assert next(run, None) is None
    with pytest.raises(salticid.PlanError, match="state: .* has a crawl of demo for “asthma.*” by best-first with other settings"):
        salticid.crawl("jazz", ["http://portal.test/"], state=tmp_path)
    crawl(tmp_path).close()


def test_a_full_disk_loses_no_page(whole, full_disk, tmp_path):
    run = crawl(tmp_path / "state")
    seen = []
    with full_disk(), pytest.raises(salticid.FileError, match="cannot be written"):
        for page in run:
            seen.append(page["url"])
    assert seen + urls(run) == whole
    run.close()
    again = crawl(tmp_path / "state")
    assert urls(again) == whole
    again.close()


def test_the_responses_of_a_live_crawl_survive_a_kill(server, tmp_path):
    address = f"127.0.0.1:{server.server_port}"
    named = {"web": "live", "allow_address": [address], "delays": {address: 0.1}, "own": [address], "state": tmp_path / "state"}
    program = f"import salticid, time; run = salticid.crawl('spider', ['http://{address}/'], **{ {**named, 'state': str(named['state'])}!r})\n"
    program += "for page in run: print(page['url'], flush=True)\n"
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    first = [process.stdout.readline().strip() for _ in range(2)]
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = len(server.requests)
    run = salticid.crawl("spider", [f"http://{address}/"], warc=tmp_path / "site.warc.gz", **named).run()
    assert urls(run.pages)[:2] == first and len(run.pages) == 5
    # What the crawl has is not requested again.
    assert not {"/robots.txt", "/"} & {path for path, _ in server.requests[before:]}
    assert run.pages[0].html == server.site["http://a.test/"]
    run.close()
    with open(tmp_path / "site.warc.gz", "rb") as file:
        recorded = {response.url for response in salticid.WarcReader(file)}
    assert {*urls(run.pages), f"http://{address}/robots.txt"} <= recorded


def test_a_crawl_writes_recordings_and_exports(tmp_path):
    with crawl(pages=10, warc=tmp_path / "a.warc.gz", wacz=tmp_path / "a.wacz") as run:
        first = next(run)
    again = salticid.crawl(web=tmp_path / "a.warc.gz", topic="demo#asthma", pages=1)
    assert next(again).html == first.html
    assert (tmp_path / "a.wacz").read_bytes().startswith(b"PK")
    run = crawl(pages=10).run()
    run.export(tmp_path / "pages.md")
    best = max(run.pages, key=lambda page: page["relevance"])
    assert f"<{best['url']}>" in (tmp_path / "pages.md").read_text(encoding="utf-8")
    with pytest.raises(salticid.PlanError, match="unknown extension"):
        run.export(tmp_path / "pages.unknown")


def command(*arguments, code=0, **named):
    done = subprocess.run([sys.executable, "-m", "salticid", *map(str, arguments)], capture_output=True, text=True, **named)
    assert done.returncode == code, done.stderr
    return done


def test_the_command_crawls_into_a_folder_and_continues(tmp_path):
    out = tmp_path / "out"
    arguments = ["crawl", "asthma inhaler treatment", "--web", "demo", "--out", out, "--set", "parallel=1"]
    command(*arguments, "--seed", "htp:mistyped", code=2)
    command(*arguments, "--pages", 5)
    assert {"pages.md", "pages.text.jsonl", "pages.csv", "crawl.warc.gz", "state"} <= {path.name for path in out.iterdir()}
    assert "leave them out" in command(*arguments, "--seed", "http://elsewhere.test/", code=2).stderr
    done = command(*arguments, "--pages", 8)
    assert "8 pages, harvest rate" in done.stderr
    lines = (out / "pages.text.jsonl").read_text(encoding="utf-8").splitlines()
    assert {"url", "title", "text", "relevance"} <= json.loads(lines[0]).keys()
    target = tmp_path / "pages.wacz"
    command("convert", out / "crawl.warc.gz", target, tmp_path / "texts.md", "--query", "asthma inhaler treatment")
    assert target.read_bytes().startswith(b"PK") and (tmp_path / "texts.md").stat().st_size > 1_000
    scored = command("score", out / "crawl.warc.gz", "--strategy", "best-first", "--query", "asthma")
    assert json.loads(scored.stdout.splitlines()[0])["url"]


def test_the_command_parses_a_page_and_names_errors(tmp_path):
    (tmp_path / "a.html").write_text("<title>A</title><h1>Spiders</h1><p>They hunt by day. <a href=/b>b</a>", encoding="utf-8")
    assert command("parse", tmp_path / "a.html").stdout.startswith("# Spiders")
    parsed = json.loads(command("parse", "-", "--as", "json", "--url", "http://a.test/", input="<a href=/b>b").stdout)
    assert parsed["links"][0]["url"] == "http://a.test/b"
    assert "cannot be read" in command("parse", tmp_path / "missing.html", code=1).stderr
    flagged = ["crawl", "spider", "--seed", "http://a.test/", "--out", tmp_path / "unnamed", "--parallel-per-host"]
    assert "--parallel-per-host: give a whole number" in command(*flagged, "a.test=2.5", code=2).stderr
    assert "a.test gets one request at a time, unless you name it as your own" in command(*flagged, "a.test=2", code=2).stderr
    assert "--delay a: write it with = between" in command("crawl", "a", "--out", tmp_path, "--delay", "a", code=2).stderr
    (tmp_path / "file").touch()
    assert "cannot be made" in command("crawl", "a", "--web", "demo", "--out", tmp_path / "file" / "out", code=1).stderr
    assert "--set pages: write it as name=value" in command("crawl", "a", "--web", "demo", "--out", tmp_path, "--set", "pages", code=2).stderr
    assert "salticid: " in command("score", tmp_path / "missing.warc", "--strategy", "best-first", "--query", "asthma", code=1).stderr


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_ends_the_command_and_keeps_the_crawl(server, tmp_path):
    address = f"127.0.0.1:{server.server_port}"
    arguments = ["crawl", "spider", "--seed", f"http://{address}/", "--allow-address", address, "--out", tmp_path, "--user-agent", "me/1"]
    arguments += ["--header", "Accept-Language=de", "--cookie", "127.0.0.1=a=1", "--cookie", "127.0.0.1=b=2", "--delay", f"{address}=0.2", "--own", address]
    process = subprocess.Popen([sys.executable, "-m", "salticid", *arguments], stderr=subprocess.PIPE, text=True)
    while len(server.requests) < 3:
        time.sleep(0.05)
    server.hangs.set()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130, told
    assert "The same command continues the crawl." in told
    assert (pathlib.Path(tmp_path) / "pages.csv").is_file()
    assert server.agents == {"me/1"}
    assert {(headers["Accept-Language"], headers["Cookie"]) for _, headers in server.requests} == {("de", "a=1; b=2")}


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_the_command_serves_the_app(tmp_path):
    (tmp_path / "index.html").write_text("<title>Salticid</title>", encoding="utf-8")
    arguments = ["app", "--listen", "127.0.0.1:0", "--dist", str(tmp_path)]
    process = subprocess.Popen([sys.executable, "-m", "salticid", *arguments], stdout=subprocess.PIPE, text=True)
    address = process.stdout.readline().split()[-1]
    with urllib.request.urlopen(address) as page, urllib.request.urlopen(f"{address}healthz") as health:
        assert b"<title>Salticid</title>" in page.read()
        assert json.load(health)["name"] == "salticid-proxy"
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 0
    assert "usage: salticid app" in command("app", "--help").stdout.lower()
    assert "invalid value 'nowhere'" in command("app", "--listen", "nowhere", code=2).stderr
