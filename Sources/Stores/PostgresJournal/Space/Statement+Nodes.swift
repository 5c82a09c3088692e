// The statements about the processes that serve spaces. One of state `serving` or `draining` is live: nobody has
// declared it dead yet, and it has not left.

extension Statement {
  static let readSecret = Statement("read_secret", [], "SELECT value FROM dropline.secret")

  // MARK: Registering

  /// All processes, and how often they have renewed their leases.
  static let readRenewals = Statement("read_renewals", [], "SELECT id, renewals FROM dropline.node")

  /// Deletes a process that has not renewed its lease more often than this.
  static let forget = Statement(
    "forget", [.int, .int], "DELETE FROM dropline.node WHERE id = $1 AND renewals = $2")

  /// Declares the node with this link dead if it is this process before it lost its registration.
  static let freeLink = Statement(
    "free_link", [.text, .text],
    """
    UPDATE dropline.node SET state = 'dead'
    WHERE link = $1 AND state IN ('serving', 'draining') AND process = $2
    """)

  /// Registers a process, unless another live one has its link: its link and certificate or null, itself, its version,
  /// the name of its connections, its weight, the milliseconds of its lease, the newest format that it reads, and its
  /// default space or null.
  static let registerNode = Statement(
    "register_node", [.text, .text, .text, .text, .text, .int, .int, .int, .text],
    """
    INSERT INTO dropline.node
      (link, certificate, process, version, application, weight, state, lease, reads, default_space)
    VALUES ($1, $2, $3, $4, $5, $6, 'serving', $7, $8, $9)
    ON CONFLICT (link) WHERE state IN ('serving', 'draining') DO NOTHING RETURNING id
    """)

  /// Renews a lease of so many milliseconds, and stores the report: state, links with spaces between them, spaces,
  /// clients, links, commits in a second, the microseconds that 99 of 100 of them took at most, and the lines of what it
  /// complains of.
  static let renewNode = Statement(
    "renew_node", [.int, .int, .text, .text, .int, .int, .int, .int, .int, .text],
    """
    UPDATE dropline.node SET renewals = renewals + 1, lease = $2, state = $3,
      unreached = string_to_array($4, ' '), spaces = $5, clients = $6, links = $7,
      commits = $8, commit_p99 = $9, complaints = $10
    WHERE id = $1 AND state IN ('serving', 'draining') RETURNING id
    """)

  /// Renews a lease of so many milliseconds.
  static let extendLease = Statement(
    "extend_lease", [.int, .int],
    """
    UPDATE dropline.node SET renewals = renewals + 1, lease = $2
    WHERE id = $1 AND state IN ('serving', 'draining')
    """)

  // MARK: Ending

  /// Declares a process dead that has not renewed its lease more often than this.
  static let declareDead = Statement(
    "declare_dead", [.int, .int],
    """
    UPDATE dropline.node SET state = 'dead'
    WHERE id = $1 AND renewals = $2 AND state IN ('serving', 'draining')
    """)

  static let leave = Statement(
    "leave", [.int],
    "UPDATE dropline.node SET state = 'left' WHERE id = $1 AND state IN ('serving', 'draining')")

  /// Releases all spaces of a process.
  static let releaseAll = Statement(
    "release_all", [.int], "UPDATE dropline.space SET owner = NULL WHERE owner = $1")

  /// Ends the connections of the processes with this property that are in the middle of a transaction and wait for
  /// their client: it is paused or cut off, and they would hold rows for as long.
  ///
  /// One that waits for a standby is left alone: ended, it could be taken for one that has been committed there.
  private static func endIdle(of property: String) -> String {
    """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE usename = current_user AND pid <> pg_backend_pid()
      AND xact_start IS NOT NULL AND wait_event_type = 'Client'
      AND application_name IN (SELECT application FROM dropline.node WHERE \(property))
    """
  }

  /// Of one that has not renewed its lease more often than this.
  static let endIdleOfNode = Statement(
    "end_idle_of_node", [.int, .int], endIdle(of: "id = $1 AND renewals = $2"))
  /// Of the owners of spaces, which are dead or have left.
  static let endIdleOfSpaces = Statement(
    "end_idle_of_spaces", [.ints],
    endIdle(
      of: """
        id IN (SELECT owner FROM dropline.space WHERE id = ANY($1))
          AND state NOT IN ('serving', 'draining')
        """))

  // MARK: Reading

  /// The live processes.
  static let readNodes = Statement(
    "read_nodes", [],
    """
    SELECT n.id, n.link, n.certificate,
      (n.state = 'draining' OR coalesce(s.is_draining, false))::int::bigint,
      n.renewals, n.lease, coalesce(s.weight, n.weight), array_to_string(n.unreached, ' ')
    FROM dropline.node n LEFT JOIN dropline.node_setting s ON s.link = n.link
    WHERE n.state IN ('serving', 'draining') ORDER BY n.id
    """)

  /// The spaces of a process, without those that may have had another owner before a standby was promoted.
  static let readOwned = Statement(
    "read_owned", [.int],
    """
    SELECT name, term, pinned, id, groups, epoch FROM dropline.space
    WHERE owner = $1 AND state = 'ready' AND NOT \(mayLackGroups())
    """)

  static let readLive = Statement(
    "read_live", [.int],
    "SELECT id FROM dropline.node WHERE id = $1 AND state IN ('serving', 'draining')")

  /// The live process with a link.
  static let readNode = Statement(
    "read_node", [.text],
    """
    SELECT process, id, renewals, lease FROM dropline.node
    WHERE link = $1 AND state IN ('serving', 'draining')
    """)

  /// The live processes, with how often they have renewed their leases.
  static let readSigns = Statement(
    "read_signs", [],
    "SELECT id, renewals, lease FROM dropline.node WHERE state IN ('serving', 'draining')")

  /// The last node of each link.
  static let listNodes = Statement(
    "list_nodes", [],
    """
    SELECT n.link, n.process, n.version,
      CASE WHEN n.state = 'serving' AND s.is_draining THEN 'draining' ELSE n.state END,
      n.id, n.renewals, n.lease, coalesce(s.weight, n.weight), n.spaces, n.clients,
      array_to_string(n.unreached, ' '), n.links, n.commits, n.commit_p99, n.complaints,
      n.default_space
    FROM dropline.node n LEFT JOIN dropline.node_setting s ON s.link = n.link
    WHERE n.link IS NOT NULL
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
