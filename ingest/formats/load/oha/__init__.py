"""oha reports, text and JSON -> one RunRecord for each.

Source: hatoo/oha src/printer.rs and src/result_data.rs, 0.1 to 1.15. Text has four decimals; KiB are 1024 bytes.
Says nothing about: version, start time, what was asked of it (unless the command is echoed).
Not read: `--output-format csv`, which has a line per request.
"""

TITLE = "oha"
VERSION = "7"
