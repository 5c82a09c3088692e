import BoardCore
import BoardWire
import Glibc

/// A board as a file holds it, in the protocol's own snapshot form.
///
/// The file is what a server sends behind `open`: `board NAME REVISION SECTIONS LINES`, and the
/// lines of sections and items. Drag sessions, which a recorded snapshot may end with, are left out.
public struct BoardFile: Sendable {
  public let name: BoardName
  public let revision: Int
  public let content: Content

  /// Why a file is no board.
  public struct Fault: Error, CustomStringConvertible {
    public let description: String
  }

  /// Reads a file.
  ///
  /// - Throws: `Fault`, which names the file and, if it can, the line.
  public init(reading path: String) throws(Fault) {
    guard let bytes = Self.bytes(of: path) else {
      throw Fault(description: "\(path): \(String(cString: strerror(errno)))")
    }
    do throws(SnapshotFault) {
      let file = try SnapshotFile(bytes)
      self.init(file.board, revision: file.revision, file.content)
    } catch {
      throw Fault(description: "\(path):\(error.line): \(error.reason)")
    }
  }

  /// A board that is at hand.
  public init(_ name: BoardName, revision: Int, _ content: Content) {
    self.name = name
    self.revision = revision
    self.content = content
  }

  private static func bytes(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
