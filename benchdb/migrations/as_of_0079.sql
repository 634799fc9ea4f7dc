-- What the models do not make of the database, as the migrations up to 0079 leave it: 0000_as_of_0079.py runs it once, on
-- an empty database. A later change is a migration of its own. docs/decisions/0020 says what the packed tables are for.

-- Entries of the audit log.

CREATE FUNCTION benchdb_only_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'entries of the audit log are only ever added'; END $$;
CREATE TRIGGER only_added BEFORE UPDATE OR DELETE ON benchdb_auditentry
  FOR EACH ROW EXECUTE FUNCTION benchdb_only_added();

-- The active runs of each setup and their numbers as arrays. They are kept as they are: to pack them took most of the
-- time of storing a run.

CREATE TABLE benchdb_setupruns (
  setup_id bigint NOT NULL REFERENCES benchdb_setup ON DELETE CASCADE,
  status varchar(12) NOT NULL,
  provenance varchar(10) NOT NULL,
  count integer NOT NULL,
  runs bytea STORAGE EXTERNAL NOT NULL,
  trials bytea STORAGE EXTERNAL NOT NULL,
  started bytea STORAGE EXTERNAL NOT NULL,
  stored bytea STORAGE EXTERNAL NOT NULL,
  newest timestamptz NOT NULL,
  bundles bytea STORAGE EXTERNAL NOT NULL DEFAULT '',
  PRIMARY KEY (setup_id, status, provenance)
);
CREATE INDEX setups_counted ON benchdb_setupruns (setup_id, status, provenance) INCLUDE (count, newest);

CREATE TABLE benchdb_packedseries (
  setup_id bigint NOT NULL REFERENCES benchdb_setup ON DELETE CASCADE,
  metric varchar(80) NOT NULL,
  item varchar(200) NOT NULL,
  status varchar(12) NOT NULL,
  provenance varchar(10) NOT NULL,
  count integer NOT NULL,
  runs bytea STORAGE EXTERNAL NOT NULL,
  trials bytea STORAGE EXTERNAL NOT NULL,
  values bytea STORAGE EXTERNAL NOT NULL,
  lowest double precision NOT NULL DEFAULT 'NaN',
  highest double precision NOT NULL DEFAULT 'NaN',
  PRIMARY KEY (setup_id, metric, item, status, provenance)
) PARTITION BY HASH (metric);
DO $$ BEGIN
  FOR number IN 0..15 LOOP
    EXECUTE format(
      'CREATE TABLE benchdb_packedseries_%s PARTITION OF benchdb_packedseries FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
      lpad(number::text, 2, '0'), number);
  END LOOP;
END $$;
CREATE INDEX packedseries_by_lowest ON benchdb_packedseries (metric, lowest, setup_id) WHERE item = '';
CREATE INDEX packedseries_by_highest ON benchdb_packedseries (metric, highest, setup_id) WHERE item = '';

CREATE TABLE benchdb_labelledruns (
  kind varchar(5) NOT NULL,
  label bigint NOT NULL,
  setup_id bigint NOT NULL REFERENCES benchdb_setup ON DELETE CASCADE,
  status varchar(12) NOT NULL,
  provenance varchar(10) NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (setup_id, kind, label, status, provenance)
);
CREATE INDEX labelled_by_label ON benchdb_labelledruns (kind, label, setup_id);

CREATE FUNCTION benchdb_bundle(upload bigint, archive bigint, name text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $_$
  SELECT ('x' || left(md5(concat_ws('/', upload, coalesce(archive, 0), regexp_replace(name, '[^/]*$', ''))), 16))
         ::bit(64)::bigint
$_$;

-- What a rebuild gives. Views: the triggers, fsck and the tests all read the same definition.

CREATE VIEW benchdb_runs_to_pack AS
  SELECT id, setup_id, status, provenance, stored_at,
         int4send(coalesce(trial, 2147483647)) AS trial,
         int8send(coalesce((extract(epoch FROM started_at) * 1000000)::bigint, -9223372036854775808)) AS started,
         int8send((extract(epoch FROM coalesce(first_stored_at, stored_at)) * 1000000)::bigint) AS stored,
         file_id
  FROM benchdb_run WHERE retired_at IS NULL AND excluded_at IS NULL;
CREATE VIEW benchdb_setupruns_rebuilt AS
  SELECT r.setup_id, r.status, r.provenance, count(*)::integer AS count,
         string_agg(int8send(r.id), '' ORDER BY r.id) AS runs,
         string_agg(r.trial, '' ORDER BY r.id) AS trials,
         string_agg(r.started, '' ORDER BY r.id) AS started,
         string_agg(r.stored, '' ORDER BY r.id) AS stored,
         max(r.stored_at) AS newest,
         string_agg(int8send(benchdb_bundle(f.upload_id, f.archive_id, f.name)), '' ORDER BY r.id) AS bundles
  FROM benchdb_runs_to_pack r JOIN benchdb_uploadfile f ON f.id = r.file_id
  GROUP BY r.setup_id, r.status, r.provenance;
CREATE VIEW benchdb_packedseries_rebuilt AS
  SELECT r.setup_id, m.metric, m.item, r.status, r.provenance, count(*)::integer AS count,
         string_agg(int8send(r.id), '' ORDER BY r.id) AS runs,
         string_agg(r.trial, '' ORDER BY r.id) AS trials,
         string_agg(float8send(m.value), '' ORDER BY r.id) AS values,
         min(m.value) AS lowest, max(m.value) AS highest
  FROM benchdb_runs_to_pack r JOIN benchdb_measurement m ON m.run_id = r.id
  GROUP BY r.setup_id, m.metric, m.item, r.status, r.provenance;
CREATE VIEW benchdb_labelledruns_rebuilt AS
  SELECT 'study'::varchar AS kind, t.study_id AS label, r.setup_id, r.status, r.provenance, count(*)::integer AS count
  FROM benchdb_study_runs t JOIN benchdb_runs_to_pack r ON r.id = t.run_id
  GROUP BY t.study_id, r.setup_id, r.status, r.provenance
  UNION ALL
  SELECT 'tag'::varchar AS kind, t.tag_id AS label, r.setup_id, r.status, r.provenance, count(*)::integer AS count
  FROM benchdb_tag_runs t JOIN benchdb_runs_to_pack r ON r.id = t.run_id
  GROUP BY t.tag_id, r.setup_id, r.status, r.provenance;

-- Who changes runs of a setup holds its row until the end of the transaction: two that change the same setup wait for
-- one another, and the second one sees what the first has done.

CREATE FUNCTION benchdb_lock_setups(setups bigint[]) RETURNS void LANGUAGE sql AS $$
  SELECT 1 FROM benchdb_setup WHERE id = ANY(setups) ORDER BY id FOR NO KEY UPDATE
$$;
CREATE FUNCTION benchdb_count_labels(setups bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM benchdb_lock_setups(setups);
  DELETE FROM benchdb_labelledruns WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_labelledruns SELECT * FROM benchdb_labelledruns_rebuilt WHERE setup_id = ANY(setups);
END $$;
CREATE FUNCTION benchdb_pack_setups(setups bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM benchdb_lock_setups(setups);
  DELETE FROM benchdb_setupruns WHERE setup_id = ANY(setups);
  DELETE FROM benchdb_packedseries WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_setupruns SELECT * FROM benchdb_setupruns_rebuilt WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_packedseries SELECT * FROM benchdb_packedseries_rebuilt WHERE setup_id = ANY(setups);
  PERFORM benchdb_count_labels(setups);
END $$;
CREATE FUNCTION benchdb_runs_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
  groups bigint;
  appended bigint;
BEGIN
  SELECT array_agg(DISTINCT setup_id), count(DISTINCT (setup_id, status, provenance)) INTO setups, groups
    FROM new_rows WHERE retired_at IS NULL AND excluded_at IS NULL;
  IF setups IS NULL THEN RETURN NULL; END IF;
  PERFORM benchdb_lock_setups(setups);
  INSERT INTO benchdb_setupruns AS packed
    SELECT n.setup_id, n.status, n.provenance, count(*),
           string_agg(int8send(n.id), '' ORDER BY n.id),
           string_agg(int4send(coalesce(n.trial, 2147483647)), '' ORDER BY n.id),
           string_agg(int8send(coalesce((extract(epoch FROM n.started_at) * 1000000)::bigint, -9223372036854775808)),
                      '' ORDER BY n.id),
           string_agg(int8send((extract(epoch FROM coalesce(n.first_stored_at, n.stored_at)) * 1000000)::bigint), '' ORDER BY n.id),
           max(n.stored_at),
           string_agg(int8send(benchdb_bundle(f.upload_id, f.archive_id, f.name)), '' ORDER BY n.id)
    FROM new_rows n JOIN benchdb_uploadfile f ON f.id = n.file_id WHERE n.retired_at IS NULL AND n.excluded_at IS NULL
    GROUP BY n.setup_id, n.status, n.provenance
  ON CONFLICT (setup_id, status, provenance) DO UPDATE SET
    count = packed.count + excluded.count, runs = packed.runs || excluded.runs,
    trials = packed.trials || excluded.trials, started = packed.started || excluded.started,
    stored = packed.stored || excluded.stored, newest = greatest(packed.newest, excluded.newest),
    bundles = packed.bundles || excluded.bundles
  WHERE substring(packed.runs FROM length(packed.runs) - 7) < substring(excluded.runs FROM 1 FOR 8);
  GET DIAGNOSTICS appended = ROW_COUNT;
  IF appended < groups THEN  -- another transaction took later ids, and was quicker
    PERFORM benchdb_pack_setups(setups);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION benchdb_runs_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT touched.id) INTO setups FROM (
    SELECT w.setup_id AS before, n.setup_id AS after
    FROM old_rows w JOIN new_rows n ON n.id = w.id
    WHERE (w.retired_at IS NULL AND w.excluded_at IS NULL OR n.retired_at IS NULL AND n.excluded_at IS NULL)
      AND (w.setup_id, w.status, w.provenance, w.trial, w.started_at, w.stored_at, w.first_stored_at, w.file_id,
           w.retired_at IS NULL AND w.excluded_at IS NULL)
          IS DISTINCT FROM
          (n.setup_id, n.status, n.provenance, n.trial, n.started_at, n.stored_at, n.first_stored_at, n.file_id,
           n.retired_at IS NULL AND n.excluded_at IS NULL)
  ) changed, unnest(ARRAY[before, after]) AS touched(id);
  IF setups IS NOT NULL THEN PERFORM benchdb_pack_setups(setups); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION benchdb_runs_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT setup_id) INTO setups FROM old_rows WHERE retired_at IS NULL AND excluded_at IS NULL;
  IF setups IS NOT NULL THEN PERFORM benchdb_pack_setups(setups); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION benchdb_measurements_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
  groups bigint;
  appended bigint;
BEGIN
  SELECT array_agg(DISTINCT r.setup_id), count(DISTINCT (r.setup_id, m.metric, m.item, r.status, r.provenance))
    INTO setups, groups FROM new_rows m JOIN benchdb_runs_to_pack r ON r.id = m.run_id;
  IF setups IS NULL THEN RETURN NULL; END IF;
  PERFORM benchdb_lock_setups(setups);
  INSERT INTO benchdb_packedseries AS packed
    SELECT r.setup_id, m.metric, m.item, r.status, r.provenance, count(*),
           string_agg(int8send(r.id), '' ORDER BY r.id),
           string_agg(r.trial, '' ORDER BY r.id),
           string_agg(float8send(m.value), '' ORDER BY r.id), min(m.value) AS lowest, max(m.value) AS highest
    FROM new_rows m JOIN benchdb_runs_to_pack r ON r.id = m.run_id
    GROUP BY r.setup_id, m.metric, m.item, r.status, r.provenance
  ON CONFLICT (setup_id, metric, item, status, provenance) DO UPDATE SET
    count = packed.count + excluded.count, runs = packed.runs || excluded.runs,
    trials = packed.trials || excluded.trials, values = packed.values || excluded.values,
    lowest = least(packed.lowest, excluded.lowest), highest = greatest(packed.highest, excluded.highest)
  WHERE substring(packed.runs FROM length(packed.runs) - 7) < substring(excluded.runs FROM 1 FOR 8);
  GET DIAGNOSTICS appended = ROW_COUNT;
  IF appended < groups THEN
    PERFORM benchdb_pack_setups(setups);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION benchdb_measurements_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT r.setup_id) INTO setups FROM (
    SELECT run_id FROM old_rows UNION SELECT run_id FROM new_rows
  ) changed JOIN benchdb_runs_to_pack r ON r.id = changed.run_id;
  IF setups IS NOT NULL THEN PERFORM benchdb_pack_setups(setups); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION benchdb_measurements_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT r.setup_id) INTO setups FROM old_rows m JOIN benchdb_runs_to_pack r ON r.id = m.run_id;
  IF setups IS NOT NULL THEN PERFORM benchdb_pack_setups(setups); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION benchdb_labels_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT r.setup_id) INTO setups
    FROM changed_rows t JOIN benchdb_runs_to_pack r ON r.id = t.run_id;
  IF setups IS NOT NULL THEN PERFORM benchdb_count_labels(setups); END IF;
  RETURN NULL;
END $$;

-- Of a row, not of a statement: a file's state changes often, what it came in hardly ever.

CREATE FUNCTION benchdb_file_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT setup_id) INTO setups FROM benchdb_runs_to_pack WHERE file_id = NEW.id;
  IF setups IS NOT NULL THEN PERFORM benchdb_pack_setups(setups); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER pack_inserted AFTER INSERT ON benchdb_run
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION benchdb_runs_inserted();
CREATE TRIGGER pack_updated AFTER UPDATE ON benchdb_run
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION benchdb_runs_updated();
CREATE TRIGGER pack_deleted AFTER DELETE ON benchdb_run
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION benchdb_runs_deleted();
CREATE TRIGGER pack_inserted AFTER INSERT ON benchdb_measurement
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION benchdb_measurements_inserted();
CREATE TRIGGER pack_updated AFTER UPDATE ON benchdb_measurement
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION benchdb_measurements_updated();
CREATE TRIGGER pack_deleted AFTER DELETE ON benchdb_measurement
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION benchdb_measurements_changed();
CREATE TRIGGER pack_moved AFTER UPDATE ON benchdb_uploadfile FOR EACH ROW
  WHEN ((OLD.upload_id, OLD.archive_id, OLD.name) IS DISTINCT FROM (NEW.upload_id, NEW.archive_id, NEW.name))
  EXECUTE FUNCTION benchdb_file_moved();
DO $$ DECLARE changed text; BEGIN
  FOREACH changed IN ARRAY ARRAY['study_runs', 'tag_runs'] LOOP
    EXECUTE format('CREATE TRIGGER count_insert AFTER INSERT ON benchdb_%s REFERENCING NEW TABLE AS changed_rows
      FOR EACH STATEMENT EXECUTE FUNCTION benchdb_labels_changed()', changed);
    EXECUTE format('CREATE TRIGGER count_delete AFTER DELETE ON benchdb_%s REFERENCING OLD TABLE AS changed_rows
      FOR EACH STATEMENT EXECUTE FUNCTION benchdb_labels_changed()', changed);
  END LOOP;
END $$;

-- A number that grows with every committed change of what pages show. Each writer counts on a row of its own, chosen by
-- its process: writers do not wait for one another, and readers see the sum grow at the moment of the commit.

CREATE TABLE benchdb_dataversion (
  topic varchar(8) NOT NULL,
  shard smallint NOT NULL,
  changes bigint NOT NULL,
  PRIMARY KEY (topic, shard)
) WITH (fillfactor = 50);
INSERT INTO benchdb_dataversion
  SELECT topic, shard, 0 FROM unnest(ARRAY['data', 'names']) AS topic, generate_series(0, 255) AS shard;
CREATE FUNCTION benchdb_data_version(wanted text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT sum(changes)::bigint FROM benchdb_dataversion WHERE topic = wanted
$$;
CREATE FUNCTION benchdb_count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE benchdb_dataversion SET changes = changes + 1 WHERE shard = pg_backend_pid() % 256 AND topic = ANY(TG_ARGV);
  RETURN NULL;
END $$;
DO $$ DECLARE changed text; BEGIN
  FOREACH changed IN ARRAY ARRAY[
    'acceptancerule', 'measurement', 'permalink', 'recording', 'run', 'runrecording', 'savedquestion', 'setup',
    'study', 'study_runs', 'tag', 'tag_runs', 'trace', 'upload', 'uploadfile', 'windowsummary'
  ] LOOP
    EXECUTE format('CREATE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON benchdb_%s
      FOR EACH STATEMENT EXECUTE FUNCTION benchdb_count_change(''data'')', changed);
  END LOOP;
  FOREACH changed IN ARRAY ARRAY['formername', 'kernel', 'machine', 'server'] LOOP
    EXECUTE format('CREATE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON benchdb_%s
      FOR EACH STATEMENT EXECUTE FUNCTION benchdb_count_change(''data'', ''names'')', changed);
  END LOOP;
END $$;
CREATE TRIGGER count_corrections AFTER UPDATE ON benchdb_setup
  FOR EACH STATEMENT EXECUTE FUNCTION benchdb_count_change('names');

-- What the search finds by words.

CREATE FUNCTION benchdb_words(content text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple'::regconfig, regexp_replace(content, '[^[:alnum:]]+', ' ', 'g'))
$$;
CREATE INDEX words_of_files ON benchdb_uploadfile USING gin (benchdb_words(name));
CREATE INDEX words_of_runs ON benchdb_run USING gin (benchdb_words(notes || ' ' || citation))
  WHERE notes <> '' OR citation <> '';
