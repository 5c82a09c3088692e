// swift-tools-version: 6.2

import PackageDescription

// One target is one room of the house; the README draws which may import which, and
// `Tests/HouseTests` holds them to it. `BoardModel`, `BoardAuthority`,
// `BoardWire` and `BoardHub` are pure: no Foundation, no system, no clock.

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "dropline",
  products: [
    .executable(name: "dropline", targets: ["dropline"]),
    .library(name: "BoardModel", targets: ["BoardModel"]),
    .library(name: "BoardWire", targets: ["BoardWire"]),
    .library(name: "BoardClient", targets: ["BoardClient", "BoardReplica"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .target(name: "BoardModel", swiftSettings: strict),
    .target(name: "BoardAuthority", dependencies: ["BoardModel"], swiftSettings: strict),
    .target(name: "BoardWire", dependencies: ["BoardModel"], swiftSettings: strict),
    .target(
      name: "BoardHub",
      dependencies: ["BoardModel", "BoardAuthority", "BoardWire", "BoardJournal"],
      swiftSettings: strict),
    .target(name: "BoardLayout", swiftSettings: strict),
    .target(
      name: "BoardReplica", dependencies: ["BoardModel", "BoardWire"], swiftSettings: strict),
    .target(
      name: "BoardClient", dependencies: ["BoardModel", "BoardWire", "BoardReplica", "Libuv"],
      swiftSettings: strict),
    .target(name: "Transcripts", swiftSettings: strict),
    .systemLibrary(name: "CLibuv", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
    .target(name: "Libuv", dependencies: ["CLibuv"], swiftSettings: strict),
    .systemLibrary(name: "CEditLine", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .target(name: "Terminal", dependencies: ["Libuv", "CEditLine"], swiftSettings: strict),
    .target(
      name: "BoardTerminal",
      dependencies: ["BoardModel", "BoardWire", "BoardReplica", "BoardLayout", "Terminal"],
      swiftSettings: strict),
    .target(name: "BoardJournal", dependencies: ["BoardModel"], swiftSettings: strict),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "SQLiteJournal", dependencies: ["BoardModel", "BoardJournal", "CSQLite"],
      swiftSettings: strict),
    .target(
      name: "BoardServer",
      dependencies: [
        "BoardModel", "BoardWire", "BoardHub", "BoardJournal", "Libuv",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "BoardDemo",
      dependencies: [
        "BoardModel", "BoardWire", "BoardReplica", "BoardClient", "BoardHub", "BoardJournal",
        "BoardServer", "Libuv", "Terminal",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "dropline",
      dependencies: [
        "BoardModel", "BoardWire", "BoardHub", "BoardJournal", "BoardServer", "Libuv",
        "SQLiteJournal", "BoardReplica", "BoardClient", "BoardTerminal", "Terminal", "BoardDemo",
        "Transcripts",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Manual"], swiftSettings: strict),
    .target(name: "Broadcaster", dependencies: ["CLibuv"]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "BoardModel", "BoardWire", "BoardHub", "BoardJournal", "BoardServer", "Libuv",
        "SQLiteJournal", "Broadcaster", "KillTrial", "dropline",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "KillTrial", dependencies: ["BoardModel", "BoardWire", "TestSupport"],
      path: "Tests/KillTrial", swiftSettings: strict),
    .testTarget(
      name: "BoardModelTests", dependencies: ["BoardModel", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "BoardAuthorityTests", dependencies: ["BoardModel", "BoardAuthority", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "BoardWireTests", dependencies: ["BoardModel", "BoardWire", "Transcripts"],
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["BoardModel", "BoardAuthority", "Transcripts"],
      path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(name: "Allocations", path: "Tests/Allocations"),
    .testTarget(
      name: "BoardHubTests",
      dependencies: [
        "BoardModel", "BoardAuthority", "BoardWire", "BoardHub", "BoardJournal", "Transcripts",
        "TestSupport",
        "Allocations",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BoardLayoutTests", dependencies: ["BoardLayout", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "LibuvTests", dependencies: ["Libuv", "CLibuv"], swiftSettings: strict),
    .target(
      name: "TerminalSupport", dependencies: ["Terminal", "CEditLine"],
      path: "Tests/TerminalSupport",
      swiftSettings: strict),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "TerminalSupport", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "BoardTerminalTests",
      dependencies: ["BoardModel", "BoardWire", "BoardTerminal", "Terminal", "TerminalSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "BoardServerTests",
      dependencies: [
        "BoardModel", "BoardAuthority", "BoardWire", "BoardHub", "BoardJournal", "BoardServer",
        "Libuv", "Transcripts",
        "TestSupport", "JournalSupport", "KillTrial", "Allocations", "dropline",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "ReplicaSupport", dependencies: ["BoardModel", "BoardReplica", "TestSupport"],
      path: "Tests/ReplicaSupport", swiftSettings: strict),
    .testTarget(
      name: "BoardDemoTests",
      dependencies: [
        "BoardModel", "BoardWire", "BoardReplica", "BoardClient", "BoardHub", "BoardDemo", "Libuv",
        "Terminal", "TerminalSupport", "TestSupport", "JournalSupport", "BoardServerTests",
        "dropline",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BoardReplicaTests",
      dependencies: [
        "BoardModel", "BoardWire", "BoardReplica", "BoardHubTests", "ReplicaSupport", "TestSupport",
        "Transcripts",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BoardClientTests",
      dependencies: [
        "BoardModel", "BoardWire", "BoardReplica", "BoardClient", "BoardJournal", "Libuv",
        "BoardServer", "BoardServerTests", "ReplicaSupport", "TestSupport", "JournalSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ConnectTests",
      dependencies: [
        "BoardModel", "BoardServer", "BoardServerTests", "JournalSupport", "Libuv", "Terminal",
        "TerminalSupport",
        "dropline",
      ],
      swiftSettings: strict),
    .target(
      name: "JournalSupport", dependencies: ["BoardModel", "BoardJournal"],
      path: "Tests/JournalSupport", swiftSettings: strict),
    .testTarget(
      name: "BoardJournalTests",
      dependencies: ["BoardModel", "BoardJournal", "SQLiteJournal", "JournalSupport"],
      swiftSettings: strict),
    .target(name: "FaultyCalls", path: "Tests/FaultyCalls"),
    .executableTarget(
      name: "JournalHelper",
      dependencies: [
        "BoardModel", "BoardJournal", "SQLiteJournal", "FaultyCalls", "JournalSupport",
      ],
      path: "Tests/JournalHelper", swiftSettings: strict),
    .testTarget(
      name: "SQLiteJournalTests",
      dependencies: [
        "BoardModel", "BoardJournal", "SQLiteJournal", "JournalSupport", "TestSupport",
        "JournalHelper",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TranscriptsTests", dependencies: ["BoardWire", "Transcripts", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "HouseTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
