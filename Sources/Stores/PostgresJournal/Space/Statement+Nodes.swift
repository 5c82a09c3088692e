// The statements about the processes that serve spaces. One of state `serving` or `draining` is live: nobody has
// declared it dead yet, and it has not left.

extension Statement {
  static let readSecret = Statement("read_secret", [], "SELECT value FROM dropline.secret")

  // MARK: Registering

  /// Deletes the processes that have been gone for an hour.
  static let forgetNodes = Statement(
    "forget_nodes", [],
    "DELETE FROM dropline.node WHERE lease_until < clock_timestamp() - interval '1 hour'")

  /// Declares the node with this link dead if its lease is over, or if it is this process before it lost its
  /// registration.
  static let freeLink = Statement(
    "free_link", [.text, .text],
    """
    UPDATE dropline.node SET state = 'dead'
    WHERE link = $1 AND state IN ('serving', 'draining')
      AND (process = $2 OR lease_until < clock_timestamp())
    """)

  /// Registers a process for so many milliseconds, unless another live one has its link: its link and certificate
  /// or null, itself, its version, the name of its connections, its weight, the milliseconds, the newest format that
  /// it reads.
  static let registerNode = Statement(
    "register_node", [.text, .text, .text, .text, .text, .int, .int, .int],
    """
    INSERT INTO dropline.node
      (link, certificate, process, version, application, weight, state, lease_until, reads)
    VALUES ($1, $2, $3, $4, $5, $6, 'serving', clock_timestamp() + $7 * interval '1 ms', $8)
    ON CONFLICT (link) WHERE state IN ('serving', 'draining') DO NOTHING RETURNING id
    """)

  /// Extends a lease by so many milliseconds, and stores the report: state, links with spaces between them, spaces,
  /// clients, links, commits in a second, and the microseconds that 99 of 100 of them took at most.
  static let renewNode = Statement(
    "renew_node", [.int, .int, .text, .text, .int, .int, .int, .int, .int],
    """
    UPDATE dropline.node SET lease_until = clock_timestamp() + $2 * interval '1 ms', state = $3,
      unreached = string_to_array($4, ' '), spaces = $5, clients = $6, links = $7,
      commits = $8, commit_p99 = $9
    WHERE id = $1 AND state IN ('serving', 'draining') RETURNING id
    """)

  /// Extends a lease by so many milliseconds.
  static let extendLease = Statement(
    "extend_lease", [.int, .int],
    """
    UPDATE dropline.node SET lease_until = clock_timestamp() + $2 * interval '1 ms'
    WHERE id = $1 AND state IN ('serving', 'draining')
    """)

  // MARK: Ending

  static let declareDead = Statement(
    "declare_dead", [.int, .int],
    """
    UPDATE dropline.node SET state = 'dead'
    WHERE id = $1 AND state IN ('serving', 'draining') AND lease_until < clock_timestamp()
      AND EXISTS (
        SELECT FROM dropline.node
        WHERE id = $2 AND state IN ('serving', 'draining') AND lease_until > clock_timestamp())
    """)

  /// Declares the owner of a space dead if its lease is over and it is not this process.
  static let declareOwnerDead = Statement(
    "declare_owner_dead", [.int, .int],
    """
    UPDATE dropline.node SET state = 'dead'
    WHERE id = (SELECT owner FROM dropline.space WHERE id = $1) AND id <> $2
      AND state IN ('serving', 'draining') AND lease_until < clock_timestamp()
    """)

  static let leave = Statement(
    "leave", [.int],
    "UPDATE dropline.node SET state = 'left' WHERE id = $1 AND state IN ('serving', 'draining')")

  /// Releases all spaces of a process.
  static let releaseAll = Statement(
    "release_all", [.int], "UPDATE dropline.space SET owner = NULL WHERE owner = $1")

  /// Ends the connections of a process, whose key this expression is, that are in the middle of a transaction and
  /// wait for their client, if its lease is over: it is paused or cut off, and they would hold rows for as long.
  ///
  /// One that waits for a standby is left alone: ended, it could be taken for one that has been committed there.
  private static func endIdle(of node: String) -> String {
    """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE usename = current_user AND pid <> pg_backend_pid()
      AND xact_start IS NOT NULL AND wait_event_type = 'Client'
      AND application_name = (
        SELECT application FROM dropline.node
        WHERE id = \(node)
          AND (state NOT IN ('serving', 'draining') OR lease_until < clock_timestamp()))
    """
  }

  static let endIdleOfNode = Statement("end_idle_of_node", [.int], endIdle(of: "$1"))
  static let endIdleOfSpace = Statement(
    "end_idle_of_space", [.int],
    endIdle(of: "(SELECT owner FROM dropline.space WHERE id = $1)"))

  // MARK: Reading

  /// The live processes.
  static let readNodes = Statement(
    "read_nodes", [],
    """
    SELECT n.id, n.link, n.certificate,
      (n.state = 'draining' OR coalesce(s.is_draining, false))::int::bigint,
      (n.lease_until > clock_timestamp())::int::bigint, coalesce(s.weight, n.weight),
      array_to_string(n.unreached, ' ')
    FROM dropline.node n LEFT JOIN dropline.node_setting s ON s.link = n.link
    WHERE n.state IN ('serving', 'draining') ORDER BY n.id
    """)

  /// The spaces of a process.
  static let readOwned = Statement(
    "read_owned", [.int],
    "SELECT name, term, pinned FROM dropline.space WHERE owner = $1 AND state = 'ready'")

  static let readLive = Statement(
    "read_live", [.int],
    "SELECT id FROM dropline.node WHERE id = $1 AND state IN ('serving', 'draining')")

  /// The live process with a link.
  static let readNode = Statement(
    "read_node", [.text],
    "SELECT process FROM dropline.node WHERE link = $1 AND state IN ('serving', 'draining')")

  /// The last node of each link that was there in the last hour, and how many milliseconds ago it renewed its
  /// lease, which is so long.
  static let listNodes = Statement(
    "list_nodes", [.int],
    """
    SELECT n.link, n.process, n.version,
      CASE WHEN n.state = 'serving' AND s.is_draining THEN 'draining' ELSE n.state END,
      (n.state IN ('serving', 'draining') AND n.lease_until > clock_timestamp())::int::bigint,
      (extract(epoch FROM clock_timestamp() - n.lease_until) * 1000)::bigint + $1,
      coalesce(s.weight, n.weight), n.spaces, n.clients, array_to_string(n.unreached, ' '),
      n.links, n.commits, n.commit_p99
    FROM dropline.node n LEFT JOIN dropline.node_setting s ON s.link = n.link
    WHERE n.link IS NOT NULL AND n.lease_until > clock_timestamp() - interval '1 hour'
      AND NOT EXISTS (SELECT FROM dropline.node l WHERE l.link = n.link AND l.id > n.id)
    ORDER BY n.link COLLATE "C"
    """)

  // MARK: Operators

  /// Sets the node that should own a space, or null.
  static let pin = Statement(
    "pin", [.text, .text],
    "UPDATE dropline.space SET pinned = $2 WHERE name = $1 RETURNING id")

  /// Sets whether a known node drains, 1 or 0.
  static let setDraining = Statement(
    "set_draining", [.text, .int],
    """
    INSERT INTO dropline.node_setting (link, is_draining)
    SELECT $1, $2 = 1 WHERE EXISTS (SELECT FROM dropline.node WHERE link = $1)
    ON CONFLICT (link) DO UPDATE SET is_draining = $2 = 1 RETURNING link
    """)

  static let setWeight = Statement(
    "set_weight", [.text, .int],
    """
    INSERT INTO dropline.node_setting (link, weight)
    SELECT $1, $2 WHERE EXISTS (SELECT FROM dropline.node WHERE link = $1)
    ON CONFLICT (link) DO UPDATE SET weight = $2 RETURNING link
    """)
}
