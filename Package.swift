// swift-tools-version: 6.2

import PackageDescription

// The floors of `Sources`, from the bottom up: a room depends on rooms that stand before it here, and no room of
// `Sources` on one of `Tests`. `Tests/Unit/HouseTests` compares this with what the sources import, and
// `Sources/README.md` has a drawing and a table that are made from it.

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target whose name is that of its folder.
func room(
  _ path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting]? = strict
) -> Target {
  .target(
    name: name(of: path), dependencies: dependencies, path: path, exclude: exclude,
    swiftSettings: settings)
}

/// An executable whose name is that of its folder.
func program(
  _ path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .executableTarget(
    name: name(of: path), dependencies: dependencies, path: path, exclude: exclude,
    swiftSettings: strict)
}

/// Tests whose name is that of their folder.
func tests(_ path: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name(of: path), dependencies: dependencies, path: path, swiftSettings: strict)
}

/// A library of the system.
func library(_ path: String, _ package: String, of debian: String) -> Target {
  .systemLibrary(
    name: name(of: path), path: path, pkgConfig: package, providers: [.apt([debian])])
}

func name(of path: String) -> String { String(path.split(separator: "/").last!) }

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// Pure: no Foundation, no system, no clock.
let core: [Target] = [
  // Boards, edits, batches and their composition: values and their algebra (pure).
  room("Sources/Core/BoardModel"),
  // Who may change what: revisions, drags, policies, selections, undo (pure).
  room("Sources/Core/BoardAuthority", ["BoardModel"]),
  // Bytes ⇄ messages, in both directions and both forms (pure).
  room("Sources/Core/BoardWire", ["BoardModel"]),
  // The interface of a journal: what to persist, the outcomes of a commit, and what a store says of its processes (pure).
  room("Sources/Core/BoardJournal", ["BoardModel"]),
  // Boards and their watchers: what each connection is sent, and what is persisted, at the end of a turn (pure).
  room(
    "Sources/Core/BoardDelivery", ["BoardModel", "BoardAuthority", "BoardWire", "BoardJournal"]),
  // The server without I/O: commands in, one turn of effects out (pure).
  room(
    "Sources/Core/BoardHub",
    ["BoardModel", "BoardAuthority", "BoardWire", "BoardJournal", "BoardDelivery"]),
]

/// Bytes: nothing here knows of boards.
let edges: [Target] = [
  library("Sources/Edges/CLibuv", "libuv", of: "libuv1-dev"),
  library("Sources/Edges/CCrypto", "libcrypto", of: "libssl-dev"),
  library("Sources/Edges/CTLS", "libtls", of: "libtls-dev"),
  // Addresses, blocking sockets, headers of proxies, clocks, the process and its service manager: no loop.
  room("Sources/Edges/Net"),
  // Loop, sockets, timers, signals.
  room("Sources/Edges/Libuv", ["CLibuv", "Net"]),
  // Encryption of streams: bytes in, bytes out, no I/O.
  room("Sources/Edges/TLS", ["Net", "Libuv", "CTLS", "CCrypto"]),
  // Bytes → HTTP requests and WebSocket payload, payload → frames (pure).
  room("Sources/Edges/WebSocket"),
]

let stores: [Target] = [
  library("Sources/Stores/CSQLite", "sqlite3", of: "libsqlite3-dev"),
  // The functions of libpq that the journal calls, looked up when they are first needed (C).
  room("Sources/Stores/CPostgres", settings: nil),
  // The hash of a token.
  room("Sources/Stores/TokenHashing", ["BoardModel", "CCrypto"]),
  // A journal in a directory.
  room("Sources/Stores/SQLiteJournal", ["BoardModel", "BoardJournal", "TokenHashing", "CSQLite"]),
  // Journals in the spaces of a PostgreSQL database, and the lease of the process that owns them.
  room("Sources/Stores/PostgresJournal", ["BoardModel", "BoardJournal", "CPostgres"]),
]

let server: [Target] = [
  // The files of the page, embedded in the program by the compiler (C).
  room("Sources/Server/WebPage", exclude: ["page"], settings: nil),
  // A server in a process: performs the effects of the hubs of spaces; accepts lines and WebSockets.
  room(
    "Sources/Server/BoardServer",
    [
      "BoardModel", "BoardAuthority", "BoardWire", "BoardJournal", "BoardDelivery", "BoardHub",
      "Net", "Libuv", "TLS", "WebSocket", "TokenHashing", "SQLiteJournal", "WebPage", logging,
    ]),
]

/// Several nodes: no floor below knows of them.
let cluster: [Target] = [
  // Placement of spaces on nodes, the decisions of a node, and both ends of a link without I/O (pure).
  room("Sources/Cluster/Cluster", ["BoardModel", "BoardWire", "BoardJournal"]),
  // A node: its links to others, the clients that are passed on, and what its coordinator decides, carried out.
  room(
    "Sources/Cluster/ClusterServer",
    [
      "BoardModel", "BoardAuthority", "BoardWire", "BoardJournal", "BoardDelivery", "BoardHub",
      "Net", "Libuv", "TLS", "WebSocket", "PostgresJournal", "BoardServer", "Cluster", logging,
    ]),
]

let clients: [Target] = [
  library("Sources/Clients/CEditLine", "libedit", of: "libedit-dev"),
  // A client's copy of a board with its own optimistic changes (pure).
  room("Sources/Clients/BoardReplica", ["BoardModel", "BoardWire"]),
  // A connection that reconnects; a blocking conversation for scripts.
  room(
    "Sources/Clients/BoardClient",
    ["BoardModel", "BoardWire", "Net", "Libuv", "TLS", "BoardReplica"]),
  // Keys, frames, libedit.
  room("Sources/Clients/Terminal", ["Libuv", "CEditLine"]),
  // Draws a board, and maps keys to commands.
  room(
    "Sources/Clients/BoardTerminal",
    ["BoardModel", "BoardWire", "BoardReplica", "Terminal"]),
]

let programs: [Target] = [
  // The tool that makes code of the tables of `protocol`: `swift run lines`.
  program("Sources/Program/lines"),
  // Articles for users of the program and pages of the protocol, embedded in it by the compiler (C).
  room(
    "Sources/Program/Articles",
    exclude: [
      "Tour.md", "Terminal.md", "Scripts.md", "Operate.md", "Backups.md", "Cluster.md",
      "Clients.md", "Protocol",
    ], settings: nil),
  // Reads and plays `protocol/transcripts` (pure).
  room("Sources/Program/Transcripts", ["Articles"]),
  // Programs on this machine: servers, and a PostgreSQL of their own.
  room("Sources/Program/LocalNodes"),
  // Random clients, and readers that check each line that they read (pure).
  room(
    "Sources/Program/CheckedClients", ["BoardModel", "BoardWire", "BoardHub", "BoardReplica"]),
  // Tests of clients: a server in the process, clients, faults, a crowd, and transcripts on it.
  room(
    "Sources/Program/BoardTesting",
    [
      "BoardModel", "BoardAuthority", "BoardWire", "BoardJournal", "BoardHub", "Net", "Libuv",
      "TLS", "TokenHashing", "SQLiteJournal", "BoardServer", "BoardReplica", "BoardClient",
      "Transcripts", "CheckedClients", logging,
    ]),
  // The program: commands, options, board files, logs.
  program(
    "Sources/Program/dropline",
    [
      "BoardModel", "BoardAuthority", "BoardWire", "BoardJournal", "BoardDelivery", "BoardHub",
      "Net", "Libuv", "TLS", "TokenHashing", "SQLiteJournal", "PostgresJournal", "BoardServer",
      "ClusterServer", "BoardReplica", "BoardClient", "Terminal", "BoardTerminal", "Transcripts",
      "Articles", "LocalNodes", "CheckedClients", "BoardTesting", arguments, logging,
    ],
    exclude: ["Manual", "Packaging"]),
]

/// What shows that the promises hold, and how fast the program is.
let proofs: [Target] = [
  // The baseline of the server: libuv alone (C).
  room("Tests/Proofs/Broadcaster", ["CLibuv"], settings: nil),
  // The simulator: the hub with a journal, clients with replicas, a network and a clock, all from one seed (pure).
  room(
    "Tests/Proofs/Simulation",
    [
      "BoardModel", "BoardAuthority", "BoardWire", "BoardJournal", "BoardDelivery", "BoardHub",
      "BoardReplica", "CheckedClients",
    ]),
  // Random clients of a server that is killed repeatedly, and the check of its state.
  room(
    "Tests/Proofs/KillTrial",
    [
      "BoardModel", "BoardWire", "BoardHub", "Net", "Libuv", "LocalNodes", "CheckedClients",
      "Simulation",
    ]),
  // The program under load, and what is expected of it.
  room("Tests/Proofs/LoadTrial", ["Net", "Libuv", "LocalNodes", "KillTrial"]),
  // The proofs as commands: `prove`, `kill`, `nodes`, `load`, `benchmarks`, `echo`.
  program(
    "Tests/Proofs/proofs",
    [
      "BoardModel", "BoardWire", "BoardJournal", "BoardDelivery", "BoardHub", "Net", "Libuv", "TLS",
      "WebSocket", "TokenHashing", "SQLiteJournal", "PostgresJournal", "BoardServer",
      "BoardReplica", "LocalNodes", "dropline", "Broadcaster", "Simulation", "KillTrial",
      "LoadTrial", arguments, logging,
    ],
    exclude: ["Benchmarks/Peers"]),
]

/// Tests of the pure rooms, and what they share.
let unitTests: [Target] = [
  room("Tests/Unit/Allocations", settings: nil),
  room(
    "Tests/Unit/TestKit",
    [
      "BoardModel", "BoardAuthority", "BoardWire", "BoardJournal", "BoardDelivery", "BoardHub",
      "TokenHashing", "BoardReplica", "Transcripts", "CheckedClients", "Simulation",
    ]),
  tests("Tests/Unit/HouseTests", ["lines"]),
  tests("Tests/Unit/CoreTests", ["BoardModel", "BoardAuthority", "Simulation", "TestKit"]),
  tests(
    "Tests/Unit/ProtocolTests",
    [
      "BoardModel", "BoardWire", "BoardDelivery", "BoardHub", "BoardReplica", "Transcripts",
      "Simulation", "TestKit",
    ]),
  tests(
    "Tests/Unit/BoardHubTests",
    [
      "BoardModel", "BoardAuthority", "BoardWire", "BoardJournal", "BoardDelivery", "BoardHub",
      "Transcripts", "CheckedClients", "Simulation", "Allocations", "TestKit",
    ]),
  tests(
    "Tests/Unit/ClusterTests", ["BoardModel", "BoardJournal", "Cluster", "Simulation", "TestKit"]),
]

/// Tests of what needs sockets, files, processes or terminals, and what they share.
let systemTests: [Target] = [
  // The laws of all readers of foreign bytes, for the fuzzer and for the test of its corpora.
  room(
    "Tests/Proofs/FuzzTargets",
    [
      "BoardModel", "BoardAuthority", "BoardWire", "BoardJournal", "BoardDelivery",
      "WebSocket", "BoardServer", "Terminal", "Transcripts", "CheckedClients", "dropline",
      "Simulation", "TestKit",
    ]),
  room("Tests/System/FaultyCalls", settings: nil),
  room(
    "Tests/System/SystemTestKit",
    [
      "BoardModel", "BoardJournal", "BoardHub", "CLibuv", "Net", "Libuv", "TLS",
      "PostgresJournal", "BoardServer", "Cluster", "ClusterServer", "CEditLine",
      "Terminal", "LocalNodes", "BoardTesting", "Simulation", "KillTrial", "TestKit", logging,
    ]),
  program(
    "Tests/System/JournalHelper",
    ["BoardModel", "BoardJournal", "SQLiteJournal", "FaultyCalls", "Simulation", "TestKit"]),
  tests(
    "Tests/System/JournalTests",
    [
      "BoardModel", "BoardJournal", "CSQLite", "TokenHashing", "SQLiteJournal", "PostgresJournal",
      "Cluster", "LocalNodes", "Simulation", "KillTrial", "TestKit", "SystemTestKit",
      "JournalHelper",
    ]),
  tests(
    "Tests/System/ClientTests",
    [
      "BoardModel", "BoardWire", "BoardJournal", "BoardHub", "Net", "Libuv", "BoardServer",
      "BoardReplica", "BoardClient", "Transcripts", "BoardTesting", "Simulation", "TestKit",
      "SystemTestKit",
    ]),
  tests(
    "Tests/System/TerminalTests",
    [
      "BoardModel", "BoardAuthority", "BoardWire", "Net", "Libuv", "BoardServer", "BoardReplica",
      "Terminal", "BoardTerminal", "dropline", "Transcripts", "BoardTesting", "Simulation",
      "TestKit", "SystemTestKit",
    ]),
  tests("Tests/System/NetTests", ["BoardModel", "Net", "Simulation", "TestKit"]),
  tests("Tests/System/LibuvTests", ["Net", "Libuv", "TestKit", "SystemTestKit"]),
  tests(
    "Tests/System/TLSTests",
    [
      "BoardModel", "Net", "Libuv", "TLS", "BoardServer", "BoardReplica", "BoardClient", "dropline",
      "BoardTesting", "Simulation", "TestKit", "SystemTestKit",
    ]),
  tests(
    "Tests/System/WebTests",
    [
      "BoardModel", "Net", "Libuv", "WebSocket", "BoardServer", "BoardTesting", "Simulation",
      "TestKit", "SystemTestKit",
    ]),
  tests(
    "Tests/System/ServerTests",
    [
      "BoardModel", "BoardAuthority", "BoardWire", "BoardJournal", "BoardHub", "Net", "Libuv",
      "TLS", "TokenHashing", "BoardServer", "Transcripts", "CheckedClients", "BoardTesting",
      "Simulation", "Allocations", "TestKit",
      "SystemTestKit",
    ]),
  tests(
    "Tests/System/NodeTests",
    [
      "BoardModel", "Net", "TLS", "PostgresJournal", "BoardServer", "LocalNodes", "KillTrial",
      "proofs", "TestKit", "SystemTestKit",
    ]),
  tests(
    "Tests/System/DemoTests",
    [
      "BoardModel", "BoardWire", "BoardHub", "Net", "Libuv", "BoardServer", "BoardReplica",
      "Terminal", "CheckedClients", "dropline", "BoardTesting", "Simulation", "TestKit",
      "SystemTestKit",
    ]),
  tests(
    "Tests/System/ScriptTests",
    [
      "BoardModel", "BoardAuthority", "BoardJournal", "BoardHub", "Net", "Libuv", "BoardServer",
      "dropline", "BoardTesting", "Simulation", "TestKit", "SystemTestKit",
    ]),
  tests(
    "Tests/System/CheckTests",
    [
      "BoardModel", "BoardHub", "Net", "Libuv", "Transcripts", "BoardTesting", "dropline",
      "TestKit",
      "SystemTestKit",
    ]),
  tests(
    "Tests/System/ProgramTests",
    [
      "BoardModel", "BoardAuthority", "BoardWire", "BoardJournal", "BoardDelivery", "BoardHub",
      "Net", "Libuv", "TokenHashing", "PostgresJournal", "BoardServer", "Cluster", "BoardClient",
      "Transcripts", "LocalNodes", "CheckedClients", "dropline", "BoardTesting", "Simulation",
      "KillTrial", "LoadTrial", "proofs", "TestKit", "FuzzTargets", "SystemTestKit", arguments,
      logging,
    ]),
]

let package = Package(
  name: "dropline",
  products: [
    .executable(name: "dropline", targets: ["dropline"]),
    .library(name: "BoardModel", targets: ["BoardModel"]),
    .library(name: "BoardWire", targets: ["BoardWire"]),
    // For apps with a transport of their own: it needs no system library.
    .library(name: "BoardReplica", targets: ["BoardReplica"]),
    .library(name: "BoardClient", targets: ["BoardClient", "BoardReplica"]),
    // For tests of apps: a server with its own clock, clients, faults of the network, transcripts.
    .library(name: "BoardTesting", targets: ["BoardTesting"]),
    // A server in the process of an app.
    .library(name: "BoardServer", targets: ["BoardServer"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: core + edges + stores + server + cluster + clients + programs + proofs + unitTests
    + systemTests,
  swiftLanguageModes: [.v6]
)

// `.ci/test` has those optimised in which laws, simulators and players of transcripts compute most of the time, with all
// assertions: for size, which takes the compiler a fifth less than for speed.
if Context.environment["DROPLINE_OPTIMIZED"] != nil {
  let computing = [
    "BoardModel", "BoardAuthority", "BoardWire", "BoardDelivery", "BoardHub", "Cluster", "Net",
    "WebSocket", "Transcripts", "CheckedClients", "Simulation", "TestKit",
  ]
  for target in package.targets where computing.contains(target.name) {
    target.swiftSettings?.append(
      .unsafeFlags(["-Osize", "-assert-config", "Debug"], .when(configuration: .debug)))
  }
}

// The fuzzer has libFuzzer in it, so `Tests/Proofs/fuzz` alone builds it. The gold linker fails with the sanitizers,
// and only tests are linked with the objects of an executable, which the script lists in a file.
if let objects = Context.environment["DROPLINE_FUZZ"] {
  package.targets.append(program("Tests/Proofs/Fuzzer", ["FuzzTargets"]))
  for target in package.targets where target.type == .executable {
    let files = target.name == "Fuzzer" ? ["-Xlinker", "@\(objects)"] : []
    target.linkerSettings = [.unsafeFlags(["-use-ld=lld"] + files)]
  }
}
