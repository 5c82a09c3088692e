// The statements about the nodes of a cluster.

extension Statement {
  static let readSecret = Statement("read_secret", [], "SELECT secret FROM dropline.format")

  /// Registers a node for so many milliseconds, unless another process has its link.
  static let registerNode = Statement(
    "register_node", [.text, .text, .text, .text, .int],
    """
    INSERT INTO dropline.node (link, process, space, version, lease_until)
    VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 ms')
    ON CONFLICT (link) DO UPDATE SET process = $2, space = $3, version = $4,
      lease_until = clock_timestamp() + $5 * interval '1 ms'
    WHERE dropline.node.process = $2 OR dropline.node.lease_until < clock_timestamp()
    RETURNING link
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
      (s.link = n.link AND s.lease_until > clock_timestamp())::int::bigint
    FROM dropline.node n LEFT JOIN dropline.space s ON s.name = n.space
    WHERE n.lease_until > clock_timestamp() - interval '1 hour'
    ORDER BY n.space COLLATE "C", n.link COLLATE "C"
    """)
}
