// What no row of section 10 has: bounds of the form of a value.

extension Limits {
  /// The fewest characters of a token.
  public static let tokenCharacters = 16
  /// The descriptors reserved for the server's own use.
  public static let reservedDescriptors = 64
  /// The highest value of an index, a count or a revision (2^53 − 1).
  public static let number = 9_007_199_254_740_991
}
