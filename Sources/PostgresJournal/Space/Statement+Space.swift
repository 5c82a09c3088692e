// The statements about a space, which is always the first parameter.

extension Statement {
  static let begin = Statement("begin", [], "BEGIN")
  static let beginReading = Statement(
    "begin_reading", [], "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  static let commit = Statement("commit", [], "COMMIT")
  static let rollback = Statement("rollback", [], "ROLLBACK")

  static let readFormat = Statement("read_format", [], "SELECT max(version) FROM dropline.format")

  static let setName = Statement(
    "set_name", [.text], "SELECT set_config('application_name', $1, false)")

  /// Ends connections of this name that are in the middle of a transaction and wait for their client, if nobody's
  /// lease of the space counts: their process is paused or cut off, and they would hold the row for as long.
  ///
  /// One that waits for a standby is left alone: ended, it could be taken for one that has been committed there.
  static let endIdle = Statement(
    "end_idle", [.int, .text],
    """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE usename = current_user AND application_name = $2 AND pid <> pg_backend_pid()
      AND xact_start IS NOT NULL AND wait_event_type = 'Client'
      AND EXISTS (
        SELECT FROM dropline.space
        WHERE id = $1 AND (lease_until IS NULL OR lease_until < clock_timestamp()))
    """)

  /// Takes a space in this state that nobody holds: its holder, the lease in milliseconds or null, and
  /// whether the lease of another holder counts, the own term, the link for other nodes and the digest of
  /// the certificate there.
  static let take = Statement(
    "take", [.int, .text, .int, .int, .text, .int, .text, .text],
    """
    UPDATE dropline.space SET term = term + 1, groups = groups + 1, holder = $2, link = $7, certificate = $8,
      lease_until = clock_timestamp() + $3 * interval '1 ms'
    WHERE id = $1 AND state = $5
      AND ($4 = 0 OR term = $6 OR lease_until IS NULL OR lease_until < clock_timestamp())
    RETURNING term, groups
    """)

  /// Takes the drag sessions that the last holder has left, for the holder with this term.
  static let takeDrags = Statement(
    "take_drags", [.int, .int],
    """
    DELETE FROM dropline.drag
    WHERE space = $1 AND EXISTS (SELECT FROM dropline.space WHERE id = $1 AND term = $2)
    RETURNING id, body
    """)

  /// Counts a group of the holder with this term after so many groups, and renews its lease. If it is no
  /// longer the holder, the division fails, and with it the transaction.
  static let count = Statement(
    "count", [.int, .int, .int, .int],
    """
    WITH held AS (
      UPDATE dropline.space SET groups = $3 + 1, lease_until = clock_timestamp() + $4 * interval '1 ms'
      WHERE id = $1 AND term = $2 AND groups = $3 RETURNING 1
    ) SELECT 1 / count(*) FROM held
    """)

  /// Renews the lease of the holder with this term.
  static let renew = Statement(
    "renew", [.int, .int, .int],
    """
    UPDATE dropline.space SET lease_until = clock_timestamp() + $3 * interval '1 ms'
    WHERE id = $1 AND term = $2 RETURNING groups
    """)

  /// Lets others take the space at once.
  static let release = Statement(
    "release", [.int, .int],
    "UPDATE dropline.space SET holder = NULL, link = NULL, lease_until = NULL WHERE id = $1 AND term = $2"
  )

  static let readSpace = Statement(
    "read_space", [.text],
    """
    SELECT id, epoch, groups, state, note, coalesce(holder, ''), link, certificate,
      coalesce(lease_until > clock_timestamp(), false)::int::bigint, term
    FROM dropline.space WHERE name = $1
    """)

  static let readFence = Statement(
    "read_fence", [.int], "SELECT term, groups FROM dropline.space WHERE id = $1")

  static let listSpaces = Statement(
    "list_spaces", [],
    """
    SELECT s.name, s.state, s.note, coalesce(s.holder, ''),
      coalesce(s.lease_until > clock_timestamp(), false)::int::bigint,
      (SELECT count(*) FROM dropline.board b WHERE b.space = s.id)
    FROM dropline.space s ORDER BY s.name COLLATE "C"
    """)

  static let createSpace = Statement(
    "create_space", [.text, .text, .text],
    """
    INSERT INTO dropline.space (name, epoch, state) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO NOTHING RETURNING id
    """)

  /// Sets the state of a space, which ends the term of its holder.
  static let setState = Statement(
    "set_state", [.int, .text, .text],
    """
    UPDATE dropline.space SET state = $2, note = $3, term = term + 1, holder = NULL, link = NULL, lease_until = NULL
    WHERE id = $1
    """)

  /// Marks a space that has lost groups, so that nobody serves it, whoever holds it.
  static let markRestored = Statement(
    "mark_restored", [.int, .text],
    """
    UPDATE dropline.space SET state = 'restored', note = $2, term = term + 1, holder = NULL, link = NULL,
      lease_until = NULL
    WHERE id = $1 AND state = 'ready'
    """)

  /// Gives a space that nobody holds a new epoch.
  static let acceptLoss = Statement(
    "accept_loss", [.text, .text],
    """
    UPDATE dropline.space SET epoch = $2, state = 'ready', note = '', term = term + 1, holder = NULL, link = NULL,
      lease_until = NULL
    WHERE name = $1 AND state IN ('ready', 'restored')
      AND (lease_until IS NULL OR lease_until < clock_timestamp())
    RETURNING id
    """)

  static let setEpoch = Statement(
    "set_epoch", [.int, .text], "UPDATE dropline.space SET epoch = $2 WHERE id = $1")

  /// Deletes all rows of a space.
  static let clear = Schema.tables.map {
    Statement("clear_\($0)", [.int], "DELETE FROM dropline.\($0) WHERE space = $1")
  }
}
