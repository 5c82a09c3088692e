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
    files = Dictionary(
      uniqueKeysWithValues: UnsafeBufferPointer(start: table, count: count).map {
        (String(cString: $0.name), PageFile($0))
      })
  }

  /// The files of the page, with those of a folder before them if there is one.
  ///
  /// - Throws: `BoardServerFault.badPage`.
  package init(of web: WebConfiguration?) throws(BoardServerFault) {
    let own = try web?.folder.map { path throws(BoardServerFault) in try PageFolder(path).files() }
    files = Self.shared.files.merging(own ?? [:]) { $1 }
  }

  subscript(name: String) -> PageFile? { files[name] }

  var names: [String] { files.keys.sorted() }
}

extension PageFile {
  /// - Parameter bytes: What has been read of a file.
  init(_ bytes: [UInt8], type: String) {
    self.type = type
    etag = bytes.withUnsafeBytes { "\"\(String($0.hash, radix: 36))\"" }
    self.bytes = SharedBytes(bytes)
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
  /// The FNV-1a hash of the bytes.
  fileprivate var hash: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
