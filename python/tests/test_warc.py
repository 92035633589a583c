import io
import subprocess
import sys

import pytest
import salticid

PAGE = b"HTTP/1.1 200 OK\r\n\r\n<p>page"
RECORD = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"


class File:
    def __init__(self, read):
        self.read = read


def test_a_read_may_return_anything():
    for part in (lambda size: b"x" * (size + 1), lambda size: b"x" * 10 * size, lambda size: "x", lambda size: None, lambda size: size):
        with pytest.raises(salticid.FileError, match=r"read\(\) (returned more bytes|must return bytes)"):
            list(salticid.WarcReader(File(part)))


@pytest.mark.parametrize("length", [2**64, 2**64 - 1, 2**64 - 60, 2**63, 2**32])
def test_a_record_of_any_length_is_damage(length):
    claimed = RECORD % (length, PAGE)
    (damage,) = salticid.WarcReader(io.BytesIO(claimed))
    assert isinstance(damage, salticid.WarcDamage)
    found = list(salticid.WarcReader(io.BytesIO(RECORD % (len(PAGE), PAGE) + claimed)))
    assert [type(one) for one in found] == [salticid.WarcResponse, salticid.WarcDamage]


def test_an_interrupt_in_a_read_is_not_an_error_of_the_file():
    def interrupted(size):
        raise KeyboardInterrupt

    def broken(size):
        raise InterruptedError("gone")

    with pytest.raises(KeyboardInterrupt):
        salticid.WarcReader(File(interrupted))
    with pytest.raises(salticid.FileError, match="gone"):
        salticid.WarcReader(File(broken))


def test_a_read_cannot_use_its_own_reader():
    file = io.BytesIO(RECORD % (len(PAGE), PAGE))
    readers = []

    def read(size):
        for reader in readers:
            next(reader)
        return file.read(min(size, 9))

    readers.append(salticid.WarcReader(File(read)))
    with pytest.raises(salticid.FileError, match="the reader is in use"):
        list(readers[0])


@pytest.mark.parametrize("code", ["sys.modules['salticid.errors'] = None", "sys.setrecursionlimit(300)"])
def test_an_exception_is_raised_where_nothing_can_be_imported(code):
    program = f"""
import sys, salticid
{code}
class File:
    def read(self, size):
        return next(salticid.WarcReader(self)).body
try:
    salticid.WarcReader(File())
except OSError:
    pass
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2_000:]


def test_a_recorded_web_warns_of_its_damaged_places(tmp_path):
    file = tmp_path / "damaged.warc"
    file.write_bytes(RECORD % (len(PAGE), PAGE) + b"WARC/1.1\r\nWARC-Type: response\r\n\r\n")
    with pytest.warns(UserWarning, match="no valid length"):
        list(salticid.crawl("spiders", ["http://a.test/"], web=str(file), strategy="best-first", pages=2))


def test_records_of_other_kinds_are_counted():
    request = b"WARC/1.1\r\nWARC-Type: request\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
    reader = salticid.WarcReader(io.BytesIO(request * 2 + RECORD % (len(PAGE), PAGE)))
    assert len(list(reader)) == 1
    assert reader.others == {"request": 2}
