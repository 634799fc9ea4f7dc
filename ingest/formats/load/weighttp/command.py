"""The command line of another run of weighttp."""

from benchdb.domain.reproduce import Facts, Word, option, url


def weighttp(facts: Facts) -> list[Word]:
    if not (url(facts) and facts.get("concurrency") and facts.get("requests")):
        return []
    keep = ["-k"] if facts.get("keepalive") is True else []
    return [
        *("weighttp", *keep, *option("-n", facts["requests"]), *option("-c", facts["concurrency"])),
        *(*option("-t", facts.get("threads")), url(facts)),
    ]


COMMANDS = {"weighttp": weighttp}
