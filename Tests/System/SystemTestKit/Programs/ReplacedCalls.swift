import Foundation
import TestKit

/// The calls of the C library that `Tests/System/FaultyCalls` replaces, as a library that a program loads before it.
package struct ReplacedCalls {
  private let library: String

  /// Compiles the library.
  package init(in scratch: Scratch) throws {
    library = scratch.at("faulty.so")
    let source = Repository.root.appending(path: "Tests/System/FaultyCalls").path
    let command =
      "clang -shared -fPIC -I'\(source)/include' '\(source)/faulty_calls.c' -o '\(library)'"
    guard shell(command) else { throw ChildError.ended(command) }
  }

  /// What a shell does before it starts the program.
  ///
  /// - Parameter settings: What the calls do, as variables `NAME=value`.
  package func prelude(_ settings: String) -> String {
    "export \(settings) LD_PRELOAD='\(library)'"
  }
}
