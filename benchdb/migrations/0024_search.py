"""Words in the names of files, in notes and in citations, found by an index: each by its beginning."""

from django.db import migrations

# PostgreSQL's own parser takes `host-07/run1.log` for one file name; here it is five words.
WORDS = """
CREATE FUNCTION benchdb_words(content text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple'::regconfig, regexp_replace(content, '[^[:alnum:]]+', ' ', 'g'))
$$;
CREATE INDEX words_of_files ON benchdb_uploadfile USING gin (benchdb_words(name));
CREATE INDEX words_of_runs ON benchdb_run USING gin (benchdb_words(notes || ' ' || citation))
  WHERE notes <> '' OR citation <> '';
"""
UNDO = "DROP INDEX words_of_runs; DROP INDEX words_of_files; DROP FUNCTION benchdb_words;"


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0023_counts_of_labels")]

    operations = [migrations.RunSQL(WORDS, UNDO)]
