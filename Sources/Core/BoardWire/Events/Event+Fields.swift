import BoardModel

// What the lines of events say behind their kind.

extension Event {
  /// A drag began.
  public struct Began: Hashable, Sendable, LineFields {
    public var drag: SessionID
    public var board: BoardName
    public var client: ClientName
    public var items: [ItemID]
    public var operations: DropOperations
    /// The first item, if the items come from outside.
    public var external: DragParcel?
    public var isLocal: Bool

    public init(
      _ drag: SessionID, on board: BoardName, by client: ClientName, _ items: [ItemID],
      operations: DropOperations = .all, external: DragParcel? = nil, isLocal: Bool = false
    ) {
      self.drag = drag
      self.board = board
      self.client = client
      self.items = items
      self.operations = operations
      self.external = external
      self.isLocal = isLocal
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      drag = try line.drag(old?.drag, "began")
      board = try line.word("board", old?.board)
      client = try line.word("client", old?.client)
      items = try line.fact("items", old?.items)
      operations = try line.operations(old?.operations)
      let type = try line.key("external", old?.external.map { ItemType($0.type) })?.string
      isLocal = try line.flag("local", old?.isLocal)
      let text = try line.trailingText(limit: .max, old.map { $0.external?.text ?? "" })
      external = type.map { DragParcel(type: $0, text) }
    }
  }

  /// A drag carries other items.
  public struct ItemsChanged: Hashable, Sendable, LineFields {
    public var drag: SessionID
    public var items: [ItemID]
    /// The last item, if it was just brought from outside.
    public var external: DragParcel?

    public init(_ drag: SessionID, _ items: [ItemID], external: DragParcel? = nil) {
      self.drag = drag
      self.items = items
      self.external = external
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      drag = try line.drag(old?.drag, "items")
      items = try line.fact("items", old?.items)
      let type = try line.key("external", old?.external.map { ItemType($0.type) })?.string
      let text = try line.trailingText(limit: .max, old.map { $0.external?.text ?? "" })
      external = type.map { DragParcel(type: $0, text) }
    }
  }

  /// A drag is over a place.
  public struct Over: Hashable, Sendable, LineFields {
    public var drag: SessionID
    public var proposal: DropProposal

    public init(_ drag: SessionID, _ proposal: DropProposal) {
      self.drag = drag
      self.proposal = proposal
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      drag = try line.drag(old?.drag, "over")
      let verdict = try line.word("verdict", old?.proposal.verdict.word)
      proposal = try DropProposal(verdict, &line, from: old?.proposal)
    }
  }

  /// All that a client has selected on a board.
  public struct Selected: Hashable, Sendable, LineFields {
    public var board: BoardName
    public var client: ClientName
    public var items: [ItemID]

    public init(_ board: BoardName, by client: ClientName, _ items: [ItemID]) {
      self.board = board
      self.client = client
      self.items = items
    }

    @inline(__always)
    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      client = try line.word("client", old?.client)
      items = try line.list("items", old?.items)
    }
  }

  /// The client has another role on a board.
  public struct RoleChanged: Hashable, Sendable, LineFields {
    public var board: BoardName
    public var role: Role

    public init(_ board: BoardName, _ role: Role) {
      self.board = board
      self.role = role
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      role = try line.word("role", old?.role)
    }
  }

  /// The settings that a board or a section has of its own.
  public struct PolicyChanged: Hashable, Sendable, LineFields {
    public var board: BoardName
    public var target: PolicyRequest.Target
    /// The values as words, so that those of later versions are kept.
    private var values: [PolicyKey: String]

    public init(
      _ board: BoardName, _ target: PolicyRequest.Target, _ settings: [PolicySetting]
    ) {
      self.board = board
      self.target = target
      values = Dictionary(uniqueKeysWithValues: settings.map { ($0.key, $0.word) })
    }

    init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
      board = try line.word("board", old?.board)
      target = try line.word("target", old?.target)
      let known = old.map { old in
        PolicyValues(PolicyKey.allCases.compactMap { key in old.values[key].map { (key, $0) } })
      }
      let read = try PolicyValues(&line, from: known)
      values = Dictionary(uniqueKeysWithValues: read.values.map { ($0.key, $0.value) })
    }

    /// The settings, in the order of the specification, without those of later versions.
    public var settings: [PolicySetting] {
      PolicyKey.allCases.compactMap { key in values[key].flatMap { PolicySetting(key, $0) } }
    }
  }
}
