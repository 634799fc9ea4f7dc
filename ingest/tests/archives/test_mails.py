"""Mails whose text is in base64: their reports are read, whatever stands around them."""

from __future__ import annotations

import base64
import encodings
import gzip
import io
import pkgutil
from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client

from benchdb.domain.text.mails import text_of, with_texts
from benchdb.models import Run
from benchdb.reads.raw_log import excerpt
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.identify import read
from ingest.pipeline.parse_upload import parse_upload
from ingest.records import RunRecord
from ingest.tests.growth import cpu_growth
from ingest.tests.intake.zips import GLOBAL

PART = "Content-Type: text/plain; charset={}\nContent-Transfer-Encoding: base64\n\n{}"


def part(text: str, charset: str = "utf-8") -> str:
    return PART.format(charset, base64.encodebytes(text.encode(charset)).decode())


def rate_of(mail: str) -> list[float]:
    runs = [item.what for item in read(io.BytesIO(mail.encode())) if isinstance(item.what, RunRecord)]
    return [one.value for run in runs for one in run.measurements if one.metric == "requests_per_second"]


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", '"windows-1252"', "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_text_of_any_charset_is_read(charset: str, end: str) -> None:
    text = base64.encodebytes(f"Grüße von Köln\n{GLOBAL.decode()}".encode(charset.strip('"'))).decode()
    assert rate_of(f"From: a@example.org\n{PART.format(charset, text)}".replace("\n", end)) == [390.24]


def test_each_text_of_several_parts_is_read_and_pictures_stay() -> None:
    picture = f"Content-Type: image/png\n{PART.format('utf-8', base64.encodebytes(bytes(range(256)) * 9).decode())}"
    parts = [part(GLOBAL.decode()), picture, part(GLOBAL.decode().replace("390.24", "391.24"))]
    mail = "From: a@example.org\n\n" + "".join(f"--x\n{one}\n" for one in parts) + "--x--\n"
    assert rate_of(mail) == [390.24, 391.24]
    assert base64.encodebytes(bytes(range(256)) * 9) in with_texts(mail.encode())


def test_lines_are_counted_as_a_mail_program_shows_them() -> None:
    """Several lines of the text begin within one of its base64: no other numbers tell them apart."""
    log = GLOBAL.decode()
    shown = with_texts(f"{part(log)}\nthe end\n".encode()).decode().split("\n")
    first = shown.index(log.split("\n")[0])
    assert shown[first : first + log.count("\n")] == log.split("\n")[: log.count("\n")]
    assert "the end" in shown[first + log.count("\n") :]


@pytest.mark.parametrize("log", ["a,1\nb,2", "a,1\nb,2\n"])
def test_a_last_line_is_as_whole_as_it_was(log: str) -> None:
    """Half a row that is cut off would be a row."""
    assert with_texts(part(log).encode()).decode().partition("\n\n")[2] == log


@pytest.mark.parametrize("charset", ["gb18030", "shift_jis", "euc-kr", "big5", "koi8-r", "iso-2022-jp", "us-ascii"])
def test_mails_from_all_over_the_world_are_read(charset: str) -> None:
    assert rate_of(part(GLOBAL.decode(), charset)) == [390.24]


FILLERS = [b"a", b"\xff", b"-", b"aB-", b"\xd8\x00", b"\x1b$B", b"+AA", b"\\u0041", "\u00fc".encode()]


@pytest.mark.thorough
@pytest.mark.parametrize("charset", sorted(one.name for one in pkgutil.iter_modules(encodings.__path__)))
def test_no_charset_takes_more_than_linear_time(charset: str) -> None:
    """Whatever Python knows: those that do are no text here."""

    def work(filler: bytes, size: int) -> None:
        body = base64.encodebytes(filler * (size // len(filler)))
        text_of(f"charset={charset}".encode(), body)

    for filler in FILLERS:
        assert cpu_growth(partial(work, filler), 20_000, 640_000) < 3


@pytest.mark.parametrize("charset", ["none-such", "base64", "undefined", "punycode", "idna", "utf-7", "rot13"])
def test_what_cannot_be_read_stays(charset: str) -> None:
    mail = PART.format(charset, base64.encodebytes(GLOBAL).decode()).encode()
    assert with_texts(mail) == mail


@pytest.mark.django_db
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_run_of_a_mail_is_shown_with_the_lines_that_count(pack: Callable[[bytes], bytes], client: Client) -> None:
    mail = f"From: a@example.org\n{part(GLOBAL.decode())}".encode()
    sent = pack(mail)
    upload = create_upload([IncomingFile("mail.eml", [sent])], {}).upload
    parse_upload(upload.pk)
    run = Run.objects.get(file__upload=upload)
    rate = run.measurements.get(metric="requests_per_second")
    shown = dict(excerpt(run).lines)
    assert shown[rate.line].startswith("Requests per second: 390.24")
    assert len(shown) > mail.count(b"\n")
    page = " ".join(client.get(f"/runs/{run.pk}/").content.decode().split())
    assert "its base64 is shown, and its lines are counted, as the text that it carries" in page
    assert b"".join(client.get(f"/runs/{run.pk}/log")) == sent  # to be checked by its SHA-256
