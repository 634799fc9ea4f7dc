"""All that is pure: values to values, without Django, a database, a clock or a setting. The folder is the contract."""
