// swift-tools-version: 6.2

import PackageDescription

// The README lists the modules that each target may import, and `Tests/HouseTests` enforces it.
// `BoardModel`, `BoardAuthority`, `BoardWire` and `BoardHub` are pure: no Foundation, no system, no
// clock.

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Of the server's pure rooms. A release build checks no exclusive access to memory at run time, which
/// takes an eighth of the time of a command. Debug builds, which all tests run, do.
let unchecked: [SwiftSetting] =
  strict + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

let package = Package(
  name: "dropline",
  products: [
    .executable(name: "dropline", targets: ["dropline"]),
    .library(name: "BoardModel", targets: ["BoardModel"]),
    .library(name: "BoardWire", targets: ["BoardWire"]),
    // For apps with a transport of their own: it needs no system library.
    .library(name: "BoardReplica", targets: ["BoardReplica"]),
    .library(name: "BoardClient", targets: ["BoardClient", "BoardReplica"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .target(name: "BoardModel", swiftSettings: strict),
    .target(name: "BoardAuthority", dependencies: ["BoardModel"], swiftSettings: unchecked),
    .target(name: "BoardWire", dependencies: ["BoardModel"], swiftSettings: strict),
    .target(
      name: "BoardHub",
      dependencies: ["BoardModel", "BoardAuthority", "BoardWire", "BoardJournal"],
      swiftSettings: unchecked),
    .target(name: "Cluster", dependencies: ["BoardModel"], swiftSettings: strict),
    .target(name: "BoardLayout", swiftSettings: strict),
    .target(
      name: "BoardReplica", dependencies: ["BoardModel", "BoardWire"], swiftSettings: strict),
    .target(
      name: "BoardClient",
      dependencies: ["BoardModel", "BoardWire", "BoardReplica", "Libuv", "TLS"],
      swiftSettings: strict),
    .target(
      name: "Transcripts",
      // Links into `protocol/`.
      resources: [
        .embedInCode("Protocol/lines.md"), .embedInCode("Protocol/errors.md"),
        .embedInCode("Protocol/specification.md"),
      ],
      swiftSettings: strict),
    .systemLibrary(name: "CLibuv", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
    .target(name: "Libuv", dependencies: ["CLibuv"], swiftSettings: strict),
    .systemLibrary(name: "CEditLine", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .target(name: "Terminal", dependencies: ["Libuv", "CEditLine"], swiftSettings: strict),
    .target(
      name: "BoardTerminal",
      dependencies: ["BoardModel", "BoardWire", "BoardReplica", "BoardLayout", "Terminal"],
      swiftSettings: strict),
    .target(name: "NodeLink", dependencies: ["BoardModel"], swiftSettings: unchecked),
    .target(name: "BoardJournal", dependencies: ["BoardModel"], swiftSettings: strict),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "TokenHashing", dependencies: ["BoardModel", "CCrypto"], swiftSettings: strict),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "SQLiteJournal",
      dependencies: ["BoardModel", "BoardJournal", "TokenHashing", "CSQLite"],
      swiftSettings: strict),
    // libpq itself is loaded when it is needed.
    .target(name: "CPostgres"),
    .target(
      name: "PostgresJournal",
      dependencies: ["BoardModel", "BoardJournal", "Cluster", "CPostgres"], swiftSettings: strict),
    .systemLibrary(name: "CTLS", pkgConfig: "libtls", providers: [.apt(["libtls-dev"])]),
    .target(name: "TLS", dependencies: ["Libuv", "CTLS", "CCrypto"], swiftSettings: strict),
    .target(
      name: "WebSocket",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: strict),
    // The files in `page` are embedded by the compiler.
    .target(name: "WebPage", exclude: ["page"]),
    .target(
      name: "BoardServer",
      dependencies: [
        "BoardModel", "BoardAuthority", "BoardWire", "BoardHub", "BoardJournal", "Cluster",
        "NodeLink", "Libuv", "TLS", "WebSocket", "WebPage",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "BoardDemo",
      dependencies: [
        "BoardModel", "BoardWire", "BoardReplica", "BoardClient", "BoardHub", "BoardJournal",
        "BoardServer", "Libuv", "Terminal", "Simulation",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "dropline",
      dependencies: [
        "BoardModel", "BoardAuthority", "TokenHashing", "BoardWire", "BoardHub", "BoardJournal",
        "BoardServer", "Cluster", "NodeLink", "Libuv", "TLS", "SQLiteJournal", "PostgresJournal",
        "BoardReplica", "BoardClient",
        "BoardTerminal",
        "Terminal",
        "BoardDemo",
        "Transcripts", "Simulation", "KillTrial",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Manual"], swiftSettings: strict),
    .target(name: "Broadcaster", dependencies: ["CLibuv"]),
    .target(
      name: "Simulation",
      dependencies: [
        "BoardModel", "BoardAuthority", "BoardWire", "BoardReplica", "BoardHub", "BoardJournal",
      ],
      swiftSettings: strict),
    .target(
      name: "KillTrial", dependencies: ["BoardModel", "BoardWire", "Libuv", "Simulation"],
      swiftSettings: strict),
    .target(
      name: "LoadTrial", dependencies: ["KillTrial", "Libuv"], swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "BoardModel", "BoardWire", "BoardHub", "BoardJournal", "BoardServer", "Libuv", "TLS",
        "WebSocket", "SQLiteJournal", "PostgresJournal", "TokenHashing", "Broadcaster",
        "Simulation", "KillTrial", "LoadTrial", "dropline",
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Peers"], swiftSettings: strict),

    // What tests share: `TestKit` for the pure rooms, `SystemTestKit` for what needs sockets, files,
    // processes or terminals. No test target is imported by another target.
    .target(
      name: "TestKit",
      dependencies: [
        "BoardModel", "BoardAuthority", "BoardWire", "BoardHub", "BoardJournal", "BoardReplica",
        "Transcripts", "TokenHashing", "Simulation",
      ],
      path: "Tests/TestKit", swiftSettings: strict),
    .target(
      name: "SystemTestKit",
      dependencies: [
        "BoardModel", "BoardAuthority", "BoardHub", "BoardJournal", "BoardServer", "Cluster",
        "NodeLink",
        "Libuv", "CLibuv", "TLS", "Terminal", "CEditLine", "PostgresJournal", "KillTrial",
        "Simulation", "TestKit",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/SystemTestKit", swiftSettings: strict),
    // The laws of all readers of foreign bytes, for the fuzzer and for the test of its corpora.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "BoardModel", "BoardAuthority", "BoardWire", "BoardHub", "BoardJournal", "WebSocket",
        "Terminal", "Transcripts", "Simulation", "TestKit", "dropline",
      ],
      path: "Tests/FuzzTargets", swiftSettings: strict),
    .target(name: "Allocations", path: "Tests/Allocations"),
    .target(name: "FaultyCalls", path: "Tests/FaultyCalls"),
    .executableTarget(
      name: "JournalHelper",
      dependencies: ["BoardModel", "BoardJournal", "SQLiteJournal", "FaultyCalls", "TestKit"],
      path: "Tests/JournalHelper", swiftSettings: strict),

    .testTarget(name: "HouseTests", swiftSettings: strict),
    .testTarget(
      name: "CoreTests",
      dependencies: ["BoardModel", "BoardAuthority", "Simulation", "TestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "ClusterTests", dependencies: ["BoardModel", "Cluster", "Simulation", "TestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "ProtocolTests",
      dependencies: ["BoardModel", "BoardWire", "Transcripts", "Simulation", "TestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "BoardHubTests",
      dependencies: [
        "BoardModel", "BoardAuthority", "BoardWire", "BoardHub", "BoardJournal", "Transcripts",
        "Simulation", "TestKit", "Allocations",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "JournalTests",
      dependencies: [
        "BoardModel", "BoardJournal", "SQLiteJournal", "Cluster", "PostgresJournal",
        "TokenHashing", "Simulation", "KillTrial", "TestKit", "SystemTestKit", "JournalHelper",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "NodeLinkTests", dependencies: ["BoardModel", "NodeLink", "Simulation", "TestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "ClientTests",
      dependencies: [
        "BoardModel", "BoardWire", "BoardHub", "BoardJournal", "BoardServer", "BoardReplica",
        "BoardClient", "Libuv", "Transcripts", "Simulation", "TestKit", "SystemTestKit",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "BoardModel", "BoardAuthority", "BoardWire", "BoardServer", "BoardReplica", "BoardLayout",
        "Libuv", "Terminal", "BoardTerminal", "Simulation", "TestKit", "SystemTestKit", "dropline",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "BoardModel", "BoardAuthority", "BoardWire", "BoardHub", "BoardJournal", "BoardServer",
        "BoardReplica", "BoardClient", "BoardDemo", "Libuv", "CLibuv", "TLS", "Terminal",
        "Transcripts",
        "Cluster", "PostgresJournal", "Simulation", "KillTrial", "LoadTrial", "WebSocket",
        "WebPage", "TokenHashing",
        "TestKit",
        "SystemTestKit", "FuzzTargets", "Allocations", "dropline",
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzzer has libFuzzer in it, so `proofs/fuzz` alone builds it. The gold linker fails with the sanitizers,
// and only tests are linked with the objects of an executable, which the script lists in a file.
if let objects = Context.environment["DROPLINE_FUZZ"] {
  package.targets.append(
    .executableTarget(
      name: "Fuzzer", dependencies: ["FuzzTargets"], path: "Tests/Fuzzer", swiftSettings: strict))
  for target in package.targets where target.type == .executable {
    let files = target.name == "Fuzzer" ? ["-Xlinker", "@\(objects)"] : []
    target.linkerSettings = [.unsafeFlags(["-use-ld=lld"] + files)]
  }
}
