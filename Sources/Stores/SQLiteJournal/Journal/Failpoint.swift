import Glibc

/// The points at which a process can be made to kill itself, to test crash recovery.
///
/// `DROPLINE_FAILPOINT=after-commit:3` in the environment kills it, as `kill -9` would, when it
/// passes `after-commit` for the third time.
public enum Failpoint: String, CaseIterable, Sendable {
  case beforeBegin = "before-begin"
  case afterBegin = "after-begin"
  case afterEntries = "after-entries"
  case afterCommit = "after-commit"
  case beforeSnapshot = "before-snapshot"
  case afterSnapshot = "after-snapshot"
  case beforeCheckpoint = "before-checkpoint"
  case afterCheckpoint = "after-checkpoint"
  case beforeRelease = "before-release"
  case midRelease = "mid-release"
  case afterRelease = "after-release"

  /// The names of all failpoints.
  public static let all = allCases.map(\.rawValue)

  /// Whether the process is to be killed at one of them.
  public static var isPlanned: Bool { plan != nil }

  /// Kills the process if this failpoint is due. Otherwise it costs one read.
  public func pass() {
    guard let plan = Self.plan, plan.point == self else { return }
    plan.left -= 1
    if plan.left == 0 { kill(getpid(), SIGKILL) }
  }

  /// Invariant: no two threads pass a failpoint at the same time.
  private final class Plan: @unchecked Sendable {
    let point: Failpoint
    var left: Int

    init(point: Failpoint, left: Int) {
      self.point = point
      self.left = left
    }
  }

  private static let plan: Plan? = {
    guard let value = getenv("DROPLINE_FAILPOINT") else { return nil }
    let words = String(cString: value).split(separator: ":").map(String.init)
    guard words.count == 2, let point = Failpoint(rawValue: words[0]), let left = Int(words[1])
    else { preconditionFailure("DROPLINE_FAILPOINT is NAME:COUNT with one of \(all)") }
    return Plan(point: point, left: left)
  }()
}
