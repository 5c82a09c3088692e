// swift-tools-version: 6.2

import PackageDescription

// An app with a board: `swift run` serves it. Outside this repository the dependency is a URL.
let package = Package(
  name: "board-page",
  dependencies: [.package(name: "dropline", path: "../../../../..")],
  targets: [
    .executableTarget(
      name: "board-page", dependencies: [.product(name: "BoardServer", package: "dropline")])
  ])
