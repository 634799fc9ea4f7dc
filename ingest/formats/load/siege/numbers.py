"""The texts of a siege report -> measurements in base units, and what contradicts itself in them.

Source: siege src/main.c. MB are 1024 * 1024 bytes. Response, longest and shortest are seconds, with " ms" since 4.1.6.
siege prints two digits: 0.00 is no zero but less than it can show, and is said to be that.
"""

from __future__ import annotations

from ingest.formats.kit.measured import Measured
from ingest.formats.load.siege.report import KEYS, Printed, Report

METRICS = {
    "transactions": "requests_completed",
    "availability": "availability",
    "elapsed_time": "duration",
    "data_transferred": "bytes_received",
    "response_time": "latency_mean",
    "transaction_rate": "requests_per_second",
    "throughput": "transfer_rate",
    "concurrency": "concurrency_mean",
    "successful_transactions": "requests_succeeded",
    "failed_transactions": "requests_failed",
    "http_ok_received": "responses",
    "longest_transaction": "latency_max",
    "shortest_transaction": "latency_min",
}
ITEMS = {"http_ok_received": "200"}
UNITS = {  # as printed -> decimal exponent, factor
    "%": ("e-2", 1),
    "ms": ("e-3", 1),
    "KB": ("", 1024),
    "MB": ("", 1024**2),
    "GB": ("", 1024**3),
}
TIMES = ("response_time", "longest_transaction", "shortest_transaction")
PER_TIME = ("transaction_rate", "throughput", "concurrency")  #: nothing where no time passed
SMALL = ("data_transferred", *TIMES, "throughput")
HALF_A_DIGIT = "0.0051"


def amount(printed: Printed) -> float | None:
    """In the base unit; None for nan and inf."""
    if "n" in printed.text.lower():
        return None
    exponent, factor = UNITS.get(printed.unit.removesuffix("/sec"), ("", 1))
    return float(printed.text + exponent) * factor


def rounding(printed: Printed) -> float:
    """By how much a printed number may be off."""
    half = HALF_A_DIGIT if "." in printed.text else "0.51"
    exponent, factor = UNITS.get(printed.unit.removesuffix("/sec"), ("", 1))
    return float(half + exponent) * factor


def numbers(report: Report) -> Measured:
    """Everything measured in `report`."""
    measured = Measured()
    values = {key: value for key, printed in report.fields.items() if (value := amount(printed)) is not None}
    for key in unmeasured(values):
        values.pop(key, None)
    for key, value in values.items():
        measured.add(METRICS[key], value, report.fields[key].line, ITEMS.get(key, ""))
    if refused := answered_with_errors(values):
        measured.add("responses", refused, report.fields["successful_transactions"].line, "non_2xx_3xx")
    for number, label, text in report.unread:
        measured.unread(number, label, text)
    for doubt in (_too_small, _rate, _speed, _availability, _times):
        if sentence := doubt(report, values):
            measured.doubt(sentence)
    return measured


def answered_with_errors(values: dict[str, float]) -> float:
    """Transactions that were not successful: answers of 400 and more, of which siege counts 4xx as no failures.

    0 where they may be those under way when the time was over, as many as there were clients.
    """
    done, succeeded = values.get("transactions", 0), values.get("successful_transactions")
    if succeeded is None or done <= succeeded:
        return 0
    under_way = 2 * values.get("concurrency", 0) + 1
    return done - succeeded if not succeeded or done - succeeded > under_way else 0


def unmeasured(values: dict[str, float]) -> list[str]:
    """What is printed as 0 without having been measured: times of nothing, and rates over no time."""
    if values.get("transactions") == 0:
        return [key for key in (*TIMES, *PER_TIME, "data_transferred") if values.get(key) == 0]
    if values.get("elapsed_time") == 0:
        return ["elapsed_time", *(key for key in PER_TIME if values.get(key) == 0)]
    return []


def _too_small(report: Report, values: dict[str, float]) -> str:
    names = [KEYS[key].lower() for key in SMALL if values.get(key) == 0] if values.get("transactions") else []
    if not names:
        return ""
    return f"siege prints 0 for {', '.join(names)}: that is less than its last digit shows, not nothing."


def _quotient(report: Report, values: dict[str, float], total: str, rate: str) -> bool:
    """`total` / elapsed time may be `rate`, as far as the digits tell; yes if one is missing."""
    if not all(key in values for key in (total, rate, "elapsed_time")) or values["elapsed_time"] <= 0:
        return True
    fields, time = report.fields, values["elapsed_time"]
    spare = rounding(fields["elapsed_time"])
    loss = rounding(fields[total]) if "." in fields[total].text or fields[total].unit == "MB" else 0
    highest = (values[total] + loss) / (time - spare) if time > spare else float("inf")
    slack = rounding(fields[rate])
    return (values[total] - loss) / (time + spare) - slack <= values[rate] <= highest + slack


def _rate(report: Report, values: dict[str, float]) -> str:
    if _quotient(report, values, "transactions", "transaction_rate"):
        return ""
    return (
        f"{values['transactions']:,.0f} transactions in {values['elapsed_time']:g} s do not make the "
        f"{values['transaction_rate']:g} per second that are printed."
    )


def _speed(report: Report, values: dict[str, float]) -> str:
    if _quotient(report, values, "data_transferred", "throughput"):
        return ""
    return "The data transferred in the elapsed time do not make the throughput that is printed."


def _availability(report: Report, values: dict[str, float]) -> str:
    """siege: transactions / (transactions + failed)."""
    done, failed, share = (values.get(key) for key in ("transactions", "failed_transactions", "availability"))
    if done is None or failed is None or share is None or done + failed == 0:
        return ""
    if abs(done / (done + failed) - share) <= rounding(report.fields["availability"]):
        return ""
    return f"{failed:,.0f} failures beside {done:,.0f} transactions are not the availability of {share:.2%} printed."


def _times(report: Report, values: dict[str, float]) -> str:
    shortest, mean, longest = (
        values.get(key) for key in ("shortest_transaction", "response_time", "longest_transaction")
    )
    if shortest is None or mean is None or longest is None:
        return ""
    slack = 2 * rounding(report.fields["response_time"])
    if shortest - slack <= mean <= longest + slack:
        return ""
    return "The mean response time is not between the shortest and the longest transaction."
