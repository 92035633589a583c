import pickle

import pytest
import salticid


def test_a_page_has_title_text_language_and_links():
    html = """<html lang=en><title>Jumping  spiders</title><body><h1>Portia</h1>
        <p>It hunts other spiders. <a href="../salticidae?b=1&a=2#top">the family</a> <a rel=nofollow href=/ad>ad</a></p>"""
    page = salticid.parse(html.encode(), "http://Example.org:80/spiders/portia")
    assert (page.url, page.title, page.headings) == ("http://example.org/spiders/portia", "Jumping spiders", ["Portia"])
    assert page.text == "Portia\nIt hunts other spiders. the family ad"
    assert page.language == "en"
    family, ad = page.links
    assert (family.url, family.anchor, family.heading) == ("http://example.org/salticidae?b=1&a=2", "the family", "Portia")
    assert "hunts other spiders" in family.context
    assert (family.nofollow, ad.nofollow) == (False, True)
    assert (family.kind, [link.kind for link in salticid.parse(b"<iframe src=/x>", "http://a.test/").links]) == ("anchor", ["frame"])
    assert (page.noindex, page.nofollow, page.truncated) == (False, False, False)


def test_links_in_hidden_elements_are_marked():
    page = salticid.parse(b"<p>Seen</p><nav hidden><a href=/menu>Menu</a></nav><a href=/b>b</a>", "http://a.test/")
    assert [(link.anchor, link.hidden) for link in page.links] == [("Menu", True), ("b", False)]
    assert page.text == "Seen\nb"


def test_the_charset_comes_from_the_content_type():
    html = "<p>Zürich".encode("latin-1")
    assert salticid.parse(html, "http://a.test/", "text/html; charset=iso-8859-1").text == "Zürich"


def test_the_main_text_has_no_navigation():
    text = "Jumping spiders hunt by day and see better than any other spider, and many of them wave their legs to court."
    page = salticid.parse(f"<ul><li><a href=/>Home</a><li><a href=/a>About</a></ul><p>{text}</p>".encode(), "http://a.test/b")
    assert page.text == f"Home\nAbout\n{text}"
    assert page.main_text == text
    page = salticid.parse(f"<ul><li><a href=/>Home</a></ul><h1>Spiders</h1><p>{text}</p>".encode(), "http://a.test/b")
    assert page.main_text == f"Spiders\n{text}"
    assert salticid.parse(b"<table><tr><td>Spider<td>8</table>", "http://a.test/b").main_text == "Spider 8"


def test_robots_directives_of_the_page_are_read():
    page = salticid.parse(b"<meta name=robots content='noindex, nofollow'>x", "http://a.test/")
    assert (page.noindex, page.nofollow) == (True, True)


@pytest.mark.parametrize(
    ("url", "base", "expected"),
    [
        ("HTTP://Example.ORG", None, "http://example.org/"),
        ("http://a.test/b/../c#d", None, "http://a.test/c"),
        ("../d?x=1", "http://a.test/b/c", "http://a.test/d?x=1"),
        ("//b.test", "https://a.test/", "https://b.test/"),
    ],
)
def test_a_url_has_one_canonical_form(url, base, expected):
    assert salticid.canonical_url(url, base) == expected


def test_errors_are_exceptions_with_the_messages_of_the_engine():
    with pytest.raises(salticid.UrlError, match="only http and https pages can be crawled, not “mailto:” URLs"):
        salticid.canonical_url("mailto:a@b.test")
    with pytest.raises(ValueError, match="is not a URL"):
        salticid.parse(b"", "no url")
    with pytest.raises(salticid.ContentError, match="application/zip"):
        salticid.parse(b"PK", "http://a.test/", "application/zip")
    assert issubclass(salticid.UrlError, salticid.Error)


def test_robots_txt_has_rules_delays_and_sitemaps_by_crawler():
    robots = salticid.Robots(
        "User-agent: *\nDisallow: /private\nAllow: /private/open\nCrawl-delay: 2.5\n\n"
        "User-agent: otherbot\nDisallow: /\n\nSitemap: http://a.test/sitemap.xml\n"
    )
    assert robots.allows("http://a.test/")
    assert not robots.allows("http://a.test/private/x")
    assert robots.allows("http://a.test/private/open")
    assert not robots.allows("http://a.test/", "otherbot")
    assert (robots.crawl_delay(), robots.crawl_delay("otherbot")) == (2.5, None)
    assert robots.sitemaps == ["http://a.test/sitemap.xml"]


def test_relative_sitemap_lines_are_resolved_against_the_address_of_the_file():
    text = "User-agent: *\nAllow: /\nSitemap: /maps/s.xml"
    assert salticid.Robots(text, url="http://a.test/robots.txt").sitemaps == ["http://a.test/maps/s.xml"]
    assert salticid.Robots(text).sitemaps == ["/maps/s.xml"]
    with pytest.raises(salticid.UrlError):
        salticid.Robots(text, url="robots.txt")


def test_a_missing_robots_txt_allows_all_and_an_unreachable_one_nothing():
    assert salticid.Robots("", 404).allows("http://a.test/")
    assert not salticid.Robots(b"", 503).allows("http://a.test/")


def test_the_main_text_is_markdown_with_metadata():
    html = b"""<meta name="citation_author" content="Lovelace, Ada"><meta name="citation_doi" content="doi:10.1/x">
        <h1>Notes</h1><p>What <a href="/engine">the engine</a> of Babbage can compute.</p><ul><li>one<li>two</ul>"""
    page = salticid.parse(html, "http://a.test/")
    assert page.markdown == "# Notes\n\nWhat [the engine](http://a.test/engine) of Babbage can compute.\n\n- one\n- two"
    assert page.metadata["authors"] == ["Lovelace, Ada"]
    assert (page.metadata["doi"], page.metadata["journal"]) == ("10.1/x", "")


def test_a_text_is_cut_by_characters_and_says_so():
    html = ("<p>" + "é" * 150_000).encode()
    page = salticid.parse(html, "http://a.test/")
    assert (len(page.text), len(page.main_text), page.truncated) == (100_000, 100_000, True)
    page = salticid.parse(html, "http://a.test/", text_chars=150_000)
    assert (page.text, page.truncated) == ("é" * 150_000, False)
    assert salticid.parse(html, "http://a.test/", text_chars=3).main_text == "ééé"
    assert page.html == html


def test_a_page_is_pickled_with_its_arguments():
    page = salticid.parse("<p>Zürich <a href=/b>b</a>".encode("latin-1"), "http://a.test/", "text/html; charset=iso-8859-1", text_chars=6)
    copy = pickle.loads(pickle.dumps(page))
    assert (copy.url, copy.text, copy.html, copy.links[0].url) == (page.url, "Zürich", page.html, "http://a.test/b")


def test_every_exception_is_one_of_the_package(tmp_path):
    def saved():
        (tmp_path / "a.salticid").write_bytes(b"abc")
        return salticid.read_saved_crawl(tmp_path / "a.salticid")

    for call, problem in [
        (lambda: salticid.Model.from_bytes(b"abc"), "this is not a model: choose a .salticid-model file"),
        (lambda: salticid.Model.load(tmp_path / "missing"), "cannot be read"),
        (lambda: salticid.read_saved_crawl(tmp_path / "missing"), "cannot be read"),
        (saved, "this is not a saved crawl"),
        (lambda: salticid.cluster_urls(["http://a.test/"], eps=float("nan")), "eps must be above 0"),
        (lambda: salticid.cluster_urls(["http://a.test/"], eps=0), "eps must be above 0"),
        (lambda: salticid.cluster_urls(["http://a.test/"], min_points=0), "min_points at least 1"),
        (lambda: salticid.Scorer("spider", params={"a": object()}), "plan: "),
        (lambda: salticid.Scorer("spider", params={"a": [[]] * 3 + [{1, 2}]}), "plan: "),
        (lambda: salticid.compare({"pages": float("inf")}), "NaN and infinity"),
    ]:
        with pytest.raises(salticid.Error, match=problem):
            call()
    for call in [lambda: salticid.Model.load(tmp_path / "missing"), lambda: salticid.read_saved_crawl(tmp_path / "missing")]:
        with pytest.raises(FileNotFoundError):
            call()


def test_several_sitemaps_stand_on_a_line_as_in_the_robots_txt_of_a_host():
    text = 'Sitemap: "http://a.test/1", <http://a.test/2>\nSitemap: no path'
    assert salticid.Robots(text).sitemaps == salticid.Robots(text, url="http://a.test/robots.txt").sitemaps == ["http://a.test/1", "http://a.test/2"]
