import BoardDelivery
import BoardModel
import BoardServer
import Logging
import Net
import PostgresJournal
import TLS

/// The settings of a server, from all layers.
struct ServeSettings {
  /// Where clients connect, at least one place.
  let lines: [ListenPlace]
  /// The HTTP port, or nil if there is none.
  let web: ListenPlace?
  /// The folder of a page in place of the built-in one, if there is one.
  let page: String?
  let origins: [WebOrigin]
  /// The proxies, whose connections begin with a header of the PROXY protocol.
  let proxies: [AddressRange]
  let hasRemoteMetrics: Bool
  let access: StoredAccess?
  /// The files of the certificate and of its private key; empty if nothing is encrypted.
  let tls: [String]
  let isInsecure: Bool
  /// How long drags may end before another server takes over; nil if none does.
  let drain: Duration?
  let cadence: Cadence
  let data: DataPlace
  /// Where other nodes of the space reach this one; nil if it is no node.
  let link: ListenAddress?
  /// Where they reach it, if that is another address.
  let advertised: ListenAddress?
  let boardFiles: [String]
  let isDemo: Bool
  let connections: Int
  /// What is told the addresses once the server serves, if anything is.
  let ready: ReadyFile?
  let exitsWithParent: Bool
  let logLevel: Logger.Level
  let logFormat: LogFormat

  /// - Parameter sockets: Those that a service manager has opened: the one named `http` is the HTTP port,
  ///   and all others are for lines.
  /// - Throws: `ServeFaults`, with everything that is wrong.
  init(_ options: Serve, sockets: [InheritedSocket]) throws(ServeFaults) {
    var layers = SettingLayers(file: try Self.file(options.config), variable: environment)
    isDemo = layers.isOn(.demo, options.demo)
    var listen: [ListenAddress] = layers.values(.listen, options.listen)
    if listen.isEmpty { listen = [Self.standardAddress] }
    let web = Self.web(layers.value(.http, options.http), isDemo: isDemo, listen: listen)
    access = layers.value(.access, options.access)
    let files: [String] = layers.values(.tls, options.tls)
    // Outside the command line both are one value.
    tls = options.tls.isEmpty ? files.flatMap { $0.split(separator: " ").map(String.init) } : files
    isInsecure = layers.isOn(.insecure, options.insecure)
    connections = layers.value(.connections, options.connections) ?? Limits.connections
    ready = options.ready.map { ReadyFile(path: $0) }
    exitsWithParent = options.exitWithParent
    page = layers.value(.page, options.page)
    origins = layers.values(.origin, options.origin)
    proxies = layers.values(.proxy, options.proxy)
    hasRemoteMetrics = layers.isOn(.remoteMetrics, options.remoteMetrics)
    let link: ListenAddress? = layers.value(.link, options.link)
    self.link = link
    advertised = layers.value(.advertise, options.advertise)
    drain =
      layers.value(.drain, options.drain)?.duration
      ?? (sockets.isEmpty && link == nil ? nil : .zero)
    cadence = layers.value(.window, options.window)?.cadence ?? .automatic
    data = Self.data(options, &layers)
    boardFiles = layers.values(.board, options.boardFiles)
    logLevel = layers.value(.logLevel, options.logLevel)?.level ?? .info
    logFormat = layers.value(.logFormat, options.logFormat) ?? .text
    let isHTTP = { (socket: InheritedSocket) in socket.name == "http" }
    lines = ListenPlace.lines(listen, sockets.filter { !isHTTP($0) })
    self.web = ListenPlace.web(web, sockets.first(where: isHTTP))
    let faults = layers.faults + ownFaults(sockets)
    guard faults.isEmpty else { throw ServeFaults(faults) }
  }

  /// Where it listens, for lines and for HTTP.
  var places: [ListenPlace] { lines + [web].compactMap(\.self) }

  /// The board files, and those of folders.
  var allBoardFiles: [String] {
    boardFiles.flatMap { path in
      guard let names = names(inFolder: path) else { return [path] }
      return names.filter { $0.hasSuffix(".board") }.map { "\(path)/\($0)" }
    }
  }

  /// The certificate of the server, if connections are encrypted.
  ///
  /// - Throws: `BoardServerFault`, and `Complaint` if others can read the private key.
  func identity() throws -> ServerIdentity? { try certificate()?.identity() }

  /// The files of the certificate, if connections are encrypted.
  ///
  /// - Throws: `Complaint` if others can read the private key.
  func certificate() throws(Complaint) -> BoardServer.Certificate? {
    guard !tls.isEmpty else { return nil }
    try OwnFile(path: tls[1], name: "private key").checkReaders()
    return BoardServer.Certificate(path: tls[0], keyPath: tls[1])
  }

  /// What is wrong with settings that can be read.
  private func ownFaults(_ sockets: [InheritedSocket]) -> [String] {
    var faults: [String] = []
    if connections <= 0 { faults.append("--connections takes \(ServeKey.connections.form).") }
    if !tls.isEmpty, tls.count != 2 { faults.append("--tls takes \(ServeKey.tls.form).") }
    faults += Self.faults(of: sockets)
    if page != nil, web == nil {
      faults.append("--page is for browsers: say where they come with --http.")
    }
    for case .unix(let path) in lines.map(\.address) where (try? UnixPath(path)) == nil {
      faults.append(
        "unix:\(path) is no path of a Unix socket, which has at most \(UnixPath.maximumBytes) bytes."
      )
    }
    faults += nodeFaults
    guard access == nil, !isInsecure else { return faults }
    return faults
      + places.map(\.address).filter { !$0.isLocal }.map {
        "\($0) can be reached from other machines and there is no authentication; "
          + "name an access file with --access, or say --insecure if that is what you want."
      }
  }

  /// What is wrong with the settings of a node.
  private var nodeFaults: [String] {
    guard let link else {
      return advertised == nil
        ? [] : ["--advertise is for a node: say where it listens with --link."]
    }
    var faults: [String] = []
    if case .space = data {
    } else {
      faults.append("--link is for the nodes of a space: name its database with --store.")
    }
    if !link.isNumeric(orUnspecified: advertised != nil) {
      faults.append("--link is a numeric address that the other nodes reach, and not \(link).")
    }
    if let advertised, !advertised.isNumeric() {
      faults.append(
        "--advertise is a numeric address that the other nodes reach, and not \(advertised).")
    }
    if lines.contains(where: { $0.address.port == nil }) {
      faults.append("a node listens at addresses, and not at Unix sockets.")
    }
    return faults
  }

  /// What is wrong with the sockets of a service manager.
  private static func faults(of sockets: [InheritedSocket]) -> [String] {
    var faults: [String] = []
    for socket in sockets where socket.endpoint == nil {
      faults.append(
        "the inherited socket \(printable(socket.name)) is no listening TCP socket, nor a Unix socket with a path"
      )
    }
    let web = sockets.filter { $0.name == "http" }
    if web.count > 1 { faults.append("more than one inherited socket is named http") }
    if web.first?.endpoint?.kind == .unix {
      faults.append("the HTTP port cannot be a Unix socket")
    }
    return faults
  }

  /// Where boards are kept.
  private static func data(_ options: Serve, _ layers: inout SettingLayers) -> DataPlace {
    let named = PlaceNames(data: options.data, store: options.store, space: options.space)
    let set = PlaceNames(
      data: layers.value(.data, options.data), store: layers.value(.store, options.store),
      space: layers.value(.space, options.space))
    return named.place(orOf: set) { layers.add($0) }
  }

  private static let standardAddress = ListenAddress.internet(host: "127.0.0.1", port: 7667)

  private static func file(_ path: String?) throws(ServeFaults) -> ConfigurationFile? {
    guard let path else { return nil }
    do throws(Complaint) { return try ConfigurationFile(path: path) } catch {
      throw ServeFaults([error.description])
    }
  }

  private static func web(
    _ place: WebPlace?, isDemo: Bool, listen: [ListenAddress]
  ) -> ListenAddress? {
    switch place {
    case .none?: return nil
    case .address(let address): return address
    case nil:
      guard isDemo else { return nil }
      // Who lets the system choose one port has no use for a fixed one.
      return .internet(host: "127.0.0.1", port: listen.contains { $0.port == 0 } ? 0 : 7668)
    }
  }
}

/// What is wrong with the settings of a server, or with what they name.
struct ServeFaults: Error {
  let sentences: [String]

  init(_ sentences: [String]) { self.sentences = sentences }
}
