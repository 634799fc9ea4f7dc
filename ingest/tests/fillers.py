"""Text that regular expressions and readers are slow with, if anything: repeated, it is what a hostile file holds."""

from __future__ import annotations

GENERAL = (
    *("\n", " ", "\t", "\r", " \n", "|", "1", "1.", ",", '"', "\\", "-", "%", "<", "[", "{", "a", "9 ", "9\n", "1, "),
    *("a b c", "a b c\n", "[1] ", "> \n", "^C", "\x1b[", "<a>", '{"a":', "50% ", "12:00:00 ", "1 1.0 ", "$ ", "/"),
)

#: Of sysstat's JSON, whatever tool wrote it.
DOCUMENT = (
    *('\\"', '"\\"', '{"statistics":[{', '"sysstat": {', "\n\t\t\t\t{\n", '\n\t\t\t\t{\n"a": 1,,\n\t\t\t\t}'),
    *('{"disk_device": "a", "tps": 1}', '{"cpu": "0", "usr": 1}', '{"PID": 1, "cmd": "a"}', '{"PID":'),
)
#: Of sysstat's and Solaris' text.
REPORT = (
    *(
        ": ",
        "11:59:58 ",
        "%a ",
        "\n\n1 ",
        "a\n",
        "9" * 90,
        "a / 1 ",
        "Average: ",
        "Linux 6.1 (a) ",
        "\nLinux 6.1 (a) 01/02/03\n",
    ),
    *(
        "avg-cpu: ",
        "Device: ",
        "CPU ",
        "procs ",
        "# Time ",
        "SunOS a 5.10 b c 01/02/2003\n",
        "swap ",
        "\n11:59:58 CPU %user\n",
    ),
)
SADF = ("<timestamp ", "a;1;", "# hostname;interval;timestamp;CPU;%user[...];tps\n", "web1\t", "<boot ", "<comment ")

WEBBENCH = "WebBench\nClients,Requests/sec\n"

#: What the lines of one format's own logs begin with.
OWN: dict[str, tuple[str, ...]] = {
    "ab": (
        *("<tr", "ab -", "apr_a", "Server Software:", "Benchmarking a (be patient)", "\nabsent line"),
        *("\nConcurrency Level: 1", "\nLOG: x", "> ^C"),
    ),
    "autobench": ("dem_req_rate\t", "req_rate_a\t", "dem_req_rate,req_rate_a\n1,2\n", "9nan"),
    "bombardier": (
        *("Bombarding a for 1s using 1 connection(s)\n", "Statistics Avg Stdev Max\n", "Statistics Avg Stdev Max"),
        *('{"spec":{"url"', "[==>", '{"result":{"bytesRead":1,', '{"spec":{"url":[[[[', "Bombarding a "),
    ),
    "h2load": (
        *(
            "spawning thread #0: 1 total client(s). ",
            "finished in 1s, 2 req/s, ",
            "starting benchmark...\n",
            "min max ",
        ),
        *("spawning thread #0: 1 total client(s).\n", "finished in 1s, 2 req/s, 3B/s\n"),
    ),
    "hey": ("Summary:\n Total:\t1 secs\n", "Summary:\n", "Summary: ", "$ hey -n "),
    "httperf": (
        *(
            "httperf ",
            "httperf -",
            "$ httperf -a='",
            "--a=",
            "\nTotal: connections 9",
            "Errors: total ",
            " --client=",
            "--",
        ),
        *("\nhttperf --client=0/1 --send-buffer=1", "httperf: warning: ", "\nhttperf: warning: ", "httperf.a: b\n"),
        *("Request rate: 1\n", "Total: connections 1\n", "httperf --client="),
        "\nTotal: connections 1 requests 1 replies 1 test-duration 1.000 s\n",
    ),
    "jtl_xml": (
        *('<testResults version="1.2">', '<httpSample t="1">', "<sample t=", '<httpSample t="1"/>', "</sample>", "&#"),
        *('<testResults><sample t="1" s="true" lb="a"/>', "<testResults></testResults>", ' a="b"'),
    ),
    "k6": (
        *(
            "checks...: 1\n",
            "checks...: ",
            "█ THRESHOLDS\n",
            '{"root_group":{',
            "✓ ",
            "a{",
            "a.",
            "INFO[1] x\n",
            "default [",
        ),
        *('{"metrics":{"vus":{"max":1},', "running (0m02.1s), 0/5 VUs, 1 complete and 0 interrupted iterations\n"),
    ),
    "oha": ("Summary:\n Success rate:\t1\n", '{"summary":{"total":1},', "1.00% in 1 secs\n"),
    "iostat": REPORT,
    "iostat_json": DOCUMENT,
    "mpstat": REPORT,
    "mpstat_json": DOCUMENT,
    "opreport": (
        *(
            "samples  %  ",
            "samples| %| ",
            "samples|",
            "\n\n ",
            "Counted a events (b\n",
            "Counted ",
            "\t\n",
            "\r\n",
            "%",
            "(",
        ),
        *("1 1.0 ", "9" * 90, "a" * 99),
    ),
    "perf": ("# Overhead  Command  Symbol\n", "Overhead ", "# Samples: 1 of event 'a'\n", "9" * 90, "a" * 99),
    "pidstat": REPORT,
    "pidstat_json": DOCUMENT,
    "prstat": REPORT,
    "readprofile": ("1 a 1.0\n", "1 total 1.0\n", "9" * 90, "a" * 99),
    "sadf_db": SADF,
    "sadf_json": DOCUMENT,
    "sadf_ppc": SADF,
    "sadf_xml": SADF,
    "sar": REPORT,
    "solaris_iostat": (
        *REPORT,
        *(
            "device s/w h/w trn tot\n",
            "sd0 ",
            "sd0\nkps tps serv\n",
            "tty cpu\ntin tout us sy wt id\n",
            "<<",
            "us sy wt id ",
        ),
    ),
    "solaris_mpstat": REPORT,
    "solaris_sar": REPORT,
    "solaris_vmstat": REPORT,
    "vmstat": REPORT,
    "siege": (
        *('"transactions": 1,', '{"transactions":', "Transactions: ", "\nTransactions: 1 hits", "[error] ", "**** a\n"),
        *("\n2026-11-20 22:10:01, 1, 1.0,", "siege -", '"availability": 1,'),
    ),
    "vegeta": (
        *("Requests [total] 1\n", "Requests [total] 1 ", "Bucket # % Histogram\n", '{"latencies":{"max":1},'),
        *("[0s, 1ms] 2 3% #\n", "Bucket # % Histogram\n[0s, 1ms] 2"),
    ),
    "webbench": (
        *("<td>", "<td", "<tr>\n", "<td>1\n", "clients,requests/sec\n", "Mix, req per s,", "Length ", "requests "),
        *("webbench static suite length 1\n", WEBBENCH, WEBBENCH + "1,2\n"),
    ),
    "webbench_linux": (
        *("Request:\n", "Request:\nGET / HTTP/1.0\n", "Benchmarking: GET a\n", "a://", "via proxy server a:1"),
        *("Benchmarking: GET a\n1 client, running 1 sec\n", "\nBenchmarking: GET "),
    ),
    "wrk": (
        *("wrk ", "\nwrk -", "unable to connect to ", "a:", "\nRunning 3s test @ a", "Latency ", "\n 1.0"),
        "\nSocket errors: connect 1, ",
    ),
}
