import BoardModel

/// The content of a board file, in the snapshot form of the protocol.
///
/// The file has the lines that a server sends after `open`: `board BOARD REV SECTIONS LINES`, and
/// the lines of sections and items. The lines of drag sessions and selections, with which a recorded
/// snapshot may end, are ignored.
public struct BoardFile: Sendable {
  public let name: BoardName
  public let revision: Int
  public let content: Content
  /// What people read in place of the name; nil if the file has none.
  public let title: String?

  /// Makes a board file from a content.
  public init(_ name: BoardName, revision: Int, _ content: Content, title: String? = nil) {
    self.name = name
    self.revision = revision
    self.content = content
    self.title = title
  }
}

extension BoardFile {
  /// The policy that gives the board its title; nil if it has none beside its name.
  ///
  /// The title is one line, cut to the bytes that a title may have.
  package var titleSetting: PolicySetting? {
    let scalars = (title ?? "").unicodeScalars.prefix(Limits.titleBytes).map { scalar in
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
