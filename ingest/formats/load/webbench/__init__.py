"""Tables of results of the Ziff-Davis / eTesting Labs / VeriTest WebBench 1.x-5.0 -> one RunRecord for each row.

Source: what is public of it, which is published tables: a row for each mix, which is a number of clients, with requests
per second and throughput in bytes per second; clients have threads. Read from CSV, TSV, HTML, bars or aligned columns.
Not documented anywhere, and so not read: WebBench's own files, their headings, errors, sheets for single clients.
For these, and for columns that this format passes over, there is the `table` format. The Linux `webbench` is another
program: `webbench_linux`.
"""

TITLE = "WebBench results (Ziff-Davis, VeriTest), as published in tables"
VERSION = "6"
