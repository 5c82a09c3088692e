import Foundation

/// What nodes do in the database of one space, recorded by triggers, for the model of ownership:
/// `Tests/Proofs/Ownership/replay.pml` includes it.
///
/// The model has a node for each process. Nobody sees in the database when a process gets an answer: it is taken to get each
/// one at once. A process reads who lives in the statement behind its renewal, so it may see what others did meanwhile: it
/// is taken to read at the end of the step.
struct RecordedEvents {
  /// What records, behind the tables, by a clock that nobody sets. The connections of a process on which it commits have its name.
  static let tables = """
    CREATE TABLE dropline.event (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ms bigint NOT NULL DEFAULT (split_part(pg_read_file('/proc/uptime'), ' ', 1)::numeric * 1000)::bigint,
      pid bigint NOT NULL DEFAULT pg_backend_pid(),
      name text NOT NULL DEFAULT current_setting('application_name'),
      kind text NOT NULL, node bigint, first bigint NOT NULL, second bigint NOT NULL, state text NOT NULL,
      link text NOT NULL DEFAULT ''
    );
    CREATE FUNCTION dropline.record_node() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO dropline.event (kind, node, first, second, state, name, link)
        VALUES ('node', NEW.id, NEW.renewals, 0, NEW.state, NEW.application, coalesce(NEW.link, ''));
      RETURN NULL;
    END $$;
    CREATE FUNCTION dropline.record_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO dropline.event (kind, node, first, second, state)
        VALUES ('space', NEW.owner, NEW.term, NEW.groups, NEW.state);
      RETURN NULL;
    END $$;
    CREATE TRIGGER record AFTER INSERT OR UPDATE ON dropline.node
      FOR EACH ROW EXECUTE FUNCTION dropline.record_node();
    CREATE TRIGGER record AFTER UPDATE OF term, groups, owner ON dropline.space
      FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION dropline.record_space();

    """

  /// What reads the events.
  static let query = """
    SELECT ms, pid, name, kind, coalesce(node, 0), first, second, state, link
    FROM dropline.event ORDER BY id
    """

  /// A number of a process.
  private struct Node {
    let process: Int
    let link: Substring
    var renewals = 0
    var isLive = true
  }

  /// The events so far, in the language of the model.
  private(set) var lines: [String] = []
  private var processes: [Substring: Int] = [:]
  private var nodes: [Int: Node] = [:]
  /// The connections on which processes renew their leases.
  private var connections: [Int: Int] = [:]
  /// The links of the processes that register on these connections, and their names.
  private var registrations: [Int: (link: Substring, name: Substring)] = [:]
  /// The number of lines up to the last event of each process.
  private var ends: [Int: Int] = [:]
  private var lastRenewed: [Int] = []
  /// Those that have started, and are to register.
  private var unregistered: Set<Int> = []
  /// Those that have renewed their leases in this step.
  private var looking: [Int] = []
  private var space = (owner: 0, term: 0, groups: 0)
  private var start: Int?
  private var steps = 0

  /// - Parameter output: What `query` has answered, a line for each event.
  init(_ output: String) {
    let rows = output.split(separator: "\n").map {
      $0.split(separator: "|", omittingEmptySubsequences: false)
    }
    var known: Set<Substring> = []
    for fields in rows where fields[3] == "node" && known.insert(fields[4]).inserted {
      registrations[Int(fields[1]) ?? 0] = (fields[8], fields[2])
    }
    for fields in rows {
      let numbers = fields.map { Int($0) ?? 0 }
      pass(until: numbers[0])
      if fields[3] == "node" {
        readNode(
          numbers[4], fields[2], at: fields[8], renewals: numbers[5], fields[7], by: numbers[1])
      } else {
        readSpace(owner: numbers[4], term: numbers[5], groups: numbers[6], by: fields[2])
      }
    }
  }

  private mutating func append(_ kind: String, _ first: Int, _ second: Int = 0, _ third: Int = 0) {
    lines.append("E(\(kind),\(first),\(second),\(third))")
    if kind != "TICK" { ends[first] = lines.count }
  }

  /// Half a second is a step.
  private mutating func pass(until time: Int) {
    let first = start ?? time
    start = first
    while first + 500 * (steps + 1) <= time {
      steps += 1
      for process in looking { append("LOOK", process) }
      looking = []
      append("TICK", 0)
    }
  }

  // MARK: Nodes

  private mutating func readNode(
    _ id: Int, _ name: Substring, at link: Substring, renewals: Int, _ state: Substring,
    by connection: Int
  ) {
    guard let node = nodes[id] else { return register(id, of: name, at: link) }
    let isLive = state == "serving" || state == "draining"
    if renewals > node.renewals {
      connections[connection] = node.process
      renew(node.process)
    } else if node.isLive, !isLive {
      if let next = registrations[connection], next.link == node.link,
        connections[connection] == nil, next.name != name
      {
        replace(node.process, by: next.name)
      } else {
        end(node.process, state, by: connections[connection])
      }
    }
    nodes[id]?.renewals = renewals
    nodes[id]?.isLive = isLive
  }

  private mutating func register(_ id: Int, of name: Substring, at link: Substring) {
    let process = processes[name, default: processes.count]
    nodes[id] = Node(process: process, link: link)
    if processes.updateValue(process, forKey: name) == nil {
      append("START", process)
      unregistered.insert(process)
    }
    if unregistered.remove(process) != nil { append("REGISTER", process) }
    renew(process)
  }

  /// A process was killed, and another one was started in its place at once, which has seen its lease end.
  private mutating func replace(_ process: Int, by name: Substring) {
    let (end, next) = (ends[process] ?? 0, processes.count)
    lines.insert(contentsOf: ["E(START,\(next),0,0)", "E(LOOK,\(next),0,0)"], at: end)
    for (other, line) in ends where line > end { ends[other] = line + 2 }
    append("DECLARE_DEAD", next, process)
    processes[name] = next
    unregistered.insert(next)
  }

  private mutating func renew(_ process: Int) {
    append("RENEW", process)
    append("RENEWED", process)
    if !looking.contains(process) { looking.append(process) }
    lastRenewed.removeAll { $0 == process }
    lastRenewed.append(process)
  }

  /// A process has left, or gives its number up for another one; or another one has declared it dead. If that is not known,
  /// it is one that looks.
  private mutating func end(_ process: Int, _ state: Substring, by other: Int?) {
    guard state == "dead", other != process else { return append("LEAVE", process) }
    append("DECLARE_DEAD", other ?? lastRenewed.last { $0 != process } ?? process, process)
  }

  // MARK: The space

  private mutating func readSpace(owner: Int, term: Int, groups: Int, by name: Substring) {
    let former = space
    space = (owner, term, groups)
    if term > former.term {
      guard let process = nodes[owner]?.process else { return append("SEIZE", 0) }
      append("TAKE", process, term, groups)
      append("LOAD", process, term, groups)
    } else if groups > former.groups {
      append("COUNT", processes[name] ?? -1, term, former.groups)
    } else if owner == 0, let process = nodes[former.owner]?.process {
      append("RELEASE", process, term)
      append("DROP", process)
    }
  }
}
