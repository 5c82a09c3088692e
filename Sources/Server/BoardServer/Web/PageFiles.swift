import Net
import WebPage

/// A file of the page.
struct PageFile: Sendable {
  let type: String
  /// A strong validator (RFC 9110, section 8.8.3), with its quotation marks.
  let etag: String
  let bytes: SharedBytes
}

/// The files of the page, which are a part of the program.
struct PageFiles: Sendable {
  /// All servers of a process have the same ones.
  static let shared = PageFiles()

  private let files: [String: PageFile]

  private init() {
    var count = 0
    let table = web_page_files(&count)
    files = Dictionary(
      uniqueKeysWithValues: UnsafeBufferPointer(start: table, count: count).map {
        (String(cString: $0.name), PageFile($0))
      })
  }

  subscript(name: String) -> PageFile? { files[name] }

  var names: [String] { files.keys.sorted() }
}

extension PageFile {
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
