"""Writes crates/archive/tests/foreign/warcio.warc.gz with warcio, as recorders write: wire codings kept, requests and revisits beside
the responses. Usage: record.py FILE."""

import gzip
import sys
from io import BytesIO

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

DATE = "2026-11-20T08:30:00Z"
PAGE = b"<title>Dengue</title><p>Dengue fever comes with fever."


def main(path):
    with open(path, "wb") as file:
        writer = WARCWriter(file, gzip=True, warc_version="1.1")
        writer.write_record(writer.create_warcinfo_record("x.warc.gz", {"software": "warcio"}))
        packed = gzip.compress(PAGE, mtime=0)
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (packed[:20], packed[20:])) + b"0\r\n\r\n"
        wire = [("Content-Type", "text/html"), ("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")]
        record(writer, "http://a.test/wire", "200 OK", wire, chunks)
        record(writer, "http://a.test/moved", "301 Moved", [("Location", "/wire")], b"")
        revisit = writer.create_revisit_record(
            "http://a.test/again",
            digest="sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
            refers_to_uri="http://a.test/wire",
            refers_to_date=DATE,
            warc_headers_dict={"WARC-Date": DATE},
        )
        writer.write_record(revisit)


def record(writer, url, status, headers, body):
    answer = writer.create_warc_record(
        url, "response", payload=BytesIO(body),
        http_headers=StatusAndHeaders(status, headers, protocol="HTTP/1.1"), warc_headers_dict={"WARC-Date": DATE},
    )
    request = writer.create_warc_record(
        url, "request",
        http_headers=StatusAndHeaders("GET / HTTP/1.1", [("Host", "a.test")], is_http_request=True),
        warc_headers_dict={"WARC-Date": DATE},
    )
    writer.write_request_response_pair(request, answer)


main(sys.argv[1])
