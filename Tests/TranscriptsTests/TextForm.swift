import BoardWire
import Transcripts

extension Scenario {
  /// The same conversation with all that is said in the JSON form said in the text form, so that
  /// what must hold is asked of both in one way.
  var inTextForm: Scenario {
    Scenario(title: title, line: line, boards: boards, steps: steps.flatMap(\.inTextForm))
  }
}

extension Step {
  fileprivate var inTextForm: [Step] {
    switch action {
    case .line(let line, malformed: false) where line.hasPrefix("{"):
      lines(of: { try JSONCommand.read($0).lines.get() }, line).map {
        with(.line($0, malformed: false))
      }
    case .expect(.line(let pattern)) where pattern.description.hasPrefix("{"):
      lines(of: { try JSONMessage.lines($0) }, pattern.description).map {
        with(.expect(.line(LinePattern($0))))
      }
    default: [self]
    }
  }

  /// The lines that an object is, or itself where it is none.
  private func lines(
    of translation: (UnsafeRawBufferPointer) throws -> [UInt8], _ object: String
  ) -> [String] {
    guard let text = try? Array(object.utf8).withUnsafeBytes({ try translation($0) }) else {
      return [object]
    }
    return text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  private func with(_ action: Action) -> Step { Step(line: line, client: client, action: action) }
}
