// What keeps programs that do not read new tables away from them.

extension Schema {
  /// The statements that fail while a process serves that does not read the present format, and fence the others.
  ///
  /// - Parameter old: The format of the tables.
  static func end(serversBefore old: Int) -> String {
    // The processes before format 4 are holders of spaces, and those of format 4 read no other one.
    old < 4
      ? endHolders
      : endNodes(old == 4 ? "" : "AND reads < \(compatible)", of: old)
  }

  private static let endHolders = """
    SET LOCAL lock_timeout = '2s';
    LOCK TABLE dropline.space IN ACCESS EXCLUSIVE MODE;
    \(fail(ifAny: "SELECT string_agg(DISTINCT holder, ', ') FROM dropline.space WHERE \(isLive)"))
    UPDATE dropline.space SET term = term + 1;
    """

  private static func endNodes(_ condition: String, of old: Int) -> String {
    let nodes = "dropline.node WHERE state IN ('serving', 'draining') \(condition)"
    let hasEnd = old < 9
    let live = "SELECT string_agg(process, ', ') FROM \(nodes) AND \(isLive)"
    return """
      \(hasEnd ? "" : fail(ifAnyRenewsIts: nodes))
      SET LOCAL lock_timeout = '2s';
      LOCK TABLE dropline.node, dropline.space IN ACCESS EXCLUSIVE MODE;
      \(hasEnd ? fail(ifAny: live) : "")
      UPDATE dropline.space SET term = term + 1, owner = NULL WHERE owner IN (SELECT id FROM \(nodes));
      UPDATE dropline.node SET state = 'dead' WHERE id IN (SELECT id FROM \(nodes));
      """
  }

  /// Before format 9, a lease had an end. Leases that end while the lock is waited for, because of that, were good at the beginning of the transaction.
  private static let isLive = "lease_until > now()"

  /// From format 9 on, a process lives that renews its lease while somebody looks on for as long as it lasts.
  private static func fail(ifAnyRenewsIts nodes: String) -> String {
    """
    DO $$
      DECLARE
        seen jsonb := (SELECT jsonb_object_agg(id, renewals) FROM \(nodes));
        servers text;
      BEGIN
        PERFORM pg_sleep((SELECT coalesce(max(lease), 0) FROM \(nodes)) / 1000.0);
        servers := (
          SELECT string_agg(process, ', ') FROM \(nodes)
            AND renewals IS DISTINCT FROM (seen ->> id::text)::bigint);
        \(raise)
      END
    $$;
    """
  }

  private static func fail(ifAny query: String) -> String {
    """
    DO $$
      DECLARE servers text := (\(query));
      BEGIN
        \(raise)
      END
    $$;
    """
  }

  private static let raise = """
    IF servers IS NOT NULL THEN
      RAISE EXCEPTION 'stop these servers first, which do not read the new tables: %', servers;
    END IF;
    """
}
