"""What people say of logs that the logs cannot know: fields, `benchdb.toml`, path patterns, hosts."""
