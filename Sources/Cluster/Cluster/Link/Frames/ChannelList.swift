/// The number of a virtual connection on a link. Numbers are dense, and the edge chooses them.
public struct Channel: Hashable, Sendable {
  public let number: UInt32

  public init(_ number: UInt32) { self.number = number }

  init(index: Int) { number = UInt32(index) }

  /// The number as an index of arrays.
  @inlinable public var index: Int { Int(number) }
}

extension Channel: CustomStringConvertible {
  public var description: String { "\(number)" }
}

/// The channels that a frame goes to, as its first field writes them: in the shortest of three forms.
enum ChannelList {
  /// What the first byte of a list says of the rest.
  enum Form: UInt8 {
    /// The list of the last `broadcast`.
    case asBefore = 0
    /// A count, and the numbers.
    case numbers = 1
    /// The index of the first byte of a bitmap that is not left out, a count of bytes, and these.
    case bitmap = 2
  }

  /// The channels as a frame has them.
  case asBefore
  case new([Channel])

  /// Reads a list, none of whose numbers may be beyond the count of channels.
  init(from reader: inout FieldReader, of kind: FrameKind, count: Int) throws(LinkFault) {
    switch Form(rawValue: try reader.number()) {
    case nil: throw .malformedField(kind)
    case .asBefore: self = .asBefore
    case .numbers: self = .new(try Self.numbers(from: &reader, count: count))
    case .bitmap: self = .new(try Self.bitmap(from: &reader, of: kind, count: count))
    }
  }

  private static func numbers(
    from reader: inout FieldReader, count: Int
  ) throws(LinkFault) -> [Channel] {
    let bytes = try reader.bytes(4 * (try reader.count()))
    var channels: [Channel] = []
    channels.reserveCapacity(bytes.count / 4)
    for offset in stride(from: 0, to: bytes.count, by: 4) {
      let number = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      channels.append(try channel(UInt32(bigEndian: number), count: count))
    }
    return channels
  }

  private static func bitmap(
    from reader: inout FieldReader, of kind: FrameKind, count: Int
  ) throws(LinkFault) -> [Channel] {
    let first = try reader.number(UInt32.self)
    guard first < LinkLimits.channels / 8 else { throw .oversizedField(kind) }
    var channels: [Channel] = []
    for (index, byte) in try reader.bytes(try reader.count()).enumerated() {
      var bits = byte
      while bits != 0 {
        let number = (Int(first) + index) * 8 + bits.trailingZeroBitCount
        channels.append(try channel(UInt32(number), count: count))
        bits &= bits &- 1
      }
    }
    return channels
  }

  private static func channel(_ number: UInt32, count: Int) throws(LinkFault) -> Channel {
    guard number < count else { throw .unusedChannel(Channel(number)) }
    return Channel(number)
  }
}

/// The form in which a list of channels is written, and how long it is.
struct ChannelListShape {
  private let form: ChannelList.Form
  private let count: Int
  /// The indices of the first and the last byte of a bitmap.
  private let bitmapBytes: ClosedRange<Int>

  static let asBefore = ChannelListShape()

  private init() {
    form = .asBefore
    count = 0
    bitmapBytes = 0...0
  }

  init(of channels: [Channel]) {
    var lowest = UInt32.max
    var highest: UInt32 = 0
    for channel in channels {
      lowest = min(lowest, channel.number)
      highest = max(highest, channel.number)
    }
    count = channels.count
    bitmapBytes = count == 0 ? 0...0 : Int(lowest / 8)...Int(highest / 8)
    form = 4 * count <= 4 + bitmapBytes.count ? .numbers : .bitmap
  }

  /// The bytes of the field.
  var byteCount: Int {
    switch form {
    case .asBefore: 1
    case .numbers: 1 + 4 + 4 * count
    case .bitmap: 1 + 4 + 4 + bitmapBytes.count
    }
  }

  /// Writes the field.
  func append(_ channels: [Channel], to buffer: inout FrameBuffer) {
    buffer.append(form.rawValue)
    switch form {
    case .asBefore: return
    case .numbers:
      buffer.append(UInt32(count))
      for channel in channels { buffer.append(channel.number) }
    case .bitmap:
      buffer.append(UInt32(bitmapBytes.lowerBound))
      buffer.append(UInt32(bitmapBytes.count))
      setBits(channels, in: buffer.appendZeros(bitmapBytes.count))
    }
  }

  private func setBits(_ channels: [Channel], in bitmap: UnsafeMutableRawPointer) {
    let bytes = bitmap.assumingMemoryBound(to: UInt8.self) - bitmapBytes.lowerBound
    // Neighbours have their bits in one byte, which is written once.
    var index = bitmapBytes.lowerBound
    var bits: UInt8 = 0
    for channel in channels {
      let next = Int(channel.number >> 3)
      if next != index {
        bytes[index] |= bits
        index = next
        bits = 0
      }
      bits |= 1 &<< UInt8(truncatingIfNeeded: channel.number & 7)
    }
    bytes[index] |= bits
  }
}
