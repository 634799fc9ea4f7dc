"""k6 end-of-test summaries, text and JSON -> one RunRecord for each.

Source: grafana/k6 js/summary.js, grafana.com/docs/k6. In text a kB is 1000 bytes; in JSON times are milliseconds.
Says nothing about: version, URL, start time. Metrics of the script's own, groups and scenarios are passed over.
Not read: `--out csv` and `--out json`, which have a line per sample.
"""

TITLE = "k6"
VERSION = "12"
