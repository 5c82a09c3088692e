import BoardModel
import Foundation
import Glibc
import Simulation
import SystemTestKit
import TestKit
import Testing

/// Commands against hostile servers.
@Suite("A hostile server")
struct HostileServerTests {
  /// What it does with a connection until that is closed.
  enum Kind: String, CaseIterable {
    case closes, resets, saysNothing, greetsOnly, sendsNoise, sendsOneLineForEver
    case greetsAndSendsNoise, greetsAndDrips, sendsEventsForEver, countsWithoutEnd, steersTerminals

    private static let noise: [UInt8] = {
      var random = SeededRandom(seed: 7)
      return (0..<4_096).map { _ in UInt8(random.below(256)) }
    }()

    var first: [UInt8] {
      let greeting = Array(
        "dropline 1 epoch=k7qx client=guest-1 line=4096 text=1024 profiles=core,drag\n".utf8)
      switch self {
      case .closes, .resets, .saysNothing, .sendsNoise, .sendsOneLineForEver: return []
      case .greetsOnly, .greetsAndSendsNoise, .greetsAndDrips, .sendsEventsForEver: return greeting
      case .countsWithoutEnd:
        return greeting + Array("ok open list 1\nboard list 1 2 5000\n".utf8)
      case .steersTerminals:
        return greeting + Array("refused \u{1B}]0;owned\u{7}\u{9B}2J\u{202E} x\n".utf8)
      }
    }

    /// The bytes that it sends repeatedly until the connection closes.
    var more: [UInt8] {
      switch self {
      case .sendsNoise, .greetsAndSendsNoise: return Self.noise
      case .sendsOneLineForEver: return Array(repeating: UInt8(ascii: "x"), count: 65_536)
      case .greetsAndDrips: return Array("o".utf8)
      case .sendsEventsForEver: return Array("drag d1 lifted\n".utf8)
      case .countsWithoutEnd: return Array("item i x\n".utf8)
      default: return []
      }
    }
  }

  private func start(_ kind: Kind) throws -> Doorkeeper {
    try Doorkeeper { client in
      var bytes = kind.first
      repeat {
        guard bytes.isEmpty || send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 else {
          break
        }
        bytes = kind.more
      } while !bytes.isEmpty
      if kind == .resets {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, 8)
      } else if kind != .closes {
        var byte: UInt8 = 0
        while recv(client, &byte, 1, 0) > 0 {}
      }
      close(client)
    }
  }

  @Test(
    "cannot crash a command or control the terminal; each command exits with one of its statuses",
    arguments: Kind.allCases)
  func commands(_ kind: Kind) throws {
    let server = try start(kind)
    defer { server.close() }
    let address = "127.0.0.1:\(server.port)"
    let folder = Repository.root.appending(path: "protocol/transcripts").path
    let patience = ["--patience", "100ms"]
    let commands = [
      ["tail", "list", "--server", address, "--from", "1", "--count", "1"],
      ["boards", "--server", address],
      ["drop", "list/a", "1.0", "--server", address], ["find", "x", "--server", address],
      ["do", "ping", "--board", "list", "--server", address],
      ["check", address, "--transcripts", folder, "--only", "One person drags"],
    ]
    for command in commands {
      let (output, status) = try ChildProcess(command + patience).end()
      let statuses: [Int32] = [1, 69, 75, 76]
      #expect(statuses.contains(status), "\(command[0]): \(status): \(output)")
      let steering = output.unicodeScalars.filter { $0.properties.generalCategory == .control }
      #expect(steering.allSatisfy { $0 == "\n" }, "\(command[0])")
      #expect(!output.contains("\u{202E}"), "\(command[0])")
      #expect(!output.contains("Fatal error"), "\(command[0]): \(output)")
    }
  }
}
