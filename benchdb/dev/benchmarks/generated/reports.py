"""Numbers -> the report that ab 2.3 prints of them, and the measurements that are read from it.

The layout is that of output_results() in httpd's support/ab.c. Twelve of the numbers it prints are stored.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

REPORT = """This is ApacheBench, Version 2.3 <$Revision: 655654 $>

Benchmarking 127.0.0.1 (be patient).....done


Server Software:        {software}
Server Hostname:        127.0.0.1
Server Port:            80

Document Path:          /index.html
Document Length:        4096 bytes

Concurrency Level:      {concurrency}
Time taken for tests:   {duration:.3f} seconds
Complete requests:      {requests}
Failed requests:        {failed}
Total transferred:      {received} bytes
HTML transferred:       {body} bytes
Requests per second:    {rate:.2f} [#/sec] (mean)
Time per request:       {time:.3f} [ms] (mean)
Time per request:       {share:.3f} [ms] (mean, across all concurrent requests)
Transfer rate:          {transfer:.2f} [Kbytes/sec] received

Percentage of the requests served within a certain time (ms)
  50%    {p50:>5}
  66%    {p66:>5}
  75%    {p75:>5}
  80%    {p80:>5}
  90%    {p90:>5}
  95%    {p95:>5}
  98%    {p98:>5}
  99%    {p99:>5}
 100%    {p100:>5} (longest request)

"""
LINES = REPORT.count("\n")
PERCENTILES = (50, 66, 75, 80, 90, 95, 98, 99, 100)
#: metric -> its line of a report, from 1
STORED = {
    "duration": 14,
    "requests_completed": 15,
    "requests_failed": 16,
    "bytes_received": 17,
    "bytes_body": 18,
    "requests_per_second": 19,
    "transfer_rate": 22,
    "latency_p50": 25,
    "latency_p90": 29,
    "latency_p95": 30,
    "latency_p99": 32,
    "latency_max": 33,
}
HEADER = 430  #: bytes of a response besides its document


@dataclass(frozen=True, slots=True)
class Load:
    """What one run was asked to do, and how fast its setup is."""

    software: str  #: as ab prints it: Apache/2.4.62
    concurrency: int
    requests: int
    speed: float  #: requests per second in the long run


def reports(load: Load, count: int, random: np.random.Generator) -> tuple[list[str], NDArray[np.float64]]:
    """So many runs of one load: the text of each, and one row of values for each, in the order of `STORED`."""
    texts, rows = [], []
    noise = np.exp(random.normal(0, 0.02, count))
    failures = np.where(random.random(count) < 0.05, random.integers(1, 20, count), 0)
    tails = np.sort(1 + random.gamma(2, 0.35, (count, len(PERCENTILES))), axis=1)
    for index in range(count):
        text, values = report(load, float(noise[index]), int(failures[index]), tails[index])
        texts.append(text)
        rows.append(values)
    return texts, np.array(rows)


def report(load: Load, noise: float, failed: int, tail: NDArray[np.float64]) -> tuple[str, tuple[float, ...]]:
    duration = round(load.requests / (load.speed * noise), 3)
    rate = round(load.requests / duration, 2)
    received, body = load.requests * (4096 + HEADER), load.requests * 4096
    transfer = round(received / 1024 / duration, 2)
    mean = load.concurrency * 1000 / rate
    times = [max(round(float(mean * factor)), 1) for factor in tail / tail[0]]
    text = REPORT.format(
        software=load.software,
        concurrency=load.concurrency,
        duration=duration,
        requests=load.requests,
        failed=failed,
        received=received,
        body=body,
        rate=rate,
        time=mean,
        share=1000 / rate,
        transfer=transfer,
        **{f"p{share}": time for share, time in zip(PERCENTILES, times, strict=True)},
    )
    shown = [times[PERCENTILES.index(share)] / 1000 for share in (50, 90, 95, 99, 100)]
    return text, (duration, load.requests, failed, received, body, rate, transfer * 1024, *shown)
