// What keeps programs that do not read new tables away from them.

extension Schema {
  /// The statements that fail while a process serves that does not read the present format, and fence the others.
  ///
  /// - Parameter old: The format of the tables.
  static func end(serversBefore old: Int) -> String {
    // The processes before format 4 are holders of spaces, and those of format 4 read no other one.
    old < 4
      ? endHolders
      : endNodes(old == 4 ? "" : "AND reads < \(compatible)", live: old < 9 ? isLive : isConnected)
  }

  private static let endHolders = """
    SET LOCAL lock_timeout = '2s';
    LOCK TABLE dropline.space IN ACCESS EXCLUSIVE MODE;
    \(fail(ifAny: "SELECT string_agg(DISTINCT holder, ', ') FROM dropline.space WHERE \(isLive)"))
    UPDATE dropline.space SET term = term + 1;
    """

  private static func endNodes(_ condition: String, live: String) -> String {
    let nodes = "dropline.node WHERE state IN ('serving', 'draining') \(condition)"
    return """
      SET LOCAL lock_timeout = '2s';
      LOCK TABLE dropline.node, dropline.space IN ACCESS EXCLUSIVE MODE;
      \(fail(ifAny: "SELECT string_agg(process, ', ') FROM \(nodes) AND \(live)"))
      UPDATE dropline.space SET term = term + 1, owner = NULL WHERE owner IN (SELECT id FROM \(nodes));
      UPDATE dropline.node SET state = 'dead' WHERE id IN (SELECT id FROM \(nodes));
      """
  }

  /// Before format 9, a lease had an end. Leases that end while the lock is waited for, because of that, were good at the beginning of the transaction.
  private static let isLive = "lease_until > now()"

  /// From format 9 on, others see that the lease of a process has ended by their own clocks alone. A process that serves
  /// has connections.
  private static let isConnected =
    "application IN (SELECT application_name FROM pg_stat_activity)"

  private static func fail(ifAny query: String) -> String {
    """
    DO $$
      DECLARE servers text := (\(query));
      BEGIN
        IF servers IS NOT NULL THEN
          RAISE EXCEPTION 'stop these servers first, which do not read the new tables: %', servers;
        END IF;
      END
    $$;
    """
  }
}
