"""The command line of another run of webbench."""

from __future__ import annotations

from benchdb.domain.reproduce import Facts, Word, url


def webbench(facts: Facts) -> list[Word]:
    if not (url(facts) and facts.get("concurrency") and facts.get("duration")):
        return []
    return ["webbench", "-c", facts["concurrency"], "-t", f"{facts['duration']:.0f}", url(facts)]


COMMANDS = {"webbench": webbench}
