// swift-tools-version: 6.2

import PackageDescription

// An app that follows a board, and its tests: `swift test` runs them on a real server. Outside this repository the
// dependency is a URL.
let package = Package(
  name: "tidy",
  dependencies: [.package(name: "dropline", path: "../../../../..")],
  targets: [
    .target(name: "Tidy", dependencies: [.product(name: "BoardClient", package: "dropline")]),
    .testTarget(
      name: "TidyTests",
      dependencies: ["Tidy", .product(name: "BoardTesting", package: "dropline")]),
  ])
