import Net
import WebPage

/// A file of the page.
package struct PageFile: Sendable {
  let type: String
  /// A strong validator (RFC 9110, section 8.8.3), with its quotation marks.
  let etag: String
  let bytes: SharedBytes
}

/// The files of the page, which are a part of the program.
package struct PageFiles: Sendable {
  /// All servers of a process have the same ones.
  package static let shared = PageFiles()

  private let files: [String: PageFile]

  private init() {
    var count = 0
    let table = web_page_files(&count)
    let modules = Dictionary(
      uniqueKeysWithValues: UnsafeBufferPointer(start: table, count: count).map {
        (String(cString: $0.name), PageFile($0))
      })
    let script = PageFile(PageScript(of: modules).bytes, named: Self.script)
    files = modules.merging([Self.script: script]) { $1 }
  }

  /// What `index.html` runs: all modules of the page in one file. With a folder, whose modules go before those of the
  /// page, it loads them one by one.
  static let script = "page.js"

  /// The files of the page, with those of a folder before them if there is one.
  ///
  /// - Throws: `BoardServerFault.badPage`.
  package init(of web: WebConfiguration) throws(BoardServerFault) {
    var files = Self.shared.files
    if let folder = web.folder {
      files[Self.script] = PageFile(Array("import './main.js';\n".utf8), named: Self.script)
      files.merge(try PageFolder(folder).files()) { $1 }
    }
    self.files = files
  }

  subscript(name: String) -> PageFile? { files[name] }

  var names: [String] { files.keys.sorted() }
}

extension PageFile {
  /// - Parameter name: Its ending says the type.
  init(_ bytes: [UInt8], named name: String) {
    type = Self.type(of: name)
    etag = bytes.withUnsafeBytes { "\"\(String($0.hash, radix: 36))\"" }
    self.bytes = SharedBytes(bytes)
  }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last?.lowercased() {
    case "html": "text/html; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "json", "map": "application/json"
    case "txt", "md": "text/plain; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "ico": "image/x-icon"
    case "woff2": "font/woff2"
    default: "application/octet-stream"
    }
  }

  fileprivate init(_ file: WebPageFile) {
    let bytes = UnsafeRawBufferPointer(start: file.bytes, count: file.count)
    type = String(cString: file.type)
    etag = "\"\(String(bytes.hash, radix: 36))\""
    self.bytes = SharedBytes(bytes, ownedBy: Program())
  }

  /// The owner of what is a part of the program.
  private final class Program: Sendable {}
}

extension UnsafeRawBufferPointer {
  /// A hash of the bytes: FNV-1a by words of eight bytes, and by bytes behind the last one.
  fileprivate var hash: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var offset = 0
    while offset < count {
      let isWord = offset + 8 <= count
      let next =
        isWord ? loadUnaligned(fromByteOffset: offset, as: UInt64.self) : UInt64(self[offset])
      hash = (hash ^ next) &* 0x100_0000_01B3
      offset += isWord ? 8 : 1
    }
    return hash
  }
}
