import BoardAuthority
import BoardModel

/// What a board file has, in the snapshot form of the protocol.
///
/// The file has the lines that a server sends after `open`: `board BOARD REV SECTIONS LINES`, the lines of
/// sections and items, and those of the types of fields and of policies. The lines of drag sessions and
/// selections, with which a recorded snapshot may end, are ignored.
public struct BoardFile: Sendable {
  public let name: BoardName
  public let revision: Int
  public let content: Content
  /// What the board and its sections have set of their own, the title of the board among it.
  package private(set) var policies: BoardPolicies
  /// The types of fields, which judge no value of the content.
  package let fieldTypes: FieldTypes

  /// Makes a board file from a content.
  ///
  /// - Parameters:
  ///   - name: The name of the board.
  ///   - revision: The revision that it has.
  ///   - content: Its sections and items.
  ///   - title: What people read in place of the name. It becomes one line, cut to the bytes that a
  ///     title may have.
  public init(_ name: BoardName, revision: Int, _ content: Content, title: String? = nil) {
    self.init(name, revision: revision, content, policies: BoardPolicies(), fieldTypes: [:])
    if let setting = titleSetting(title ?? "") { policies.set([setting], for: .board) }
  }

  /// Makes a board file with settings.
  package init(
    _ name: BoardName, revision: Int, _ content: Content, policies: BoardPolicies,
    fieldTypes: FieldTypes
  ) {
    (self.name, self.revision, self.content) = (name, revision, content)
    (self.policies, self.fieldTypes) = (policies, fieldTypes)
  }
}

extension BoardFile {
  /// What people read in place of the name; nil if the file has none.
  public var title: String? { policies.forBoard.title }

  /// The policy that gives the board its title; nil if it has none beside its name.
  private func titleSetting(_ title: String) -> PolicySetting? {
    let scalars = title.unicodeScalars.prefix(Limits.titleBytes).map { scalar in
      switch scalar.value {
      case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029: " " as Unicode.Scalar
      case _: scalar
      }
    }
    var line = String(String.UnicodeScalarView(scalars))
    while line.utf8.count > Limits.titleBytes { line.removeLast() }
    let isTitle = line.contains { $0 != " " } && line != name.string
    return isTitle ? .title(line) : nil
  }
}
