#if Postgres
  /// The routines in the database that the named pieces call. Migration 1 makes them; like a
  /// migration, the text is never edited once it is released.
  enum PostgresRoutines {
    /// Whether a statement changes the schema by a routine.
    static func isCalled(in sql: String) -> Bool {
      sql.contains("beckon_make_partitions(") || sql.contains("beckon_drop_partitions(")
    }

    /// **Positions.** A number is the transaction's (64 bits, never reused) times 2^20, and a
    /// sequence below. `beckon_settled` is the oldest transaction that still writes, times 2^20:
    /// what is below it is committed or will never be. Transactions count for the whole server, so
    /// those that are seen to be another database's are left out; one of which that cannot be seen,
    /// because it ends or begins just now, is not. A plain sequence would not do, because a
    /// transaction may take a number early and commit late, nor would a bound on the transaction
    /// beside it, because numbers and transactions are not taken in the same order.
    ///
    /// A restored copy of a database counts transactions from the start again. `beckon_shift` is
    /// added to them; `beckon_make_partitions` raises it when there are positions from the future.
    ///
    /// **Parts.** `beckon_make_partitions` looks in the catalog for the tables that are split: 16
    /// parts by hash; by month the one of `clock` and three more, and one for the rest. Rows of a
    /// month that were there before its part stay with the rest.
    static let definition = """
      DO $do$ BEGIN
      CREATE SEQUENCE beckon_positions AS BIGINT CACHE 32;

      CREATE FUNCTION beckon_shift() RETURNS BIGINT LANGUAGE sql STABLE AS 'SELECT 0::BIGINT';

      CREATE FUNCTION beckon_position() RETURNS BIGINT LANGUAGE sql VOLATILE AS $sql$
        SELECT (pg_current_xact_id()::TEXT::BIGINT + beckon_shift()) << 20
          | (nextval('beckon_positions') & 1048575)
      $sql$;

      CREATE FUNCTION beckon_settled() RETURNS BIGINT LANGUAGE sql STABLE AS $sql$
        SELECT (LEAST(
          (SELECT min(running.id::TEXT::BIGINT)
            FROM pg_snapshot_xip(pg_current_snapshot()) AS running (id)
            WHERE NOT EXISTS (
              SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
              WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted
                AND l.transactionid = running.id::xid
                AND a.datid <> (SELECT oid FROM pg_database WHERE datname = current_database()))),
          pg_snapshot_xmax(pg_current_snapshot())::TEXT::BIGINT,
          pg_current_xact_id_if_assigned()::TEXT::BIGINT
        ) + beckon_shift()) << 20
      $sql$;

      CREATE FUNCTION beckon_mend_positions() RETURNS VOID LANGUAGE plpgsql AS $plpgsql$
      DECLARE
        mine BIGINT := pg_current_xact_id()::TEXT::BIGINT;
        newest BIGINT;
        split TEXT;
      BEGIN
        FOR split IN
          SELECT c.relname FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'seq'
          WHERE c.relnamespace = current_schema()::regnamespace
        LOOP
          EXECUTE format('SELECT max(seq) >> 20 FROM %I', split) INTO newest;
          IF newest > mine + beckon_shift() THEN
            EXECUTE format(
              'CREATE OR REPLACE FUNCTION beckon_shift() RETURNS BIGINT LANGUAGE sql STABLE '
                'AS ''SELECT %s::BIGINT''', newest - mine + 1);
          END IF;
        END LOOP;
      END $plpgsql$;

      CREATE FUNCTION beckon_make_partitions(clock BIGINT) RETURNS BIGINT
      LANGUAGE plpgsql AS $plpgsql$
      DECLARE
        made BIGINT := 0;
        split RECORD;
        part TEXT;
        month TIMESTAMP;
        low BIGINT;
        high BIGINT;
        isTaken BOOLEAN;
      BEGIN
        PERFORM beckon_mend_positions();
        FOR split IN
          SELECT c.relname AS name, p.partstrat AS kind, p.partdefid AS rest, a.attname AS key
          FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = p.partattrs[0]
          WHERE c.relnamespace = current_schema()::regnamespace ORDER BY c.relname
        LOOP
          IF split.kind = 'h' THEN
            FOR number IN 0..15 LOOP
              part := split.name || '_' || number;
              CONTINUE WHEN to_regclass(quote_ident(part)) IS NOT NULL;
              EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH '
                '(MODULUS 16, REMAINDER %s)', part, split.name, number);
              made := made + 1;
            END LOOP;
            CONTINUE;
          END IF;
          IF split.rest = 0 THEN
            EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT',
              split.name || '_rest', split.name);
            made := made + 1;
          END IF;
          FOR ahead IN 0..3 LOOP
            EXIT WHEN clock = 0;
            month := date_trunc('month', timezone('UTC', to_timestamp(clock / 1000)))
              + make_interval(months => ahead);
            part := split.name || to_char(month, '"_"YYYY"_"MM');
            CONTINUE WHEN to_regclass(quote_ident(part)) IS NOT NULL;
            low := extract(epoch FROM month) * 1000;
            high := extract(epoch FROM month + INTERVAL '1 month') * 1000;
            EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= %s AND %I < %s)',
              split.name || '_rest', split.key, low, split.key, high) INTO isTaken;
            CONTINUE WHEN isTaken;
            EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)',
              part, split.name, low, high);
            made := made + 1;
          END LOOP;
        END LOOP;
        RETURN made;
      END $plpgsql$;

      CREATE FUNCTION beckon_drop_partitions(split TEXT, before BIGINT) RETURNS BIGINT
      LANGUAGE plpgsql AS $plpgsql$
      DECLARE
        dropped BIGINT := 0;
        part RECORD;
      BEGIN
        FOR part IN
          SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = to_regclass(quote_ident(split))
            AND c.relname ~ '_[0-9]{4}_[0-9]{2}$'
        LOOP
          CONTINUE WHEN before < 1000 * extract(epoch FROM
            make_date(left(right(part.name, 7), 4)::INT, right(part.name, 2)::INT, 1)
              + INTERVAL '1 month');
          EXECUTE format('DROP TABLE %I', part.name);
          dropped := dropped + 1;
        END LOOP;
        RETURN dropped;
      END $plpgsql$;
      END $do$
      """
  }
#endif
