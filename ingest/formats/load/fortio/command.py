"""The command line of another run of fortio."""

from benchdb.domain.reproduce import Facts, Word, option, seconds, url


def fortio(facts: Facts) -> list[Word]:
    """As many calls, or as long; at the same rate, or as fast as it goes."""
    if not (url(facts) and facts.get("concurrency") and (facts.get("requests") or facts.get("duration"))):
        return []
    length = [*option("-n", facts.get("requests"))] or ["-t", seconds(facts["duration"])]
    rate = facts.get("rate") or 0
    return ["fortio", "load", "-c", facts["concurrency"], "-qps", f"{rate:g}", *length, "-json", "-", url(facts)]


COMMANDS = {"fortio": fortio}
