/// One HTTP request.
package struct TransportRequest: Sendable, Hashable {
  /// Method.
  package var method: String
  /// The whole URL.
  package var url: String
  /// Header fields.
  package var headers: [String: String]
  /// Body; empty for none.
  package var body: [UInt8]
  /// How long the whole exchange may take.
  package var timeoutMilliseconds: Int64

  /// Makes a request.
  package init(
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
package struct TransportResponse: Sendable, Hashable {
  /// Largest body that is read, in bytes.
  package static let bodyBytesMax = 4 * 1_024 * 1_024

  /// Status.
  package let status: Int
  /// Header fields, names in lower case.
  package let headers: [String: String]
  /// Body.
  package let body: [UInt8]

  /// Makes an answer.
  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    let pairs = headers.map { ($0.key.lowercased(), $0.value) }
    self.headers = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    self.body = body
  }
}

/// Why there was no answer.
package enum TransportError: Error, Sendable, Hashable {
  /// Nothing reached the server: no network, no such host, nobody listens.
  case notSent(String)
  /// The request may have reached the server.
  case noAnswer(String)
}

/// How requests get to the server. A value, so that a test can answer them itself.
package struct Transport: Sendable {
  /// Sends a request and gives the answer, of whatever status.
  /// - Throws: `TransportError`; any other error counts as `.noAnswer`.
  package let send: @Sendable (TransportRequest) async throws -> TransportResponse

  /// Makes a transport of a function.
  package init(send: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) {
    self.send = send
  }
}
