"""Everything measured, as plain tables that other programs read: CSV and Parquet.

`columns.py` says what stands in each table, `frames.py` reads the database piece by piece, `write.py` makes files.
"""
