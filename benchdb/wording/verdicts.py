"""Verdicts as words: their signs, in tables, and at the end of sentences. Pure."""

from __future__ import annotations

from collections.abc import Sequence

#: Verdict -> (its sign, as a table says it)
VERDICTS = {
    "better": ("▲", "better"),
    "worse": ("▼", "worse"),
    "differs": ("◆", "differs"),
    "equivalent": ("≈", "same"),
    "no evidence": ("?", "cannot tell"),
    "too few runs": ("?", "too few runs"),
    "cannot be told from drift": ("?", "cannot be told from drift"),
    "not comparable": ("≠", "not comparable"),
}
#: What stands against a verdict besides conditions -> why nothing compares.
BECAUSE = {
    "more failures": "more requests failed on one side",
    "nothing served on either side": "nothing was served on either side: every request failed",
    "no 2xx on either side": "no reply of either side was a 2xx: redirects or errors",
    "nothing served on one side": "nothing was served on one side",
    "no 2xx on one side": "no reply of one side was a 2xx: redirects or errors",
    "lost runs": "runs of it were stopped before the end",
    "lost runs of the baseline": "runs of the baseline were stopped before the end",
    "failed in both": "requests failed in both, and of how many is not on record",
    "at once on one side": "the runs of one side shared the server with another load",
    "more redirects or errors": "more replies of one side were no 2xx",
    "varies on one side": "only the replies of one side vary in length",
    "another document": "the replies of one side are much larger",
}
JUDGEMENTS = {
    "too few runs": "too few to judge",
    "not comparable": "not comparable, because other conditions differ",
    **{reason: f"not comparable, because {why}" for reason, why in BECAUSE.items()},
    "as offered": "both kept up with the offered rate",
    "no evidence": "the runs cannot tell",
    "rounded": "cannot tell, because the figures are rounded",
    "equivalent": "the same within the margin asked for",
    "all equal": "the same in every run",
}


def verdict_word(verdict: str) -> str:
    """A verdict without its margin: `cannot tell`; "" where nothing stood beside a baseline."""
    return verdict and VERDICTS.get(verdict, ("", verdict))[1]


def judgement(verdict: str) -> str:
    """A verdict at the end of a sentence: `equivalent within 2%` is `the same within 2%`."""
    known, within, margin = verdict.partition(" within ")
    if within and known == "equivalent":
        return f"the same within {margin}"
    if within and known == "rounded":
        return f"shown to be neither different nor the same within {margin}, because the figures are rounded"
    if within and known == "no evidence":
        return f"shown to be neither different nor the same within {margin}"
    return JUDGEMENTS.get(verdict, verdict)


def verdict_words(verdict: str, margin: float) -> str:
    """A verdict in a table: `same within 5%`; "" where nothing stood beside a baseline."""
    if not verdict:
        return "not compared"
    _, words = VERDICTS[verdict]
    return f"{words} within {margin:g}%" if verdict == "equivalent" else words


def outcome(counts: Sequence[tuple[str, int]], compared: str = "rows") -> str:
    """`too few runs to judge any of 5 rows`; `2 of 5 rows better, 3 cannot tell`. What was `compared` is counted."""
    total = sum(count for _, count in counts)
    if len(counts) == 1:
        ((verdict, _),) = counts
        if total == 1:
            return {"too few runs": "too few runs to judge", "no evidence": "the runs cannot tell"}.get(
                verdict, VERDICTS[verdict][1]
            )
        alone = {"too few runs": "too few runs to judge any", "no evidence": "the runs cannot tell in any"}
        return f"{alone.get(verdict, f'{VERDICTS[verdict][1]} in each')} of {total} {compared}"
    of_all = [f" of {total} {compared}", *[""] * len(counts)]
    return ", ".join(f"{n}{of} {VERDICTS[verdict][1]}" for (verdict, n), of in zip(counts, of_all, strict=False))
