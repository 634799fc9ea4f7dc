"""Reports in a mail that a web mailer wrote on one line, and in the messages of a channel that Slack exports."""

from __future__ import annotations

import html
import io
import json

import pytest

from ingest.pipeline.identify import read
from ingest.records import Problem, RunRecord
from ingest.tests.goldens import LOGS

AB = (LOGS / "ab/2.4.71-debian12/keepalive-n5000-c50.log").read_text()
WRK = (LOGS / "wrk/4.1.0-debian12/latency.log").read_text()
Numbers = list[tuple[str, str, float]]


def numbers(log: str) -> list[tuple[str, Numbers]]:
    items = [item.what for item in read(io.BytesIO(log.encode()))]
    assert [what for what in items if isinstance(what, Problem)] == []
    runs = [what for what in items if isinstance(what, RunRecord)]
    return [(run.status, [(one.metric, one.item, one.value) for one in run.measurements]) for run in runs]


def in_breaks(text: str) -> str:
    lines = html.escape(text.rstrip(), quote=False).replace("\n", "<br>")
    return f'<div dir="ltr">Hi,<br>look at this:</div><div>{lines}</div><div>Bye</div>'


def in_blocks(text: str) -> str:
    lines = html.escape(text.rstrip(), quote=False).split("\n")
    return "<div>Hi</div>" + "".join(f"<div>{line or '<br>'}</div>" for line in lines)


@pytest.mark.parametrize("page", [in_breaks, in_blocks])
@pytest.mark.parametrize("log", [AB, WRK])
def test_a_mail_on_one_line_is_read_like_its_lines(page: object, log: str) -> None:
    assert callable(page)
    for end in ("", "\n"):
        assert numbers(page(log) + end) == numbers(log)


def test_reports_of_two_tools_in_one_mail_are_two_runs() -> None:
    assert numbers(in_breaks(f"{AB}\n{WRK}")) == numbers(f"{AB}\n{WRK}")


def exported(*texts: str) -> str:
    """As Slack does it: the code in a message stands in its blocks once more."""
    messages = [
        {
            "type": "message",
            "text": f"look:\n```{html.escape(text, quote=False)}```",
            "ts": f"176369000{number}.000100",
            "blocks": [{"type": "rich_text", "elements": [{"type": "text", "text": text}]}],
        }
        for number, text in enumerate(texts)
    ]
    return json.dumps([*messages, {"type": "message", "text": "nice", "ts": "1763690010.000100"}], indent=4)


def test_each_report_in_messages_counts_once() -> None:
    assert numbers(exported(AB)) == numbers(AB)
    assert numbers(exported(AB, WRK)) == numbers(f"{AB}\n{WRK}")
