import ArgumentParser
import BoardModel
import PostgresJournal

/// The directory or the space of a command.
struct PlaceOption: ParsableArguments {
  @Option(help: DataOption.help, completion: .directory)
  var data: DataPlace?

  @OptionGroup var database: StoreOption

  @Option(
    help: ArgumentHelp(
      "The space of the database; $DROPLINE_SPACE if left out, and \(SpaceName.standard) if that is not set.",
      valueName: "name"))
  var space: SpaceName?

  func validate() throws {
    if case .memory = try place() { throw DataOption.memory }
  }

  /// - Throws: `ValidationError` if the options are of two places, or a variable names none.
  func place() throws -> DataPlace {
    let named = PlaceNames(data: data, store: database.store, space: space)
    let store = try database.named()
    // A directory that is set elsewhere is of no interest beside a database.
    let set = try PlaceNames(
      data: data ?? (store == nil ? .fromEnvironment() : nil), store: store,
      space: space ?? argument(of: "DROPLINE_SPACE", "space"))
    return try named.place(orOf: set) { throw ValidationError($0) }
  }
}

/// What names the place that boards are kept in.
struct PlaceNames {
  var data: DataPlace?
  var store: StoreURL?
  var space: SpaceName?

  /// The place that options name. A database is before a directory, except before one that is an option.
  ///
  /// - Parameters:
  ///   - set: The options, and what is set elsewhere.
  ///   - onFault: Receives what is wrong with the options.
  func place<Fault>(
    orOf set: PlaceNames, onFault: (String) throws(Fault) -> Void
  ) throws(Fault) -> DataPlace {
    if data != nil, store != nil {
      try onFault("--data and --store are two places; choose one.")
    }
    if let store = set.store, data == nil { return .space(store, set.space ?? .standard) }
    if space != nil { try onFault("--space needs a database: name it with --store.") }
    return set.data ?? .standard
  }
}
