/// Reads the requests of one connection until it is upgraded (RFC 9112). Their bodies are not read.
///
/// - Invariant: It holds at most `HTTPLimits.headBytes` of a head that is not complete.
final class RequestReader {
  enum Event {
    case request(HTTPRequest)
    /// The bytes are no request that can be answered otherwise. Nothing more is read.
    case refused(HTTPStatus)
  }

  private let limits: HTTPLimits
  /// The bytes from the beginning of a head on.
  private var unread: [UInt8] = []
  /// How many of them are whole lines that have been read, and how many have no line feed behind those.
  private var readBytes = 0
  private var searchedBytes = 0
  private var head = RequestHead()
  private var isDone = false

  init(_ limits: HTTPLimits) { self.limits = limits }

  /// Takes the next bytes and reports the requests that they complete.
  func receive(_ bytes: UnsafeRawBufferPointer, _ body: (Event) -> Void) {
    guard !isDone else { return }
    unread += bytes
    var count = 0
    do throws(HTTPStatus) {
      while !isDone, let request = try next() {
        count += 1
        guard count <= limits.pipelined else { throw .badRequest }
        if request.hasBody || !request.keepsAlive { isDone = true }
        body(.request(request))
      }
    } catch {
      isDone = true
      body(.refused(error))
    }
  }

  /// The next request; nil if its head is not complete.
  private func next() throws(HTTPStatus) -> HTTPRequest? {
    while let line = try nextLine() {
      if let request = try head.add(line, limits) {
        unread.removeFirst(readBytes)
        (readBytes, searchedBytes, head) = (0, 0, RequestHead())
        return request
      }
    }
    return nil
  }

  /// The next line without its end; nil if it is not complete.
  private func nextLine() throws(HTTPStatus) -> ArraySlice<UInt8>? {
    guard let end = unread[searchedBytes...].firstIndex(of: 0x0A) else {
      searchedBytes = unread.count
      guard unread.count <= limits.headBytes else { throw .fieldsTooLarge }
      // What is no request, such as the beginning of encryption, gets an answer although it has no line.
      guard head.isBegun || unread[readBytes...].first.map(RequestHead.mayBegin) != false else {
        throw .badRequest
      }
      return nil
    }
    guard end < limits.headBytes else { throw .fieldsTooLarge }
    guard end > readBytes, unread[end - 1] == 0x0D else { throw .badRequest }
    defer { (readBytes, searchedBytes) = (end + 1, end + 1) }
    return unread[readBytes..<end - 1]
  }

  /// Ends the reading of requests, because the connection is upgraded.
  ///
  /// - Returns: The bytes behind the last request.
  func finish() -> [UInt8] {
    isDone = true
    return unread
  }
}
