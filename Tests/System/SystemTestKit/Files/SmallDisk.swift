import Foundation

/// An in-memory file system of four megabytes, unmounted with the object.
package final class SmallDisk {
  private let scratch: Scratch
  package let path: String

  /// Whether this machine lets us mount one. That takes root, and not every container allows it.
  package static let isPossible = (try? SmallDisk()) != nil

  package init() throws {
    scratch = try Scratch()
    path = scratch.at("disk")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard shell("mount -t tmpfs -o size=4m dropline-test '\(path)' 2>/dev/null") else {
      throw CocoaError(.featureUnsupported)
    }
  }

  deinit { _ = shell("umount -l '\(path)'") }

  private var ballast: String { "\(path)/ballast" }

  /// Fills the free space.
  package func fill() { _ = shell("head -c 8m /dev/zero >>'\(ballast)' 2>/dev/null") }

  /// Makes it read-only.
  package func makeReadOnly() throws {
    guard shell("mount -o remount,ro '\(path)'") else { throw CocoaError(.featureUnsupported) }
  }

  /// Frees the space.
  package func free() throws { try FileManager.default.removeItem(atPath: ballast) }
}

/// Runs a command of the shell.
///
/// - Returns: Whether it went well.
package func shell(_ command: String) -> Bool {
  guard let stream = popen(command, "r") else { return false }
  while fgetc(stream) >= 0 {}
  return pclose(stream) == 0
}
