import Foundation

/// Where the project's own files are.
public enum Repository {
  /// The folder that holds `Package.swift`.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
