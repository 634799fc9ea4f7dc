"""vegeta's text reports -> Report, and the line that is missing at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ingest.formats.kit.command_lines import SURE_KINDS, kind_of
from ingest.formats.kit.printed_units import PART, half_digit, in_seconds, percentile, seconds
from ingest.formats.kit.report_scanner import Page
from ingest.formats.load.vegeta import layout
from ingest.formats.load.vegeta.report import Report

Cells = dict[str, str]
TIMED = ("Duration", "Latencies")
NO_TIMES = "A histogram of vegeta shows how many requests took how long at most, no latencies: only they are counted."


def read(page: Page, report: Report) -> str:
    """Fill `report` row by row. Returns what is missing, "" if it is whole."""
    for label in layout.LABELS:
        line, row = page.line, layout.ROW.match(page.text, page.place)
        if label == "Requests" and row and row[1] == "Duration":
            report.is_headless = True
            continue
        if not row or row[1] != label or not (row[0].endswith("\n") or label == "Status Codes"):
            return label
        page.go(row.end())
        names = [name.strip() for name in row[2].split(",")]
        texts = [text.strip() for text in row[3].split(",")]
        if label != "Status Codes" and len(texts) > len(names):  # decimal commas are commas, too
            report.torn_lines.append((line, label))
            continue
        if label in TIMED and is_cut(names, texts):
            report.cut_lines.append((line, label))
            texts = texts[:-1]
        cells = dict(zip(names, texts, strict=False))
        READERS[label](report, cells, line)
    errors = page.take(layout.ERROR_SET)
    report.errors = [line.strip() for line in errors[1].splitlines() if line.strip()] if errors else []
    if report.errors and errors and not errors[0].endswith("\n") and kind_of(report.errors[-1]) not in SURE_KINDS:
        report.cut_error = report.errors[-1]
    if errors or row is None or row[0].endswith("\n") or report.is_counted:
        return ""
    report.codes = {}  # the log ends in this line: digits may be missing
    return "Error Set:"


def is_cut(names: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether the edge of a screen took cells, or the end of one: Go ends times with seconds, 3m is a part of 3ms."""
    return len(texts) < len(names) or not all(text.endswith("s") or text == "0" for text in texts)


def _requests(report: Report, cells: Cells, line: int) -> None:
    report.total, report.total_line = number(cells.get("total")), line
    report.measured.add("requests_per_second_offered", number(cells.get("rate")), line)
    report.measured.add("requests_per_second", number(cells.get("throughput")), line)


def _duration(report: Report, cells: Cells, line: int) -> None:
    for name, text in cells.items():
        if name in ("total", "attack", "wait"):
            report.measured.add("duration", seconds(text), line, "" if name == "total" else name)
            report.slack = max(report.slack, slack(text))


def _latencies(report: Report, cells: Cells, line: int) -> None:
    for name, text in cells.items():
        if name in ("min", "mean", "max"):
            report.measured.add(f"latency_{name}", seconds(text), line)
        elif name.isascii() and name.isdigit() and len(name) < 3:
            report.measured.add(percentile(name), seconds(text), line)


def _bytes_in(report: Report, cells: Cells, line: int) -> None:
    report.measured.add("bytes_body", number(cells.get("total")), line)


def _bytes_out(report: Report, cells: Cells, line: int) -> None:
    report.measured.add("bytes_sent", number(cells.get("total")), line, "body")


def _success(report: Report, cells: Cells, line: int) -> None:
    ratio = number(cells.get("ratio", "").rstrip("%"))
    report.measured.add("availability", None if ratio is None else ratio / 100, line)


def _codes(report: Report, cells: Cells, line: int) -> None:
    text = cells.get("code:count", "")
    report.codes = {code: int(count) for code, count in layout.CODE.findall(text)}
    report.codes_line = line


READERS: dict[str, Callable[[Report, Cells, int], None]] = {
    "Requests": _requests,
    "Duration": _duration,
    "Latencies": _latencies,
    "Bytes In": _bytes_in,
    "Bytes Out": _bytes_out,
    "Success": _success,
    "Status Codes": _codes,
}


def histogram(page: Page, report: Report) -> str:
    """Count the requests of `report -type=hist`."""
    line, table = page.line + 1, page.take(layout.HISTOGRAM)
    rows = f"{table[1]}{table[2] or ''}" if table else ""
    counts = layout.BUCKET.findall(rows)
    if "+Inf]" not in rows or len(counts) != rows.count("["):
        return "bucket up to +Inf"
    report.measured.add("requests_completed", sum(map(int, counts)), line)
    report.measured.doubt(NO_TIMES)
    return ""


def quantiles(page: Page, report: Report) -> str:
    """Read the quantiles of `report -type=hdrplot`."""
    line, table = page.line + 1, page.take(layout.QUANTILES)
    rows = layout.QUANTILE.findall(table[1]) if table else []
    for offset, (ms, quantile, _) in enumerate(rows):
        name = percentile(f"{float(quantile) * 100:.6f}")
        report.measured.add(name, number(ms + "e-3"), line + offset)
    if not rows or float(rows[-1][1]) < 1:
        return "1.000000"
    report.measured.add("requests_completed", rows[-1][2], line + len(rows) - 1)
    return ""


def number(text: str | None) -> float | None:
    """A printed number; None if it is none."""
    try:
        return float(text or "")
    except ValueError:
        return None


def slack(text: str) -> float:
    """Seconds by which a printed duration may be off."""
    parts = PART.findall(text)
    return 2 * half_digit(parts[-1][0]) * in_seconds("1", parts[-1][1]) if parts else 0.0
