@testable import Cluster

// Frames as text, so that tests can compare them.

extension EdgeFrame {
  var summary: String {
    switch self {
    case .hello(let secret, let version, let node): "hello \([UInt8](secret)) \(version) \(node)"
    case .connect(let channel, let request):
      "connect \(channel) \(request.space) \(request.network ?? 0) \(request.address)"
        + " \(request.greeting) \(request.tag ?? [])"
    case .input(let channel, let bytes): "input \(channel) \([UInt8](bytes))"
    case .ended(let channel): "ended \(channel)"
    case .blocked(let channel, let unsentBytes): "blocked \(channel) \(unsentBytes)"
    case .drained(let channel): "drained \(channel)"
    case .closed(let channel): "closed \(channel)"
    case .acknowledged(let weight, let microseconds): "acknowledged \(weight) \(microseconds)"
    case .ping: "ping"
    }
  }
}

extension OwnerFrame {
  var summary: String {
    switch self {
    case .accepted(let version): "accepted \(version)"
    case .send(let channel, let bytes, let endsMessage):
      "send \(channel) \([UInt8](bytes)) \(endsMessage)"
    case .broadcast(let list, let bytes): "broadcast \(list.summary) \([UInt8](bytes))"
    case .blob(let id, let byteCount): "blob \(id) \(byteCount)"
    case .chunk(let id, let bytes): "chunk \(id) \([UInt8](bytes))"
    case .sendBlob(let id, let list, let endsMessage):
      "sendBlob \(id) \(list.summary) \(endsMessage)"
    case .freeBlob(let id): "freeBlob \(id)"
    case .credit(let channel, let count): "credit \(channel) \(count)"
    case .close(let channel, let reason): "close \(channel) \(reason)"
    case .refused(let channel, let refusal): "refused \(channel) \(refusal)"
    case .closed(let channel): "closed \(channel)"
    case .ping: "ping"
    }
  }
}

extension ChannelList {
  var summary: String {
    switch self {
    case .asBefore: "as before"
    case .new(let channels): "\(channels)"
    }
  }
}

/// Frames that an end wrote, and what they are.
struct WrittenFrames {
  var bytes: [UInt8] = []
  var summaries: [String] = []

  /// Writes a frame.
  mutating func write(_ summary: String, _ body: (inout FrameBuffer) -> Void) {
    var buffer = FrameBuffer()
    body(&buffer)
    bytes += buffer.withUnsafeBytes { [UInt8]($0) }
    summaries.append(summary)
  }
}

/// Reads the frames of one end, in pieces that end at the given offsets.
func summaries(
  of bytes: [UInt8], cutAt cuts: [Int] = [], areOwners: Bool, count: Int = 1_000
) throws(LinkFault) -> [String] {
  var reader = FrameReader()
  var found: [String] = []
  let ends = cuts + [bytes.count]
  for (start, end) in zip([0] + cuts, ends) {
    // Memory of its own, so that a sanitizer sees what is read beyond it.
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: end - start, alignment: 1)
    defer { piece.deallocate() }
    piece.copyBytes(from: bytes[start..<end])
    try reader.read(UnsafeRawBufferPointer(piece)) { (kind, fields) throws(LinkFault) in
      found.append(
        areOwners
          ? try OwnerFrame(kind, fields, count: count).summary
          : try EdgeFrame(kind, fields).summary)
    }
  }
  return found
}
