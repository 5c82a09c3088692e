import BoardModel

extension Epoch {
  /// A random epoch.
  package static func random() -> Epoch {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }
}
