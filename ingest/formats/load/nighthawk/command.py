"""The command line of another run of nighthawk."""

from benchdb.domain.reproduce import Facts, Word, option, url


def nighthawk(facts: Facts) -> list[Word]:
    """Its options are those of each worker; a run whose workers do not share evenly has no command."""
    workers = facts.get("threads") or 1
    shares = [facts.get("concurrency"), facts.get("rate")]
    if not (url(facts) and shares[0] and facts.get("duration") and isinstance(workers, int)):
        return []
    if any(isinstance(share, int | float) and share % workers for share in shares):
        return []
    connections, rate = (f"{share / workers:.0f}" if isinstance(share, int | float) else None for share in shares)
    length = f"{facts['duration']:.0f}"
    return [
        *("nighthawk_client", "--concurrency", workers, "--connections", connections, *option("--rps", rate)),
        *("--duration", length, "--output-format", "json", url(facts)),
    ]


COMMANDS = {"nighthawk": nighthawk}
