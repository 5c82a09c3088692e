import ArgumentParser
import BoardClient
import BoardTesting
import Glibc
import Libuv
import Net
import Transcripts

/// A relay before a server that writes down what passes, until a signal ends it.
final class Recording {
  private let loop: EventLoop
  private let relay: Relay
  private let file: OutputFile
  private var recorder: TranscriptRecorder
  private let endsWithClients: Bool
  private var signals: [SignalWatcher] = []
  private var fault: (any Error)?

  /// - Parameter isOnce: Whether it ends when all clients have left.
  /// - Throws: `Complaint` if the address is taken.
  init(
    of server: ServerAddress, in file: OutputFile, _ recorder: TranscriptRecorder,
    listeningAt address: ListenAddress, once isOnce: Bool
  ) throws {
    (self.file, self.recorder, endsWithClients) = (file, recorder, isOnce)
    loop = try EventLoop()
    do throws(UVError) {
      relay = try Relay(on: loop, at: try address.endpoint, to: server)
    } catch {
      throw Complaint("cannot listen at \(address): \(error.message)")
    }
    relay.onEvent = { [unowned self] number, event in record(event, of: number) }
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      signals.append(try SignalWatcher(for: signal, on: loop) { [unowned self] in loop.stop() })
    }
    loop.onTurnEnd = { [unowned self] in endTurn() }
    try write()
  }

  /// Where it listens.
  var endpoint: Endpoint { relay.endpoint }

  /// Records until the end.
  ///
  /// - Throws: `ExitCode` 74 if the file cannot be written.
  func run() throws {
    loop.run()
    relay.onEvent = nil
    relay.close()
    signals = []
    loop.close()
    guard let fault else { return }
    complain("\(fault)", ExitCode(EX_IOERR))
    throw ExitCode(EX_IOERR)
  }

  private func record(_ event: Relay.Event, of number: Int) {
    if let reason = recorder.record(event, of: number, at: loop.now) { complain(printable(reason)) }
  }

  private func endTurn() {
    do { try write() } catch {
      fault = error
      loop.stop()
    }
    if endsWithClients, relay.connectionCount > 0, relay.openCount == 0 { loop.stop() }
  }

  private func write() throws {
    let text = recorder.takeText()
    if !text.isEmpty { try file.write(Array(text.utf8)) }
  }
}

/// The boards of a server before a recording.
enum RecordedBoards {
  private static let timeout: Duration = .seconds(10)

  /// - Throws: `ExitCode` 69 if the server cannot be reached.
  static func read(from address: ServerAddress) throws -> [GivenBoard] {
    do {
      let conversation = try Conversation(with: address, timeout: timeout)
      let rows = try conversation.ask(lines: ["boards"]).lines.dropFirst()
      return try rows.compactMap { row in
        guard let name = row.split(separator: " ").first else { return nil }
        return try board(String(name), by: conversation)
      }
    } catch {
      complain(printable("\(error)"), ExitCode(EX_UNAVAILABLE))
      throw ExitCode(EX_UNAVAILABLE)
    }
  }

  /// Nil if the server does not show it.
  private static func board(_ name: String, by conversation: Conversation) throws -> GivenBoard? {
    guard try conversation.ask(lines: ["open \(name)"]).reply.ok != nil else { return nil }
    let lines = try conversation.snapshot().lines
    guard let head = lines.first?.split(separator: " "), head.count == 5,
      let revision = Int(head[2])
    else { return nil }
    let rows = lines.dropFirst().filter { $0.hasPrefix("section ") || $0.hasPrefix("item ") }
    return GivenBoard(name: name, revision: revision, lines: rows)
  }
}
