"""The command line of another run of wrk or wrk2."""

from __future__ import annotations

from benchdb.domain.reproduce import Facts, Word, option, seconds, url


def wrk(facts: Facts) -> list[Word]:
    if not (url(facts) and facts.get("concurrency") and facts.get("duration")):
        return []
    name = str(facts["tool"])
    rate = option("-R", facts.get("rate")) if name == "wrk2" else []
    return [
        name,
        *option("-t", facts.get("threads")),
        *option("-c", facts["concurrency"]),
        *option("-d", seconds(facts["duration"])),
        *rate,
        url(facts),
    ]


COMMANDS = {"wrk": wrk, "wrk2": wrk}
