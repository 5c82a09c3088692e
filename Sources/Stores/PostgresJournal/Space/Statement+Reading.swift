// The statements that read a space.

extension Statement {
  static let readBoards = Statement(
    "read_boards", [.int],
    """
    SELECT b.id, b.name, greatest(
      coalesce((SELECT max(rev) FROM dropline.log l WHERE l.space = $1 AND l.board = b.id), 0),
      coalesce((SELECT max(rev) FROM dropline.snapshot s WHERE s.space = $1 AND s.board = b.id), 0)),
      p.body
    FROM dropline.board b LEFT JOIN dropline.policy p
      ON p.space = $1 AND p.board = b.id AND p.target = '*'
    WHERE b.space = $1 ORDER BY b.name COLLATE "C"
    """)
  static let readBoardNumbers = Statement(
    "read_board_numbers", [.int],
    "SELECT board, key, value FROM dropline.board_number WHERE space = $1")
  static let readNumbers = Statement(
    "read_numbers", [.int], "SELECT key, value FROM dropline.number WHERE space = $1")
  static let readClients = Statement(
    "read_clients", [.int], "SELECT name, digest FROM dropline.client WHERE space = $1")
  static let readReplies = Statement(
    "read_replies", [.int],
    """
    SELECT client, seq, tag, digest, body FROM dropline.reply WHERE space = $1
    ORDER BY client COLLATE "C", seq
    """)

  static let readSnapshot = Statement(
    "read_snapshot", [.int, .int],
    """
    SELECT rev, parts, body, sum FROM dropline.snapshot WHERE space = $1 AND board = $2
    ORDER BY rev LIMIT 1
    """)
  /// One part at a time: they are long.
  static let readPart = Statement(
    "read_part", [.int, .int, .int, .int],
    """
    SELECT body, sum FROM dropline.snapshot_part
    WHERE space = $1 AND board = $2 AND rev = $3 AND part = $4
    """)
  /// The next revisions after one, at most so many.
  static let readRevisions = Statement(
    "read_revisions", [.int, .int, .int, .int],
    """
    SELECT rev, prev, at, client, origin, body, sum FROM dropline.log
    WHERE space = $1 AND board = $2 AND rev > $3 ORDER BY rev LIMIT $4
    """)
  static let readPolicies = Statement(
    "read_policies", [.int, .int],
    """
    SELECT body FROM dropline.policy WHERE space = $1 AND board = $2 ORDER BY target COLLATE "C"
    """)
}
