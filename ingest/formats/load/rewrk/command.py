"""The command line of another run of rewrk."""

from benchdb.domain.reproduce import Facts, Word, option, seconds, url


def rewrk(facts: Facts) -> list[Word]:
    if not (url(facts) and facts.get("concurrency") and facts.get("duration")):
        return []
    threads = option("-t", facts.get("threads"))
    return ["rewrk", *threads, "-c", facts["concurrency"], "-d", seconds(facts["duration"]), "-h", url(facts)]


COMMANDS = {"rewrk": rewrk}
