"""The command line of another run of siege."""

from __future__ import annotations

from benchdb.domain.reproduce import Facts, Word, url


def siege(facts: Facts) -> list[Word]:
    if not (url(facts) and facts.get("concurrency") and facts.get("duration")):
        return []
    return ["siege", "-b", "-c", facts["concurrency"], "-t", f"{facts['duration']:.0f}S", url(facts)]


COMMANDS = {"siege": siege}
