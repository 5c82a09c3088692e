import BoardAuthority
import BoardDelivery
import BoardHub
import BoardModel
import Simulation

/// A hub with access rules: ann owns all boards, bob edits `list`, cid views it, dan views `other-…`. A token is
/// the user's name, many times.
struct AccessScene {
  var scene: HubScene

  static let rules = """
    # The rules of the tests.
    user ann owner *
    user bob editor list
    user cid viewer list
    user dan viewer other-* nothing
    token ann \(digest("ann"))
    token bob \(digest("bob")) laptop
    token cid \(digest("cid"))
    token dan \(digest("dan"))
    """

  init(_ rules: String = rules, in space: SpaceName? = nil) throws {
    scene = try HubScene(.fixed(.zero), in: space)
    try scene.hub.service.serve(
      "other-1",
      content: [Section(id: "s1", title: "Others", items: [Item(id: "i1", text: "item of others")])]
    )
    try set(rules)
  }

  @discardableResult
  func set(_ rules: String) throws -> Int {
    scene.hub.service.setAccess(try AccessFile(text: rules).rules(), at: scene.now)
  }

  static func token(_ name: String) -> String { String(repeating: name, count: 6) }

  static func digest(_ name: String) -> TokenDigest { TokenDigest(simulated: token(name)) }

  /// A client that has said its token, if it is not a guest.
  func client(_ name: String) -> ConnectionID {
    let id = scene.connect()
    if name != "guest" { _ = scene.ask(["hello \(name) token=\(Self.token(name))"], by: id) }
    _ = scene.turn()
    return id
  }

  func ask(_ line: String, by id: ConnectionID) -> [String] { scene.ask([line], by: id) }

  /// A guest that has been greeted.
  func guest() -> ConnectionID { client("guest") }
}
