"""How the reports of the load tools begin, and lines that only they have: where one stands, another's report ends."""

from __future__ import annotations

TOOLS = {
    "ab": r"This is ApacheBench|Benchmarking [^\s:]|Server Software:|Concurrency Level:|Percentage of the requests",
    "httperf": r"httperf |Total: connections |Maximum connect burst",
    "wrk": r"Running \S++ test @ |Thread Stats  ",
    "siege": r"(?:\*\* )?SIEGE \d|Transactions:[ \t]|The server is now under siege|\{?[ \t]*+\"transactions\":",
    "webbench": r"Webbench - |Benchmarking: |Speed ?+= ?+-?\d++ pages",
    "bombardier": r"Bombarding |Statistics  ",
    "hey": r"Summary:",
    "h2load": r"starting benchmark|finished in ",
    "k6": r"running \(",
    "vegeta": r"Requests[ \t]++\[total",
    "sysstat": r"Linux \d",
}


def others(own: str) -> str:
    """Matches where a report of any tool but `own` begins."""
    return "|".join(sign for tool, sign in TOOLS.items() if tool != own)
