import BoardJournal

/// What an error of the database means for what was asked, whoever has asked it.
///
/// This is the one place that tells what passes from what stays. Only what is damaged is called so; what is neither
/// damaged nor to be mended by an operator first is asked again, and the log says so.
enum FaultKind: Hashable {
  /// The connection is over: what was sent may have been done.
  case lost
  /// Nothing was done, and the same may be done a moment later.
  case passing
  /// Somebody else has counted a group meanwhile: nothing was done.
  case overtaken
  /// Nothing was done, for want of room.
  case full
  /// What is stored is not what was written.
  case damaged
  /// Nothing is done until an operator has changed the database or how it is reached.
  case unusable(String)
  /// Nothing was done, and the same will be refused again.
  case refused

  /// The kind of a refusal with this SQLSTATE.
  init(state: String) {
    let found = Self.table.filter { state.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }
    self = found?.value ?? .refused
  }

  /// By SQLSTATE, or by its first characters: the longest of them counts.
  private static let table: [String: FaultKind] = [
    // Connections that the server ends.
    "08": .lost, "57P": .lost, "25P03": .lost,
    // Statements that were cancelled, by an operator or by `statement_timeout`; locks that were not had in
    // `lock_timeout`; deadlocks; a database that is not the primary any more, or not yet.
    "57014": .passing, "57000": .passing, "55P03": .passing, "55006": .passing, "40": .passing,
    "25006": .passing, "55000": .passing,
    // Too many connections, or too little memory.
    "53": .passing, "53100": .full,
    // A user or a password that is wrong, or a database that is not there: they may be set meanwhile.
    "28": .passing, "3D": .passing,
    // The disk or the system below the database.
    "58": .passing,
    // The division by the rows counted, and a duplicate of a copy.
    "22012": .overtaken, "23505": .overtaken,
    "XX001": .damaged, "XX002": .damaged,
    "3F000": noTables, "42P01": noTables,
    "42501": .unusable("the database lets this user not do what is needed"),
    // A prepared statement that is not there, or that somebody else has prepared.
    "26000": pooler, "42P05": pooler,
  ]

  private static let noTables = FaultKind.unusable(
    "the database has no tables of dropline: `dropline schema` prints what makes them")
  private static let pooler = FaultKind.unusable(
    "a pooler shares connections by transactions or statements: connect directly, or pool by sessions"
  )
}

extension PostgresError {
  var kind: FaultKind {
    switch self {
    case .lost: .lost
    case .refused(let state, _): FaultKind(state: state)
    }
  }

  /// The fault that the error means for a reader.
  var fault: JournalFault {
    switch kind {
    case .lost: .failed("the database does not answer: \(sentence)")
    case .passing, .overtaken, .full, .refused: .failed("the database refuses: \(sentence)")
    case .damaged: .damaged("the database is damaged: \(sentence)")
    case .unusable(let remedy): .unusable("\(remedy): \(sentence)")
    }
  }

  /// What the database says, with the SQLSTATE.
  var sentence: String {
    switch self {
    case .lost(let message): message
    case .refused(let state, let message): "\(message) (\(state))"
    }
  }
}
