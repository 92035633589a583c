"""The server for assistants, through the client of the protocol."""

import asyncio
import sys

import pytest

mcp = pytest.importorskip("mcp")

from salticid.mcp import server as serve  # noqa: E402

QUERY = "spider silk"


def calls(made, *steps):
    """Calls tools of a server one after the other, each `(name, arguments)`; returns the results, and the progress."""

    async def run():
        progress = []

        async def note(done, total, message):
            progress.append((done, total, message))

        async with mcp.Client(made) as client:
            return [await client.call_tool(name, given, progress_callback=note) for name, given in steps], progress

    return asyncio.run(run())


@pytest.fixture
def recording(site, tmp_path):
    import salticid

    file = tmp_path / "web.warc.gz"
    salticid.crawl("spider", ["http://a.test/"], web=site, pages=10, warc=file).run()
    return str(file)


def test_an_assistant_crawls_searches_and_reads(recording, tmp_path):
    given = {"query": QUERY, "seeds": ["http://a.test/"], "pages": 4}
    steps = [("crawl", given), ("search_crawl", {"query": "engines"}), ("read_page", {"url": "http://A.test/silk#x"})]
    (crawled, found, read), progress = calls(serve(tmp_path / "crawls", web=recording), *steps)
    crawled = crawled.structured_content
    assert (crawled["pages"], crawled["end"]) == (4, "budget-spent")
    assert crawled["best"][0] == {"url": "http://a.test/silk", "title": "", "relevance": 1.0, "snippet": "spider silk"}
    assert [(done, total) for done, total, _ in progress] == [(n, 4) for n in range(1, 5)]
    assert [page["url"] for page in found.structured_content["result"]] == ["http://a.test/cars"]
    assert read.content[0].text.endswith("http://a.test/silk\n\nspider silk")


def test_a_crawl_is_continued_and_searched_by_a_later_server(recording, tmp_path):
    folder, given = tmp_path / "crawls", {"query": QUERY, "seeds": ["http://a.test/"], "pages": 2}
    ((first,), _) = calls(serve(folder, web=recording), ("crawl", given))
    ((found,), _) = calls(serve(folder, web=recording), ("search_crawl", {"query": "spider"}))
    assert len(found.structured_content["result"]) == 2
    ((again,), _) = calls(serve(folder, web=recording), ("crawl", {**given, "pages": 5}))
    first, again = first.structured_content, again.structured_content
    assert (first["pages"], again["pages"], again["crawl"]) == (2, 5, first["crawl"])


def test_a_cancelled_crawl_keeps_its_pages(recording, tmp_path):
    made = serve(tmp_path / "crawls", web=recording)

    async def run():
        async with mcp.Client(made) as client:
            reached = asyncio.Event()

            async def note(done, *_):
                if done == 2:
                    reached.set()

            given = {"query": QUERY, "seeds": ["http://a.test/"], "pages": 5}
            call = asyncio.create_task(client.call_tool("crawl", given, progress_callback=note))
            await reached.wait()
            call.cancel()
            return await client.call_tool("search_crawl", {"query": "spider cars engines"})

    assert len(asyncio.run(run()).structured_content["result"]) >= 2


@pytest.mark.parametrize(
    ("tool", "given", "message"),
    [
        ("search_crawl", {"query": "x"}, "there is no crawl yet"),
        ("search_crawl", {"query": "x", "crawl": "y"}, "there is no crawl y"),
        ("search_crawl", {"query": "x", "crawl": "../.."}, "there is no crawl ../.."),
        ("read_page", {"url": "http://a.test/"}, "there is no crawl yet"),
        ("crawl", {"query": "spider", "seeds": ["ftp://a.test/"]}, "ftp"),
        ("crawl", {"query": "spider", "pages": 0}, "greater than or equal to 1"),
    ],
)
def test_what_cannot_be_done_is_an_error_with_its_reason(tmp_path, tool, given, message):
    ((failed,), _) = calls(serve(tmp_path / "crawls", web="demo"), (tool, given))
    assert failed.is_error
    assert message in failed.content[0].text


def test_the_command_serves_on_standard_input_and_output(recording, tmp_path):
    async def run():
        arguments = ["-m", "salticid", "mcp", "--folder", str(tmp_path / "crawls"), "--web", recording]
        parameters = mcp.StdioServerParameters(command=sys.executable, args=arguments)
        async with mcp.Client(mcp.stdio_client(parameters)) as client:
            tools = await client.list_tools()
            given = {"query": QUERY, "seeds": ["http://a.test/"], "pages": 3}
            return [tool.name for tool in tools.tools], await client.call_tool("crawl", given)

    names, crawled = asyncio.run(run())
    assert names == ["crawl", "search_crawl", "read_page"]
    assert crawled.structured_content["pages"] == 3


def test_pages_of_a_live_crawl_are_there_for_a_later_server(server, tmp_path):
    address = f"127.0.0.1:{server.server_port}"
    made = lambda: serve(tmp_path / "crawls", allow_address=[address])  # noqa: E731
    calls(made(), ("crawl", {"query": QUERY, "seeds": [f"http://{address}/"], "pages": 2}))
    requests = len(server.requests)
    steps = [("search_crawl", {"query": "spider"}), ("read_page", {"url": f"http://{address}/web"})]
    ((found, read), _) = calls(made(), *steps)
    assert len(found.structured_content["result"]) == 2
    assert "spider silk" in read.content[0].text
    assert len(server.requests) == requests
