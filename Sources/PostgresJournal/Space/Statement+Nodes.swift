// The statements about the nodes of a cluster.

extension Statement {
  static let readSecret = Statement("read_secret", [], "SELECT secret FROM dropline.format")

  /// Registers a node for so many milliseconds, unless another process has its link, with the link that it cannot
  /// reach or null.
  static let registerNode = Statement(
    "register_node", [.text, .text, .text, .text, .int, .text],
    """
    INSERT INTO dropline.node (link, process, space, version, lease_until)
    VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 ms')
    ON CONFLICT (link) DO UPDATE SET process = $2, space = $3, version = $4,
      lease_until = clock_timestamp() + $5 * interval '1 ms', unreached = $6,
      unreached_since = CASE
        WHEN dropline.node.unreached = $6 THEN dropline.node.unreached_since
        WHEN $6 IS NOT NULL THEN clock_timestamp() END
    WHERE dropline.node.process = $2 OR dropline.node.lease_until < clock_timestamp()
    RETURNING link
    """)

  /// How many other nodes of a space there are, and how many of them have not reached a link for so many
  /// milliseconds.
  static let countUnreached = Statement(
    "count_unreached", [.text, .text, .int],
    """
    SELECT count(*), count(*) FILTER (
      WHERE unreached = $2 AND unreached_since < clock_timestamp() - $3 * interval '1 ms')
    FROM dropline.node WHERE space = $1 AND link <> $2 AND lease_until > clock_timestamp()
    """)

  static let readNode = Statement(
    "read_node", [.text], "SELECT process FROM dropline.node WHERE link = $1")

  static let forgetNode = Statement(
    "forget_node", [.text, .text],
    "DELETE FROM dropline.node WHERE link = $1 AND process = $2")

  /// The nodes that were there in the last hour.
  static let listNodes = Statement(
    "list_nodes", [],
    """
    SELECT n.link, n.process, n.space, n.version,
      (n.lease_until > clock_timestamp())::int::bigint,
      (s.link = n.link AND s.lease_until > clock_timestamp())::int::bigint, coalesce(n.unreached, '')
    FROM dropline.node n LEFT JOIN dropline.space s ON s.name = n.space
    WHERE n.lease_until > clock_timestamp() - interval '1 hour'
    ORDER BY n.space COLLATE "C", n.link COLLATE "C"
    """)
}
