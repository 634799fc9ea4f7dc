"""A comparison's question, and single observations for its answer."""

from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.conditions import Observation

QUESTION = ComparisonQuestion(rows="concurrency", cols="zone")
ALIKE = {"machine": "m", "kernel": "k", "zone": "global", "concurrency": "100", "server": "s", "tool": "ab"}


def seen(run: int, value: float, zone: str = "global", concurrency: str = "100", **conditions: str) -> Observation:
    facts = {**ALIKE, "zone": zone, "concurrency": concurrency, **conditions}
    return Observation(run, "requests_per_second", value, concurrency, zone, facts)


FASTER = [*(seen(n, 100 + n) for n in range(5)), *(seen(20 + n, 200 + n, zone="web") for n in range(5))]
