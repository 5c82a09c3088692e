import BoardModel

/// A board as a file holds it, in the protocol's own snapshot form.
///
/// The file is what a server sends behind `open`: `board BOARD REV SECTIONS LINES`, and the
/// lines of sections and items. Drag sessions and selections, with which a recorded snapshot may end, are left out.
public struct BoardFile: Sendable {
  public let name: BoardName
  public let revision: Int
  public let content: Content

  /// A board that is at hand.
  public init(_ name: BoardName, revision: Int, _ content: Content) {
    self.name = name
    self.revision = revision
    self.content = content
  }
}
