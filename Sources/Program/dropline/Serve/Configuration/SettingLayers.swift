import ArgumentParser

/// Where the settings of a server come from: an option is before the environment, the environment before
/// the file, and the file before the default.
///
/// A list of a higher layer replaces that of a lower one.
struct SettingLayers {
  private let file: ConfigurationFile?
  private let variable: (String) -> String?
  /// What is wrong, each with its place.
  private(set) var faults: [String]

  init(file: ConfigurationFile?, variable: @escaping (String) -> String?) {
    self.file = file
    self.variable = variable
    faults = file?.faults ?? []
  }

  /// Adds what is wrong with settings that do not go together.
  mutating func add(_ fault: String) { faults.append(fault) }

  /// The value of a key, or nil if nothing sets it.
  mutating func value<Value: ExpressibleByArgument>(_ key: ServeKey, _ option: Value?) -> Value? {
    if let option { return option }
    return settings(of: key).first.flatMap { parse($0, of: key) }
  }

  /// The values of a repeatable key.
  mutating func values<Value: ExpressibleByArgument>(_ key: ServeKey, _ options: [Value]) -> [Value]
  {
    if !options.isEmpty { return options }
    return settings(of: key).compactMap { parse($0, of: key) }
  }

  /// Whether a key is set to `yes`.
  mutating func isOn(_ key: ServeKey, _ flag: Bool) -> Bool {
    if flag { return true }
    return value(key, Answer?.none) == .yes
  }

  private enum Answer: String, ExpressibleByArgument {
    case yes, no
  }

  private func settings(of key: ServeKey) -> [ConfigurationFile.Setting] {
    guard let name = key.variable, let text = variable(name) else {
      return file?.settings[key] ?? []
    }
    let values = key.isRepeatable ? text.split(separator: " ").map(String.init) : [text]
    return values.map { .init(place: name, value: $0) }
  }

  private mutating func parse<Value: ExpressibleByArgument>(
    _ setting: ConfigurationFile.Setting, of key: ServeKey
  ) -> Value? {
    if let value = Value(argument: setting.value) { return value }
    faults.append(
      "\(setting.place): \(key.rawValue) is \(key.form), and not \(printable(setting.value))")
    return nil
  }
}
