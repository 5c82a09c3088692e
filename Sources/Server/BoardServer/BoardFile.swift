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
