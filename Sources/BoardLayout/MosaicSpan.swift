/// How many units of the grid an item takes across and down.
public struct MosaicSpan: Hashable, Sendable {
  /// The most units in either direction. More counts as this, less than one as one.
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
  /// The size of an item of one unit. A unit wider than the content is made as wide as that.
  public var unit: LayoutSize
  /// What stays empty between two items, beside and below.
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
