import CPostgres

/// One connection to a database, used by one thread at a time.
///
/// It runs pipelines: the statements of one are sent together, and the answers to all of them are awaited
/// once. After `PostgresError.lost` it is of no use.
final class PostgresConnection: @unchecked Sendable {
  private let raw: OpaquePointer
  private var prepared: Set<Statement> = []
  /// The warnings that the server has sent.
  private let warnings: UnsafeMutablePointer<Int32>

  /// What an answer is awaited for.
  private enum Step {
    case prepare(Statement)
    case execute(Statement)
  }

  /// Connects, within some seconds for each host of the URL.
  init(_ url: StoreURL, seconds: Int = 3) throws(PostgresError) {
    if let reason = cpostgres_load() { throw .lost(String(cString: reason)) }
    let warnings = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    warnings.initialize(to: 0)
    guard let raw = cpostgres_connect(url.string, "\(seconds)", warnings) else {
      warnings.deallocate()
      throw .lost("no memory")
    }
    (self.raw, self.warnings) = (raw, warnings)
    guard cpostgres_status(raw) == Int32(CPOSTGRES_CONNECTION_OK) else {
      throw PostgresError(failureToConnect: Self.sentence(cpostgres_error_message(raw)))
    }
    try run([Statement.setDurable()], within: .seconds(10))
    do throws(PostgresError) {
      try run([Statement.setCheck()], within: .seconds(10))
    } catch {
      // Not every system tells the database that a client has gone.
      if case .lost = error { throw error }
    }
  }

  deinit {
    cpostgres_finish(raw)
    warnings.deallocate()
  }

  /// A setting that the server reports, such as `server_encoding`.
  func parameter(_ name: String) -> String {
    cpostgres_parameter(raw, name).map { String(cString: $0) } ?? ""
  }

  /// Runs statements and returns the table of each.
  ///
  /// If one is refused, those behind it are not run. A transaction that they have begun is rolled back.
  ///
  /// - Parameter limit: How long to wait for all of the answers.
  @discardableResult
  func run(
    _ calls: [StatementCall], within limit: Duration
  ) throws(PostgresError) -> [ResultTable] {
    let deadline = ContinuousClock.now + limit
    do throws(PostgresError) {
      return try pipeline(calls, by: deadline)
    } catch {
      if case .refused = error, calls.first?.statement == Statement.begin {
        _ = try pipeline([Statement.rollback()], by: deadline)
      }
      throw error
    }
  }

  private func pipeline(
    _ calls: [StatementCall], by deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> [ResultTable] {
    var steps: [Step] = []
    for call in calls {
      if !prepared.contains(call.statement) {
        try prepare(call.statement)
        steps.append(.prepare(call.statement))
      }
      try send(call)
      steps.append(.execute(call.statement))
    }
    guard cpostgres_pipeline_sync(raw) == 1 else { throw lost() }
    return try answers(to: steps, by: deadline)
  }

  private func prepare(_ statement: Statement) throws(PostgresError) {
    let types = statement.parameters.map(\.rawValue)
    let isSent = cpostgres_send_prepare(
      raw, statement.name, statement.sql, Int32(types.count), types)
    guard isSent == 1 else { throw lost() }
    prepared.insert(statement)
  }

  private func send(_ call: StatementCall) throws(PostgresError) {
    var bytes: [UInt8] = []
    var lengths: [Int32] = []
    for value in call.values {
      let start = bytes.count
      value.encode(to: &bytes)
      lengths.append(Int32(clamping: bytes.count - start))
    }
    // An empty value has an address, too; null is the absence of one.
    bytes.append(0)
    let isSent = bytes.withUnsafeBytes { buffer -> Int32 in
      var start = buffer.baseAddress!.assumingMemoryBound(to: CChar.self)
      let values = zip(call.values, lengths).map { value, length -> UnsafePointer<CChar>? in
        defer { start += Int(length) }
        return value == .null ? nil : start
      }
      return cpostgres_send_prepared(
        raw, call.statement.name, Int32(values.count), values, lengths)
    }
    guard isSent == 1 else { throw lost() }
  }

  /// Awaits the answers to a pipeline.
  ///
  /// A warning where a transaction is committed says that its standby has not confirmed it: somebody has ended the wait.
  /// Where there is no COMMIT it may be read with the answer to the last statement, or behind that.
  private func answers(
    to steps: [Step], by deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> [ResultTable] {
    var tables: [ResultTable] = []
    var refusal: PostgresError?
    var isConfirmed = true
    for (index, step) in steps.enumerated() {
      let isLast = index == steps.count - 1
      let known = warnings.pointee
      let result = ResultTable(try nextResult(by: deadline))
      switch (result.status, step) {
      case (.done, .execute(let statement)):
        tables.append(result)
        if statement == .commit || isLast, warnings.pointee != known { isConfirmed = false }
      case (.done, .prepare): break
      case (.refused, _):
        refusal = refusal ?? result.error
        if case .prepare(let statement) = step { prepared.remove(statement) }
      case (.skipped, .prepare(let statement)): prepared.remove(statement)
      case (.skipped, .execute): break
      case (.synchronized, _): throw .lost("an answer is missing")
      }
      if case .lost? = refusal { break }
      try endOfResult(by: deadline)
    }
    if let refusal, case .lost = refusal { throw refusal }
    let known = warnings.pointee
    _ = ResultTable(try nextResult(by: deadline))
    if let refusal { throw refusal }
    guard isConfirmed, warnings.pointee == known else {
      throw .lost("the wait for its standby was cancelled")
    }
    return tables
  }

  private func nextResult(
    by deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> OpaquePointer {
    guard let result = try result(by: deadline) else { throw lost() }
    return result
  }

  /// The null behind the result of each statement.
  private func endOfResult(by deadline: ContinuousClock.Instant) throws(PostgresError) {
    if let more = try result(by: deadline) {
      cpostgres_clear(more)
      throw .lost("an answer is one too many")
    }
  }

  private func result(
    by deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> OpaquePointer? {
    while true {
      let unsent = cpostgres_flush(raw)
      guard unsent >= 0 else { throw lost() }
      if cpostgres_is_busy(raw) == 0 { return cpostgres_next_result(raw) }
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0,
        cpostgres_wait(cpostgres_socket(raw), unsent, Int32(min(left + 1, 60_000))) >= 0
      else { throw .lost("no answer in time") }
      guard cpostgres_consume_input(raw) == 1 else { throw lost() }
    }
  }

  private func lost() -> PostgresError { .lost(Self.sentence(cpostgres_error_message(raw))) }

  /// A message of libpq on one line.
  static func sentence(_ message: UnsafePointer<CChar>?) -> String {
    let text = message.map { String(cString: $0) } ?? ""
    let lines = text.split { $0.isNewline }.map { $0.drop { $0.isWhitespace } }
    return lines.isEmpty ? "the connection has ended" : lines.joined(separator: "; ")
  }
}
