/// What a server is doing at a moment.
public struct HTTPServerStatistics: Equatable, Sendable {
  /// Open connections, idle ones too.
  public let connections: Int
  /// Requests that a handler has and that are not answered.
  public let requestsInFlight: Int

  /// Makes statistics of these numbers.
  public init(connections: Int, requestsInFlight: Int) {
    self.connections = connections
    self.requestsInFlight = requestsInFlight
  }
}
