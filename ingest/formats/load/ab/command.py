"""The command line of another run of ab."""

from __future__ import annotations

from benchdb.domain.reproduce import Facts, Word, option, url


def ab(facts: Facts) -> list[Word]:
    if not (url(facts) and facts.get("concurrency") and facts.get("requests")):
        return []
    keep = ["-k"] if facts.get("keepalive") is True else []
    return ["ab", *keep, *option("-n", facts["requests"]), *option("-c", facts["concurrency"]), url(facts)]


COMMANDS = {"ab": ab}
