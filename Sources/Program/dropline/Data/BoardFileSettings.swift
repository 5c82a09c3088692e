import BoardAuthority
import BoardModel
import BoardServer
import BoardWire

/// The settings of a board file: the rows `policy` and `fields` behind its content.
struct BoardFileSettings {
  private static let forms =
    "Right are `policy BOARD SECTION KEY=VALUE…`, with * for the whole board, and `fields BOARD FIELD=TYPE…`"

  /// The types of fields.
  private(set) var types: FieldTypes = [:]
  private var policies: [(request: PolicyRequest, line: Int)] = []

  /// Reads a row: the command that makes such a setting, with the board behind its verb.
  ///
  /// - Returns: What is wrong with it, or nil.
  mutating func read(
    _ line: UnsafeRawBufferPointer, of board: BoardName, number: Int
  ) -> String? {
    let words = line.split(separator: 0x20, maxSplits: 2)
    guard words.count == 3 else { return "the row says nothing. \(Self.forms)" }
    let name = String(decoding: words[1], as: UTF8.self)
    guard name == board.string else { return "this is the board \(board), and no \(name)" }
    let command = Array(words[0]) + [0x20] + Array(words[2])
    let read = command.withUnsafeBytes { Command($0)?.request }
    switch read {
    case .success(.policy(let request))?: return add(request, number)
    case .success(.board(.fields(let request)))?: return add(request)
    case .failure(let error)?: return "\(error.inFile(of: words[0])) \(Self.forms)"
    case .success, nil: return Self.forms
    }
  }

  private mutating func add(_ request: PolicyRequest, _ number: Int) -> String? {
    guard request.board == nil else { return Self.forms }
    policies.append((request, number))
    return nil
  }

  private mutating func add(_ request: BoardRequest.Fields) -> String? {
    guard request.board == nil else { return Self.forms }
    types = types.applying(request.changes)
    return types.count > Limits.fieldTypes
      ? "a board has at most \(Limits.fieldTypes) types of fields" : nil
  }

  /// The policies, with sections by their ids.
  ///
  /// - Throws: `FileFault` if the section of a row is not there.
  func policies(of content: Content) throws(FileFault) -> BoardPolicies {
    var result = BoardPolicies()
    for (request, line) in policies {
      guard let target = content.target(request.target) else {
        throw FileFault(line: line, reason: "the file has no such section. \(Self.forms)")
      }
      result.set(request.settings.map { content.naming($0) }, for: target)
    }
    return result
  }
}

extension Content {
  /// What a policy is for; nil if there is no such section.
  fileprivate func target(_ target: PolicyRequest.Target?) -> BoardPolicies.Target? {
    switch target {
    case .board?: .board
    case .section(let reference)?: id(of: reference).map { .section($0) }
    case nil: nil
    }
  }

  /// A setting with the section in it by its id. One that is gone stays, as on a board.
  fileprivate func naming(_ setting: PolicySetting) -> PolicySetting {
    guard case .onChoose(.move(let reference)) = setting, let id = id(of: reference) else {
      return setting
    }
    return .onChoose(.move(to: .id(id)))
  }

  private func id(of reference: SectionReference) -> SectionID? {
    switch reference {
    case .id(let id): contains { $0.id == id } ? id : nil
    case .index(let index): indices.contains(index) ? self[index].id : nil
    }
  }
}

extension LineError {
  /// What is wrong with a row of settings.
  fileprivate func inFile(of verb: Slice<UnsafeRawBufferPointer>) -> String {
    let isOfFields = verb.elementsEqual("fields".utf8)
    if case .badArgument(let word) = self, isOfFields {
      let types = FieldType.allCases.map(\.rawValue).joined(separator: ", ")
      return "\"\(word)\" is no type of a field: they are \(types)."
    }
    if case .unknownKey(let key) = self, isOfFields { return "\"\(key)\" is no name of a field." }
    if let word { return "\"\(word)\" is no setting: `dropline policy --help` lists them." }
    return inFile
  }

  /// The argument or key that is wrong.
  private var word: QuotedWord? {
    if case .badArgument(let word) = self { return word }
    if case .unknownKey(let key) = self { return key }
    return nil
  }
}
