import ArgumentParser
import BoardTesting
import Glibc
import Net
import TLS
import Transcripts

/// Plays scenarios on a server, one after the other.
struct TranscriptRun {
  /// The server.
  enum Site {
    /// One that runs, and that others may use meanwhile.
    case remote(ServerAddress)
    /// A fresh one for each scenario, started by this command.
    case command(String)
    /// A fresh one for each scenario in this process, whose time the transcript advances.
    case here
  }

  private let site: Site
  private let timeout: Duration
  private let deadline: Duration?
  /// What the server has said first; nil of one in this process.
  private let greeting: ServerGreeting?

  /// - Parameters:
  ///   - timeout: How long the server may take for an answer.
  ///   - deadline: How long a scenario may take.
  /// - Throws: `ExitCode` 69 if there is no server, or not one of this protocol.
  init(at site: Site, timeout: Duration, deadline: Duration? = nil) throws {
    (self.site, self.timeout, self.deadline) = (site, timeout, deadline)
    do {
      greeting = try Self.greeting(at: site, within: timeout)
    } catch {
      try EndingSignal.check()
      complain(printable("\(error)"), ExitCode(EX_UNAVAILABLE))
      throw ExitCode(EX_UNAVAILABLE)
    }
  }

  private static func greeting(at site: Site, within timeout: Duration) throws -> ServerGreeting? {
    switch site {
    case .here: return nil
    case .remote(let address):
      let socket = try LineSocket.connect(to: address, timeout: timeout)
      return try StageClients.greeting(from: socket, within: timeout).greeting
    case .command(let command):
      let server = try CheckServer(command, holding: [])
      return try withExtendedLifetime(server) {
        try StageClients.greeting(from: server.launch(within: timeout).1, within: timeout).greeting
      }
    }
  }

  /// The profiles of the server.
  var profiles: Set<ServerProfile> { greeting?.profiles ?? Set(ServerProfile.allCases) }

  /// Plays a scenario, if it can be played there.
  ///
  /// - Throws: `ExitCode` 69 if the server has gone.
  func play(_ scenario: Scenario, in file: String) throws -> PlayedScenario {
    if let obstacle = obstacle(to: scenario) { return PlayedScenario(.skipped(obstacle)) }
    let start = MonotonicClock.now
    var log = PlayLog()
    let outcome = try outcome { try play(scenario, of: file, log: &log) }
    return PlayedScenario(outcome, log.lines, took: MonotonicClock.now - start)
  }

  private func outcome(_ play: () throws -> Void) throws -> CheckOutcome {
    do {
      try play()
      return .passed
    } catch  where EndingSignal.hasCome {
      return .broken("interrupted")
    } catch let difference as TranscriptDifference {
      return .failed(difference)
    } catch StageFailure.unplayable(let reason) {
      return .skipped(reason)
    } catch SocketFault.unreachable(let reason) {
      complain(printable(reason), ExitCode(EX_UNAVAILABLE))
      throw ExitCode(EX_UNAVAILABLE)
    } catch StageFailure.noServer(let reason) {
      complain(printable(reason), ExitCode(EX_UNAVAILABLE))
      throw ExitCode(EX_UNAVAILABLE)
    } catch {
      return .broken("\(error)")
    }
  }

  private func obstacle(to scenario: Scenario) -> String? {
    switch site {
    case .here: ServerStage.obstacle(to: scenario)
    case .remote: RemoteStage.obstacle(to: scenario)
    case .command(let command): FreshStage.obstacle(to: scenario, starting: command)
    }
  }

  private func play(_ scenario: Scenario, of file: String, log: inout PlayLog) throws {
    switch site {
    case .here:
      try scenario.play(of: file, by: clients(of: .standard), log: &log)
    case .command(let command):
      var conditions = PlayConditions.exact
      conditions.hasRunningClock = true
      var stage = FreshStage(starting: command, clients(of: .standard))
      try TranscriptPlayer.play(scenario, of: file, on: &stage, under: conditions, log: &log)
    case .remote(let address):
      try play(scenario, of: file, at: address, log: &log)
    }
  }

  private func play(
    _ scenario: Scenario, of file: String, at address: ServerAddress, log: inout PlayLog
  ) throws {
    // Unique across runs; within a file the line numbers differ.
    let suffix = String(UInt32.random(in: 0..<1 << 24), radix: 36)
    let conditions = PlayConditions.shared(
      scenario, ending: "-check-\(suffix)-\(scenario.line)", epoch: greeting?.epoch)
    var stage = RemoteStage(
      clients(of: address), names: conditions.names!, for: scenario, profiles: profiles)
    defer { stage.cleanUp() }
    try TranscriptPlayer.play(scenario, of: file, on: &stage, under: conditions, log: &log)
  }

  private func clients(of address: ServerAddress) -> StageClients {
    StageClients(
      of: address, timeout: timeout, deadline: deadline.map { MonotonicClock.now + $0 },
      checkpoint: { try EndingSignal.stopIfCome() })
  }
}

extension EndingSignal {
  /// - Throws: `StageFailure.interrupted` if a signal has arrived.
  fileprivate static func stopIfCome() throws(StageFailure) {
    if hasCome { throw .interrupted }
  }
}
