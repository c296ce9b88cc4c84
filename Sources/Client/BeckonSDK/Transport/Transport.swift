/// One HTTP request.
public struct TransportRequest: Sendable, Hashable {
  /// Method.
  public var method: String
  /// The whole URL.
  public var url: String
  /// Header fields.
  public var headers: [String: String]
  /// Body; empty for none.
  public var body: [UInt8]
  /// How long the whole exchange may take.
  public var timeoutMilliseconds: Int64

  /// Makes a request.
  public init(
    method: String, url: String, headers: [String: String] = [:], body: [UInt8] = [],
    timeoutMilliseconds: Int64 = 30_000
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeoutMilliseconds = timeoutMilliseconds
  }
}

/// One HTTP answer.
public struct TransportResponse: Sendable, Hashable {
  /// Largest body that is read, in bytes.
  public static let bodyBytesMax = 4 * 1_024 * 1_024

  /// Status.
  public let status: Int
  /// Header fields, names in lower case.
  public let headers: [String: String]
  /// Body.
  public let body: [UInt8]

  /// Makes an answer.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    let pairs = headers.map { ($0.key.lowercased(), $0.value) }
    self.headers = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    self.body = body
  }
}

/// Why there was no answer.
public enum TransportError: Error, Sendable, Hashable {
  /// Nothing reached the server: no network, no such host, nobody listens.
  case notSent(String)
  /// The request may have reached the server.
  case noAnswer(String)
}

/// How requests get to the server. A value, so that a test can answer them itself.
public struct Transport: Sendable {
  /// Sends a request and gives the answer, of whatever status.
  /// - Throws: `TransportError`; any other error counts as `.noAnswer`.
  public let send: @Sendable (TransportRequest) async throws -> TransportResponse

  /// Makes a transport of a function.
  public init(send: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) {
    self.send = send
  }
}
