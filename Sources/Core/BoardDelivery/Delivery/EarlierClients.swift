import BoardAuthority
import BoardWire

// Clients of an earlier version, which are sent no row `reconfigure` (19.5).

extension EncodedUpdate {
  /// The bytes that a connection is sent.
  func written(for connection: ClientConnection, of live: LiveBoard?) -> EncodedUpdate {
    let form = connection.form
    guard connection.skipsReconfigures, let live, live.versions.hasHadFields, !isSnapshot else {
      return live?.update(self, in: form) ?? translated(to: form)
    }
    return withoutReconfigures.translated(to: form)
  }

  /// Batches without their rows `reconfigure`. A batch may be left without rows.
  ///
  /// - Complexity: O(bytes).
  private var withoutReconfigures: EncodedUpdate {
    var rest = WireBuffer(capacity: count)
    for piece in pieces { piece.withBytes { rest.append(withoutReconfigures: $0) } }
    return EncodedUpdate(
      from: from, to: to, pieces: rest.isEmpty ? [] : [Encoding(rest)], kind: kind, boards: boards)
  }
}
