import BoardWire

/// The modules of the page as one script: a browser asks for one file, and not for each module.
///
/// A module becomes a function that is called once, behind those of the modules that it imports, and returns what it
/// exports: so the names of two modules stay apart. A module imports and exports by lines of the forms
/// `import { NAMES } from './MODULE.js';`, `export { NAMES };`, and `export` before a declaration with one name. Each
/// line has its line feed.
struct PageScript {
  private let modules: [String: PageFile]
  private var added: Set<String> = []
  private(set) var bytes: [UInt8] = []

  /// - Parameter modules: The files by name, among them `main.js` and all that it imports.
  /// - Complexity: O(bytes).
  init(of modules: [String: PageFile]) {
    self.modules = modules
    add("main.js")
  }

  private mutating func add(_ name: String) {
    guard added.insert(name).inserted else { return }
    guard let file = modules[name] else { preconditionFailure("no module \(name)") }
    var module = Module()
    file.bytes.withUnsafeBytes { bytes in
      var lines = WholeLines(bytes)
      while let line = lines.next() {
        if let imported = module.append(line) { add(imported) }
      }
    }
    bytes += "const \(Module.name(of: name)) = (() => {\n".utf8
    bytes += module.body
    bytes += "return { \(module.exports.joined(separator: ", ")) };\n})();\n".utf8
  }
}

/// What one module becomes.
private struct Module {
  private(set) var body: [UInt8] = []
  private(set) var exports: [Substring] = []

  /// The name of what a module exports.
  static func name(of file: some StringProtocol) -> String { "\(file.dropLast(3))_js" }

  /// Appends a line.
  ///
  /// - Returns: The file of the module that the line imports, if it does.
  mutating func append(_ line: UnsafeRawBufferPointer) -> String? {
    if line.starts(with: "import {".utf8) { return appendImport(line) }
    if line.starts(with: "export {".utf8) {
      exports.append(Self.names(in: line))
    } else if line.starts(with: "export ".utf8) {
      body += line.dropFirst("export ".utf8.count)
      body.append(UInt8(ascii: "\n"))
      exports.append(Self.declared(by: line))
    } else {
      body += line
      body.append(UInt8(ascii: "\n"))
    }
    return nil
  }

  private mutating func appendImport(_ line: UnsafeRawBufferPointer) -> String {
    let file = String(decoding: line, as: UTF8.self).split(separator: "'")[1].dropFirst(2)
    let names = Self.names(in: line).replacing(" as ", with: ": ")
    body += "const {\(names)} = \(Self.name(of: file));\n".utf8
    return String(file)
  }

  /// What stands between braces: `NAME` or `NAME as OTHER`, with commas between them.
  private static func names(in line: UnsafeRawBufferPointer) -> Substring {
    String(decoding: line, as: UTF8.self).split { "{}".contains($0) }[1]
  }

  /// The name behind `export`, `async` and the word of a declaration.
  private static func declared(by line: UnsafeRawBufferPointer) -> Substring {
    let words = String(decoding: line, as: UTF8.self).split { " (".contains($0) }
    return words[words[1] == "async" ? 3 : 2]
  }
}
