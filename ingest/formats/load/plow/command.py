"""The command line of another run of plow."""

from benchdb.domain.reproduce import Facts, Word, option, seconds, url


def plow(facts: Facts) -> list[Word]:
    if not (url(facts) and facts.get("concurrency") and (facts.get("requests") or facts.get("duration"))):
        return []
    length = [*option("-n", facts.get("requests"))] or ["-d", seconds(facts["duration"])]
    return ["plow", "-c", facts["concurrency"], *length, *option("--rate", facts.get("rate")), url(facts)]


COMMANDS = {"plow": plow}
