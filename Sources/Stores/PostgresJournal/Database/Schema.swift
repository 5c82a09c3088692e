import BoardJournal

/// The tables of dropline in a database, and their format.
///
/// The row of `secret` is what the nodes of a cluster show each other, and who makes backups may not read it. A row of `node` is a process that serves spaces: `link` is
/// where it takes connections of others, null if it is no node, `certificate` the digest of what it shows them there,
/// `application` the name of its connections, and `reads` the newest format that its program reads. It counts its
/// `renewals`, and may be declared dead by who has seen the same number for `lease` milliseconds. `unreached` are the
/// links that it does not reach, and `complaints` what it wants operators to know. What an operator has set for a link is in `node_setting`, and outlives the process.
/// `owner` of a space is the process that took it last and has not released it; `pinned` the link of the one that
/// should own it. What is stored depends on `term` and `groups` alone. `system` and `timeline` are of the database in which
/// the last group was counted, and `is_confirmed` is whether commits waited for a standby then. `heads` is the sum of the
/// heads of its boards, if it was written with the last group, which `heads_at` says.
/// Bodies are `bytea` with the lines that `JournalEntry` documents. `sum` is the `Checksum` of the rest of a
/// row: a database need not have checksums of its pages. All rows of a board refer to its id in its space;
/// its name is in one row only. The head of a board is its last revision in `log`, or else its last snapshot.
public enum Schema {
  /// The format of the tables and of the bodies in them.
  public static var format: Int { steps.count + 1 }

  /// The earliest format whose programs go on with the present tables: its rows are written and read by them as before.
  static let compatible = 11

  /// What makes the tables of each format from those of the one before it, from 1 on.
  private static let steps = [
    """
    ALTER TABLE dropline.space ADD COLUMN certificate text;
    ALTER TABLE dropline.space DROP CONSTRAINT space_state_check;
    ALTER TABLE dropline.space ADD CONSTRAINT space_state_check
      CHECK (state IN ('ready', 'arriving', 'moved', 'restored'));
    """,
    """
    CREATE TABLE dropline.drag (
      space bigint NOT NULL, id bigint NOT NULL, body bytea NOT NULL, PRIMARY KEY (space, id)
    );
    ALTER TABLE dropline.node ADD COLUMN unreached text;
    ALTER TABLE dropline.node ADD COLUMN unreached_since timestamptz;
    """,
    """
    DROP TABLE dropline.node;
    CREATE TABLE dropline.node (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, link text, certificate text,
      process text NOT NULL, version text NOT NULL, application text NOT NULL,
      state text NOT NULL CHECK (state IN ('serving', 'draining', 'left', 'dead')),
      lease_until timestamptz NOT NULL, weight bigint NOT NULL CHECK (weight >= 1),
      unreached text[] NOT NULL DEFAULT '{}', spaces bigint NOT NULL DEFAULT 0,
      clients bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 50);
    CREATE UNIQUE INDEX node_link ON dropline.node (link) WHERE state IN ('serving', 'draining');
    CREATE TABLE dropline.node_setting (
      link text PRIMARY KEY, is_draining boolean NOT NULL DEFAULT false,
      weight bigint CHECK (weight >= 1)
    );
    ALTER TABLE dropline.space DROP COLUMN holder, DROP COLUMN link, DROP COLUMN certificate,
      DROP COLUMN lease_until, ADD COLUMN owner bigint, ADD COLUMN pinned text;
    CREATE INDEX space_owner ON dropline.space (owner);
    """,
    """
    ALTER TABLE dropline.node ADD COLUMN reads bigint NOT NULL DEFAULT 4,
      ADD COLUMN links bigint NOT NULL DEFAULT 0, ADD COLUMN commits bigint NOT NULL DEFAULT 0,
      ADD COLUMN commit_p99 bigint NOT NULL DEFAULT 0;
    """,
    "-- The tables are the same; a revision may leap.",
    "-- The tables are the same; a board may have a title.",
    """
    ALTER TABLE dropline.space ADD COLUMN system bigint, ADD COLUMN timeline bigint,
      ADD COLUMN is_confirmed boolean NOT NULL DEFAULT false;
    CREATE TABLE dropline.secret (value text NOT NULL);
    INSERT INTO dropline.secret SELECT secret FROM dropline.format;
    ALTER TABLE dropline.format DROP COLUMN secret;
    """,
    """
    ALTER TABLE dropline.node ADD COLUMN renewals bigint NOT NULL DEFAULT 0,
      ADD COLUMN lease bigint NOT NULL DEFAULT 0, ADD COLUMN default_space text,
      ADD COLUMN complaints text NOT NULL DEFAULT '', DROP COLUMN lease_until;
    ALTER TABLE dropline.format ADD COLUMN compatible bigint NOT NULL DEFAULT 9;
    """,
    "-- The tables are the same; an item may have fields.",
    "-- The tables are the same; a section may ask for fields of what is dropped, or set one.",
    "ALTER TABLE dropline.space ADD COLUMN heads bigint, ADD COLUMN heads_at bigint;",
  ]

  /// The statements that make the tables of this format from those of an earlier one, for their owner. They fail,
  /// and change nothing, while a process serves that does not read this format. One whose lease is over is declared
  /// dead, and can store nothing any more.
  ///
  /// - Returns: Nil if there is no such format, or it is this one or a later one.
  public static func upgrade(from old: Int) -> String? {
    guard (1..<format).contains(old) else { return nil }
    return """
      BEGIN;
      \(end(serversBefore: old))
      \(steps[(old - 1)...].joined(separator: "\n"))
      UPDATE dropline.format SET version = \(format), compatible = \(compatible);
      COMMIT;
      """
  }

  /// The statements that make the tables, for an owner who may do that; servers need no such right.
  ///
  /// The log has partitions, so that what is deleted from them is vacuumed in parts.
  public static let sql = """
    BEGIN;
    CREATE SCHEMA dropline;
    CREATE TABLE dropline.format (version bigint NOT NULL, secret text NOT NULL);
    INSERT INTO dropline.format
      VALUES (\(format), gen_random_uuid()::text || gen_random_uuid()::text);
    CREATE TABLE dropline.node (
      link text PRIMARY KEY, process text NOT NULL, space text NOT NULL, version text NOT NULL,
      lease_until timestamptz NOT NULL
    );
    CREATE TABLE dropline.space (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
      epoch text NOT NULL, term bigint NOT NULL DEFAULT 0, groups bigint NOT NULL DEFAULT 0,
      state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'arriving', 'moved')),
      note text NOT NULL DEFAULT '', holder text, link text, lease_until timestamptz
    ) WITH (fillfactor = 50);
    CREATE TABLE dropline.board (
      space bigint NOT NULL REFERENCES dropline.space, id bigint NOT NULL, name text NOT NULL,
      PRIMARY KEY (space, id), UNIQUE (space, name)
    );
    CREATE TABLE dropline.log (
      space bigint NOT NULL, board bigint NOT NULL, rev bigint NOT NULL, prev bigint NOT NULL,
      at bigint NOT NULL, client text NOT NULL, origin text, body bytea NOT NULL, sum bigint NOT NULL,
      PRIMARY KEY (space, board, rev)
    ) PARTITION BY HASH (space);
    \(partitions.joined(separator: "\n"))
    CREATE TABLE dropline.snapshot (
      space bigint NOT NULL, board bigint NOT NULL, rev bigint NOT NULL, parts bigint NOT NULL,
      body bytea NOT NULL, sum bigint NOT NULL, PRIMARY KEY (space, board, rev)
    );
    CREATE TABLE dropline.snapshot_part (
      space bigint NOT NULL, board bigint NOT NULL, rev bigint NOT NULL, part bigint NOT NULL,
      body bytea NOT NULL, sum bigint NOT NULL, PRIMARY KEY (space, board, rev, part)
    );
    CREATE TABLE dropline.policy (
      space bigint NOT NULL, board bigint NOT NULL, target text NOT NULL, body bytea NOT NULL,
      PRIMARY KEY (space, board, target)
    );
    CREATE TABLE dropline.board_number (
      space bigint NOT NULL, board bigint NOT NULL, key text NOT NULL, value bigint NOT NULL,
      PRIMARY KEY (space, board, key)
    );
    CREATE TABLE dropline.client (
      space bigint NOT NULL, name text NOT NULL, digest text NOT NULL, PRIMARY KEY (space, name)
    );
    CREATE TABLE dropline.reply (
      space bigint NOT NULL, client text NOT NULL, seq bigint NOT NULL, tag text NOT NULL,
      digest bigint NOT NULL, body bytea NOT NULL, PRIMARY KEY (space, client, seq)
    );
    CREATE TABLE dropline.number (
      space bigint NOT NULL, key text NOT NULL, value bigint NOT NULL, PRIMARY KEY (space, key)
    );
    \(steps.joined(separator: "\n"))
    UPDATE dropline.format SET compatible = \(compatible);
    COMMIT;
    """

  /// The statements that let a role serve spaces, and one make backups of them; the schema is there.
  ///
  /// - Parameters:
  ///   - server: The role of servers, as SQL names it.
  ///   - backup: A role that only reads; nil if there is none.
  public static func grants(toServer server: String, backup: String?) -> String {
    let all = "ALL TABLES IN SCHEMA dropline"
    let reading = backup.map { role in
      """

      GRANT USAGE ON SCHEMA dropline TO \(role);
      GRANT SELECT ON \(all) TO \(role);
      REVOKE ALL ON dropline.secret FROM \(role);
      """
    }
    return """
      GRANT USAGE ON SCHEMA dropline TO \(server);
      GRANT SELECT, INSERT, UPDATE, DELETE ON \(all) TO \(server);\(reading ?? "")
      """
  }

  private static let partitions = (0..<16).map {
    "CREATE TABLE dropline.log_\($0) PARTITION OF dropline.log "
      + "FOR VALUES WITH (MODULUS 16, REMAINDER \($0));"
  }

  /// The tables with rows of a space, referring rows first.
  static let tables = [
    "log", "snapshot", "snapshot_part", "policy", "board_number", "board", "client", "reply",
    "number", "drag",
  ]

  /// Checks that the database has the tables of this format, or later ones with which its programs go on.
  ///
  /// - Throws: `JournalFault.unusable`.
  static func check(_ connection: PostgresConnection) throws(JournalFault) {
    let encoding = connection.parameter("server_encoding")
    guard encoding == "UTF8" else {
      throw .unusable("the database has the encoding \(encoding), and dropline needs UTF8")
    }
    let versions = try asFault { () throws(PostgresError) in
      try connection.run([Statement.readFormat()], within: .seconds(10))
    }
    try check(versions[0])
  }

  /// Checks the format that `readFormat` has read.
  ///
  /// - Throws: `JournalFault.unusable`.
  static func check(_ versions: ResultTable) throws(JournalFault) {
    let found = versions.rows.first?.int(0) ?? 0
    let compatible = versions.rows.first.map { $0.isNull(1) ? found : $0.int(1) } ?? found
    guard found != format, found < format || compatible > format else { return }
    let remedy =
      upgrade(from: found) == nil ? "" : ": `dropline schema --from \(found)` upgrades them"
    throw .unusable(
      "the database has tables of format \(found), and this dropline reads format \(format)\(remedy)"
    )
  }
}
