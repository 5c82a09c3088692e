// The statements about a space, which is always the first parameter, or about several.

extension Statement {
  static let begin = Statement("begin", [], "BEGIN")
  static let beginReading = Statement(
    "begin_reading", [], "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  static let commit = Statement("commit", [], "COMMIT")
  static let rollback = Statement("rollback", [], "ROLLBACK")

  /// The format of the tables, and the earliest one whose programs can go on with them; null in those before format 9.
  static let readFormat = Statement(
    "read_format", [],
    "SELECT max(version), max((to_jsonb(f) ->> 'compatible')::bigint) FROM dropline.format f")

  static let setName = Statement(
    "set_name", [.text], "SELECT set_config('application_name', $1, false)")

  /// Makes commits of a connection wait for the disk, and for synchronous standbys if there are any, whatever the
  /// defaults of the role or the database are.
  static let setDurable = Statement(
    "set_durable", [],
    """
    SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
      WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)
    """)

  /// Lets a statement that waits for a row end when its client has gone.
  static let setCheck = Statement(
    "set_check", [], "SELECT set_config('client_connection_check_interval', '2s', false)")

  /// Lets a connection wait for a lock for so many milliseconds at most; null for as long as it did at first.
  static let limitLocks = Statement(
    "limit_locks", [.int], "SELECT set_config('lock_timeout', $1::text, false)")

  /// Lets a transaction be committed without its standbys.
  static let commitLocally = Statement(
    "commit_locally", [], "SELECT set_config('synchronous_commit', 'local', true)")

  /// What tells a database from others, and its settings with which it may lose what it has confirmed.
  static let readHealth = Statement(
    "read_health", [],
    """
    SELECT \(databaseSystem), concat_ws(', ',
      CASE WHEN current_setting('fsync') <> 'on' THEN 'fsync = off' END,
      CASE WHEN current_setting('full_page_writes') <> 'on' THEN 'full_page_writes = off' END,
      CASE WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
        THEN 'synchronous_commit = ' || current_setting('synchronous_commit') END)
    """)

  /// Whether a connection answers.
  static let ping = Statement("ping", [], "SELECT 1")

  /// What tells a database from all others but its standbys.
  private static let databaseSystem = "(pg_control_system()).system_identifier"
  /// The history of the database that is written now: a standby that is promoted begins another one.
  static let timeline =
    "('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint"
  /// Whether commits wait for a standby.
  static let isConfirmed = "current_setting('synchronous_standby_names') <> ''"

  /// Whether the database has been promoted since the last group of a space was counted, which nobody had confirmed: it may
  /// lack groups, and takes of the space, too.
  ///
  /// - Parameter row: The name of the row of the space in the statement.
  static func mayLackGroups(_ row: String = "space", since present: String = timeline) -> String {
    "((\(row).timeline <> \(present) AND NOT \(row).is_confirmed) IS TRUE)"
  }

  /// By how much a term grows if takes may be missing: nobody has a term that was given before.
  private static let leap = "2 + (random() * 1000000000)::bigint"

  /// Takes spaces in this state for a live process, unless another live one owns them.
  ///
  /// Each gets its epoch of these, and a term that nobody can have, if the database may have lost groups that nobody alive
  /// knows of: if it is another one, or a standby that was promoted and has not confirmed the last group.
  static let take = Statement("take", [.ints, .texts, .int, .text], taking(locked: "FOR UPDATE"))

  /// Takes those that nobody has locked.
  static let takeUnlocked = Statement(
    "take_unlocked", [.ints, .texts, .int, .text], taking(locked: "FOR UPDATE SKIP LOCKED"))

  private static func taking(locked: String) -> String {
    let mayDiffer = "system <> \(databaseSystem) OR \(mayLackGroups("s"))"
    return """
      WITH free AS (
        SELECT w.id, w.epoch FROM unnest($1, $2) AS w(id, epoch) CROSS JOIN LATERAL (
          SELECT FROM dropline.space s WHERE s.id = w.id \(locked)
        ) l
      )
      UPDATE dropline.space s SET groups = groups + 1, heads_at = heads_at + 1, owner = $3,
        term = term + CASE WHEN \(mayDiffer) THEN \(leap) ELSE 1 END,
        epoch = CASE WHEN \(mayDiffer) THEN free.epoch ELSE s.epoch END,
        system = \(databaseSystem), timeline = \(timeline), is_confirmed = \(isConfirmed)
      FROM free WHERE s.id = free.id AND state = $4
        AND EXISTS (SELECT FROM dropline.node WHERE id = $3 AND state IN ('serving', 'draining'))
        AND (owner = $3 OR (
          SELECT n.state IN ('serving', 'draining') FROM dropline.node n WHERE n.id = owner
        ) IS NOT TRUE)
      RETURNING s.id, term, groups, s.epoch
      """
  }

  /// Takes the drag sessions that the last holders of spaces have left, for the holders with these terms.
  static let takeDrags = Statement(
    "take_drags", [.ints, .ints],
    """
    DELETE FROM dropline.drag d USING unnest($1, $2) AS w(id, term)
    WHERE d.space = w.id
      AND EXISTS (SELECT FROM dropline.space s WHERE s.id = w.id AND s.term = w.term)
    RETURNING d.space, d.id, d.body
    """)

  /// Counts a group of the holder with this term after so many groups, with the sum of the heads that it leads to. If it is
  /// no longer the holder, or a promotion may have lost that it is not, the division fails, and with it the transaction.
  static let count = Statement(
    "count", [.int, .int, .int, .int],
    """
    WITH held AS (
      UPDATE dropline.space
      SET groups = $3 + 1, heads = $4, heads_at = $3 + 1,
        timeline = \(timeline), is_confirmed = \(isConfirmed)
      WHERE id = $1 AND term = $2 AND groups = $3 AND NOT \(mayLackGroups()) RETURNING 1
    ) SELECT 1 / count(*) FROM held
    """)

  /// Writes the row of the holder with this term without a change: when that is durable, all before it is.
  static let confirm = Statement(
    "confirm", [.int, .int],
    "UPDATE dropline.space SET groups = groups WHERE id = $1 AND term = $2 RETURNING groups")

  /// Makes a process the owner whose registration has changed since it became the holder with this term.
  static let own = Statement(
    "own", [.int, .int, .int], "UPDATE dropline.space SET owner = $3 WHERE id = $1 AND term = $2")

  /// Lets others take the space at once.
  static let release = Statement(
    "release", [.int, .int],
    "UPDATE dropline.space SET owner = NULL WHERE id = $1 AND term = $2")

  static let readSpaces = Statement(
    "read_spaces", [.texts],
    """
    SELECT s.name, s.id, s.epoch, s.term, s.groups, s.state, s.note, s.owner,
      CASE WHEN n.state IN ('serving', 'draining') THEN n.process END, s.pinned, n.renewals, n.lease
    FROM dropline.space s LEFT JOIN dropline.node n ON n.id = s.owner
    WHERE s.name = ANY($1)
    """)

  static let readFence = Statement(
    "read_fence", [.int],
    "SELECT term, groups, \(mayLackGroups())::int::bigint FROM dropline.space WHERE id = $1")

  /// The sums of the heads of spaces, if they were written with the last group: programs before format 12 write none.
  static let readHeads = Statement(
    "read_heads", [.ints],
    "SELECT id, heads FROM dropline.space WHERE id = ANY($1) AND heads_at = groups")

  static let listSpaces = Statement(
    "list_spaces", [],
    """
    SELECT s.name, s.state, s.note, n.process, n.link, s.pinned,
      (SELECT count(*) FROM dropline.board b WHERE b.space = s.id), n.id, n.renewals, n.lease
    FROM dropline.space s LEFT JOIN dropline.node n
      ON n.id = s.owner AND n.state IN ('serving', 'draining')
    ORDER BY s.name COLLATE "C"
    """)

  static let createSpace = Statement(
    "create_space", [.text, .text, .text],
    """
    INSERT INTO dropline.space (name, epoch, state) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO NOTHING RETURNING id
    """)

  /// Sets the state of a space and its note, which ends the term of its holder. If it has another term than this
  /// one, the division fails, and with it the transaction.
  static let setState = Statement(
    "set_state", [.int, .int, .text, .text],
    """
    WITH held AS (
      UPDATE dropline.space SET state = $3, note = $4, term = term + 1, owner = NULL
      WHERE id = $1 AND term = $2 RETURNING 1
    ) SELECT 1 / count(*) FROM held
    """)

  /// Marks a space that has lost groups, so that nobody serves it, whoever holds it.
  static let markRestored = Statement(
    "mark_restored", [.int, .text],
    """
    UPDATE dropline.space SET state = 'restored', note = $2, term = term + 1, owner = NULL
    WHERE id = $1 AND state = 'ready'
    """)

  /// Gives a space that nobody serves a new epoch, if it has this term.
  static let acceptLoss = Statement(
    "accept_loss", [.text, .text, .int],
    """
    UPDATE dropline.space SET epoch = $2, state = 'ready', note = '', term = term + \(leap),
      heads_at = NULL, owner = NULL
    WHERE name = $1 AND term = $3 AND state IN ('ready', 'restored') RETURNING id
    """)

  static let setEpoch = Statement(
    "set_epoch", [.int, .text], "UPDATE dropline.space SET epoch = $2 WHERE id = $1")

  /// Deletes all rows of a space, of whose heads nothing is known then.
  static let clear =
    Schema.tables.map {
      Statement("clear_\($0)", [.int], "DELETE FROM dropline.\($0) WHERE space = $1")
    } + [
      Statement("clear_heads", [.int], "UPDATE dropline.space SET heads_at = NULL WHERE id = $1")
    ]
}
