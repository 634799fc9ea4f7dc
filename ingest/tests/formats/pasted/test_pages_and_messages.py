"""Reports in a mail that a web mailer wrote on one line, and in the messages of a channel that Slack exports."""

from __future__ import annotations

import html
import io
import json
from collections.abc import Callable

import pytest

from ingest.pipeline.identify import read
from ingest.records import Problem, RunRecord, TraceRecord
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


def messages(*texts: str) -> list[dict[str, object]]:
    """As Slack exports them: the code in a message stands in its blocks once more."""
    sent: list[dict[str, object]] = [
        {
            "type": "message",
            "text": f"look:\n```{html.escape(text, quote=False)}```",
            "ts": f"176369000{number}.000100",
            "blocks": [{"type": "rich_text", "elements": [{"type": "text", "text": text}]}],
        }
        for number, text in enumerate(texts)
    ]
    return [*sent, {"type": "message", "text": "nice", "ts": "1763690010.000100"}]


def exported(*texts: str) -> str:
    return json.dumps(messages(*texts), indent=4)


def on_one_line(*texts: str) -> str:
    return json.dumps(messages(*texts))


def compact(*texts: str) -> str:
    return json.dumps(messages(*texts), separators=(",", ":")).replace("/", "\\/")


def answered(*texts: str) -> str:
    """By the API."""
    return json.dumps({"ok": True, "messages": messages(*texts), "has_more": False})


def on_a_line_each(*texts: str) -> str:
    return "".join(json.dumps(one) + "\n" for one in messages(*texts))


@pytest.mark.parametrize("form", [exported, on_one_line, compact, answered, on_a_line_each])
def test_each_report_in_messages_counts_once(form: Callable[..., str]) -> None:
    assert numbers(form(AB)) == numbers(AB)
    assert numbers(form(AB, WRK)) == numbers(f"{AB}\n{WRK}")


def test_a_report_far_behind_others_words_on_their_line_is_read() -> None:
    chat = ["word " * 100] * 200
    assert numbers(on_one_line(*chat, AB)) == numbers(AB)


def test_a_recording_in_a_message_on_one_line_is_read() -> None:
    log = (LOGS / "vmstat/4.0.2/vmstat.txt").read_text()
    shown = [item.what for item in read(io.BytesIO(on_one_line(log).encode()))]
    plain = [item.what for item in read(io.BytesIO(log.encode()))]
    assert [(what.metric, [*what.values]) for what in shown if isinstance(what, TraceRecord)] == [
        (what.metric, [*what.values]) for what in plain if isinstance(what, TraceRecord)
    ]
    assert not any(isinstance(what, Problem) for what in shown)
