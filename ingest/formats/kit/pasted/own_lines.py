"""The lines of load tools, and that one of a finished report which no other tool prints.

Programs that write to one terminal leave no report whole: by its lines one is put together again. ab's reader knows its
own among any others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

TITLES = r"Summary:|Response time (?:histogram|distribution):|Latency distribution:|(?:Status code|Error) distribution:"
DETAILS = r"Details \(average, fastest, slowest\):"
TIME = r"[\d.]++(?:[nuµm]?s|m|h)[\w.]*+"
SIZE = r"[\d.]++ ?[KMGTPkmg]?i?B"
RESULTS = {
    "autocannon": r"(?:[│|][ \t]*)?Req/Sec[ \t]+[│|]",
    "bombardier": r"Reqs/sec[ \t]+\d",
    "fortio": r'"RunType":[ \t]*"HTTP"',
    "h2load": r"finished in \d[\w.]*, [\d.]+ req/s",
    "hey": r"Latency distribution:",
    "httperf": r"Total: connections \d",
    "k6": r"http_reqs\.{2,}:",
    "oha": r"Size/sec:[ \t]",
    "plow": r"Latency Percentile:",
    "rewrk": r"Total:[ \t]+\d+[ \t]+Req/Sec:",
    "siege": r"Transaction rate:[ \t]+[\d.]+",
    "vegeta": r"Latencies[ \t]+\[|Bucket[ \t]+#[ \t]+%|Value\(ms\)[ \t]+Percentile[ \t]",
    "webbench_linux": r"Speed ?= ?\d+ pages/min",
    "wrk": r"Thread Stats[ \t]",
}
LINES: dict[str, tuple[str, ...]] = {
    "autocannon": (
        r"Running \d++(?:s| requests) test @ .*",
        r"\d++ connections(?: with \d++ pipelining factor)?",
        r"\d++ workers",
        r"[│─-╿].*",
        r"Req/Bytes counts .*|(?:# )?of samples: .*",
        r"\d++ 2xx responses, \d++ non 2xx responses",
        r"[\d.]++[kM]? requests in [\d.]++s, [\d.]++ [kMGT]?B read",
        r"[\d.]++[kM]? errors \([\d.]++[kM]? timeouts\)",
    ),
    "bombardier": (
        r"Bombarding \S++ .*|Done!|Statistics[ \t]++Avg[ \t]++Stdev[ \t]++Max",
        r"Reqs/sec(?:[ \t]++[\w.+-]++){3}",
        rf"Latency(?:[ \t]++{TIME}){{3}}",
        rf"Latency Distribution|\d{{1,3}}%[ \t]++{TIME}",
        r"There wasn't enough data.*",
        r"HTTP codes:|1xx - \d.*|others - \d++|Errors:|[a-z].* - \d++",
        rf"Throughput:[ \t]++{SIZE}/s",
    ),
    "hey": (
        rf"{TITLES}|{DETAILS}",
        r"(?:Total|Slowest|Fastest|Average):[ \t]++[\d.]++ secs?",
        r"Requests/sec:[ \t]++\d++\.\d{4}",
        r"(?:Total data|Size/request):[ \t]++\d++ bytes",
        r"Note:.*first \d++ results\.?",
        r"-?[\d.]++ \[\d++\][ \t]*+\|.*",
        r"\d{1,3}%%? in[ \t]++[\d.]++ secs?",
        r"[A-Za-z+-]++(?: [a-z]++)?:(?:[ \t]++[\d.]++ secs?,){2}[ \t]++[\d.]++ secs?",
        r"\[\d++\][ \t]++(?!\d++ sockets? used)\S.*",
    ),
    "httperf": (
        r"httperf .*|Maximum connect burst length: \d++|Total: connections .*",
        r"(?:Connection|Request|Reply) (?:rate|time|length|size|status)\b.*",
        r"CPU time \[s\]: .*|Net I/O: .*|Errors: (?:total|fd-unavail) .*",
        r"Session(?: \w++)?(?: \[[\w/]++\])?: .*",
    ),
    "k6": (
        r"(?:[✓✗] )?(?:[A-Za-z_]\w*+)?(?:\{[^}]*+\})?\.{2,}: .*",
        r"█ .*|running \(.*|[✓✗↳] .*|[A-Z][A-Z_]{2,20}(?: [A-Z]{3,20})?|time=\".*|(?:INFO|WARN|ERRO)\[\d++\].*",
        r"(?:http_req|checks|iteration|vus|data)\w*+(?:\{[^}]*+\})?|[\w-]++[ \t]++[✓✗↓]?[ \t]*+\[.*\].*",
    ),
    "oha": (
        rf"{TITLES}|{DETAILS}",
        r"Success rate:[ \t]++[\d.]++%?",
        r"(?:Total|Slowest|Fastest|Average):[ \t]++[\d.]++[ \t]++[a-zµ]++",
        r"Requests/sec:[ \t]++\d++\.\d{4}",
        rf"(?:Total data|Size/request|Size/sec):[ \t]++{SIZE}",
        r"Response time (?:histogram|distribution) \(.*only\):",
        r"[\d.]++(?: [a-zµ]++)?[ \t]++\[\d++\].*",
        r"[\d.]++% in [\d.]++[ \t]++[a-zµ]++",
        r"[A-Za-z][\w+ -]*+:(?:[ \t]++[\d.]++[ \t]++[a-zµ]++,){2}[ \t]++[\d.]++[ \t]++[a-zµ]++",
        r"\[\d++\][ \t]++(?!\d++ sockets? used)\S.*",
    ),
    "plow": (
        r"Benchmarking \S++ .*using \d++ connection\(s\).*|@? ?Real-time charts is .*",
        r"Summary:|Elapsed[ \t]++\S++.*|Count[ \t]++\d++.*|[1-5]xx[ \t]++\d++",
        r"RPS[ \t]++[\d.]++|(?:Reads|Writes)[ \t]++[\d.]++MB/s",
        r'Error:|\d++[ \t]++".*"',
        r"Statistics[ \t]++Min[ \t]++Mean[ \t]++StdDev[ \t]++Max|(?:Latency|RPS)(?:[ \t]++\S++){4}",
        rf"Latency (?:Percentile|Histogram):|(?:P[\d.]++[ \t]*+){{2,}}|(?:{TIME}[ \t]*+){{2,}}",
        rf"{TIME}[ \t]++\d++(?:[ \t]++[\d.]++%)?[ \t■]*+",
    ),
    "rewrk": (
        r"Beginning round \d++.*|Benchmarking \d++ connections @ .*",
        r"Latencies:|Requests:|Transfer:|Avg[ \t]++Stdev[ \t]++Min[ \t]++Max",
        r"[\d.]++ms(?:[ \t]++[\d.]++ms){3}",
        rf"Total:[ \t]++(?:\d++[ \t]++Req/Sec:[ \t]++[\d.]++|{SIZE}[ \t]++Transfer Rate:[ \t]++{SIZE}/Sec)",
        r"[-+| \t]{3,}|[| \t]*+(?:Percentile|[\d.]++%)[ \t|]++(?:Avg Latency|[\d.]++ms)[| \t]*+",
        r"\d++ Errors: .*|connection error: .*|No requests completed successfully",
    ),
    "siege": (
        r"(?:\*\* )?(?:SIEGE \d|Preparing \d++ concurrent users?).*",
        r"The server is now under siege.*|Lifting the server .*",
        r"(?:Transactions|Availability|Elapsed time|Data transferred|Response time|Transaction rate):[ \t]++\d.*",
        r"Throughput:[ \t]++[\d.]++ MB/sec|Concurrency:[ \t]++[\d.]++",
        r"(?:(?:Successful|Failed) transactions|(?:Longest|Shortest) transaction):[ \t]++\d.*",
    ),
    "vegeta": (
        r"(?:Requests|Duration|Latencies|Bytes In|Bytes Out|Success|Status Codes)[ \t]++\[[^\]]*+\].*",
        r"Error Set:|\d{3} [A-Z][a-z].*|[A-Z][a-z]++ \"?https?://.*|(?:unexpected )?EOF",
        r"Bucket[ \t]++#[ \t]++%[ \t]++Histogram|\[[^\]]*+\][ \t]++\d++[ \t]++[\d.]++%[ \t#]*+",
        r"Value\(ms\)[ \t]++Percentile.*|[\d.]++[ \t]++[01]\.\d++[ \t]++\d++[ \t]++\d++\.\d{6}",
    ),
    "webbench_linux": (
        r"Webbench - .*|Benchmarking: [A-Z]++ .*|Request:|User-Agent: WebBench .*|Host: \S++",
        r"(?:GET|HEAD|OPTIONS|TRACE) \S++ HTTP/1\.[01]",
        r"(?:Run+ing info: )?(?:1 client|\d++ clients), running \d++ sec.*",
        r"Speed ?= ?-?\d++ pages/min, .*|Requests: *-?\d++ su\w++, .*",
    ),
    "wrk": (
        r"(?:Running \S++ test @|Thread calibration:) .*|\d++ threads? and \d++ connections",
        r"Thread Stats[ \t]++Avg[ \t]++Stdev[ \t]++Max.*|(?:Latency|Req/Sec)(?:[ \t]++[-+\w./]++){4}%",
        rf"Latency Distribution.*|[\d.]++%[ \t]++{TIME}",
        r"Detailed Percentile spectrum:|Value[ \t]++Percentile[ \t]++TotalCount.*|#?\[(?:Mean|Max|Buckets)[ \t]*+=.*",
        r"[\d.]++[ \t]++[01]\.\d{6}[ \t]++\d++[ \t]++(?:\d++\.\d\d|inf)",
        r"\d++ requests in [\w.]++, [\w.]++ read",
        r"Socket errors: .*|Non-2xx or 3xx responses: \d++",
        r"Requests/sec:[ \t]*+\d++\.\d\d|Transfer/sec:[ \t]*+[\d.]++[KMGT]?B",
    ),
}
RESULT = re.compile(rf"^[ \t]*(?:{'|'.join(f'(?P<{tool}>{line})' for tool, line in RESULTS.items())})", re.MULTILINE)


@cache
def own_line(tool: str) -> re.Pattern[str]:
    """What a whole line of the tool is, its command line too."""
    command = rf"(?:.{{0,200}}[$#%>] )?(?:\S{{0,200}}/)?{tool.partition('_')[0]}[ \t]++(?:-|http).*"
    return re.compile(rf"[ \t]*+(?:{'|'.join((*LINES[tool], command))})[ \t]*")


def results_in(text: str) -> dict[str, list[int]]:
    """Where in the text results stand, by the format that reads them."""
    places = dict[str, list[int]]()
    for match in RESULT.finditer(text):
        places.setdefault(match.lastgroup or "", []).append(match.start())
    return places


def lines_of(tool: str, others: Sequence[str], lines: Sequence[str]) -> list[int] | None:
    """The places of the tool's lines; None where numbers may be of one of the others as well."""
    own, foreign = own_line(tool), [own_line(other) for other in others if other in LINES and other != tool]
    places = [place for place, line in enumerate(lines) if own.fullmatch(line)]
    numbers = (lines[place] for place in places if any(map(str.isdigit, lines[place])))
    return None if any(other.fullmatch(line) for line in numbers for other in foreign) else places
