/// The size of an item in grid units.
public struct MosaicSpan: Hashable, Sendable {
  /// The limit in either direction. Values are clamped to 1...16.
  public static let largest = 16

  private let across: UInt8
  private let down: UInt8

  public init(width: Int, height: Int) {
    across = UInt8(min(max(width, 1), Self.largest))
    down = UInt8(min(max(height, 1), Self.largest))
  }

  public var width: Int { Int(across) }
  public var height: Int { Int(down) }

  public static let small = MosaicSpan(width: 1, height: 1)
  public static let wide = MosaicSpan(width: 2, height: 1)
  public static let tall = MosaicSpan(width: 1, height: 2)
  public static let large = MosaicSpan(width: 2, height: 2)
}

/// The measures of a mosaic, in cells.
public struct MosaicMetrics: Hashable, Sendable {
  /// The size of one unit; its width is limited to that of the content.
  public var unit: LayoutSize
  /// The spacing between items, horizontal and vertical.
  public var spacing: LayoutSize
  public var sections: SectionMetrics

  public init(
    unit: LayoutSize, spacing: LayoutSize = LayoutSize(width: 0, height: 0),
    sections: SectionMetrics = SectionMetrics()
  ) {
    self.unit = LayoutSize(width: max(1, unit.width), height: max(1, unit.height))
    self.spacing = LayoutSize(width: max(0, spacing.width), height: max(0, spacing.height))
    self.sections = sections
  }
}
