"""A table of runs, one per row (CSV or TSV) -> RunRecords. Our own format, for papers and spreadsheets.

The first line that is no comment names the columns. A column is a dimension (`machine`, `kernel`, `server`, `zone`,
`cpus`, `concurrency`, `threads`, `tool`, `tuning.KeepAlive`, ...), a condition that people state (`client`,
`client_network`, `same_machine`, `port`, `virtual_host`, `server_commit`, `kernel_commit`, ...), one of `provenance`
(measured or published), `citation`, `notes`, `trial`, `started_at`, or a metric with its unit:
`requests_per_second [1/s]`, `latency_mean [ms]` or `latency_mean (ms)`, `lock_wait_share:dcache_lock [%]` (the item
after a colon). An empty cell is a number that was not measured. `#` begins a comment. Survives a spreadsheet: comma,
semicolon or tab between cells, a byte order mark, quoted cells, decimal commas (where the separator is no comma).

Source of the separators' rules: RFC 4180.
"""

TITLE = "benchdb table (CSV or TSV)"
VERSION = "6"
