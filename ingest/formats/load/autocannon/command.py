"""The command line of another run of autocannon."""

from benchdb.domain.reproduce import Facts, Word, option, url


def autocannon(facts: Facts) -> list[Word]:
    if not (url(facts) and facts.get("concurrency") and (facts.get("duration") or facts.get("requests"))):
        return []
    length = [*option("-a", facts.get("requests"))] or ["-d", f"{facts['duration']:.0f}"]
    pipelining = option("-p", facts.get("streams_per_client"))
    return ["autocannon", "-c", facts["concurrency"], *length, *pipelining, url(facts)]


COMMANDS = {"autocannon": autocannon}
