import ArgumentParser
import Glibc

/// What a command says on standard error with `--json` if it fails without an answer of a server:
/// `{"kind":"failed","code":"no-server","text":"…"}`, or of the kind `note` if it goes on.
struct FailureObject {
  private let text: String
  private let status: ExitCode?

  /// - Parameter status: The exit status; nil for a note.
  init(_ text: String, _ status: ExitCode?) {
    self.text = text
    self.status = status
  }

  /// Whether the arguments ask for objects.
  static let isWanted = CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")

  var json: String {
    guard let status else { return JSONLine(("kind", "note"), ("text", text)).json }
    return JSONLine(("kind", "failed"), ("code", Self.code(of: status)), ("text", text)).json
  }

  private static func code(of status: ExitCode) -> String {
    switch status.rawValue {
    case EX_USAGE: "usage"
    case EX_UNAVAILABLE: "no-server"
    case EX_IOERR: "io"
    case EX_TEMPFAIL: "no-answer"
    case EX_PROTOCOL: "other-protocol"
    default: "failed"
    }
  }
}
