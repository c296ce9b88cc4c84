/// Where the server listens and what it puts up with. Sizes are in bytes, times in milliseconds; a
/// time is kept to within a tenth of the shortest of them, or half a second if that is less.
public struct HTTPServerConfiguration: Sendable {
  /// A numeric address or a name. `0.0.0.0` is all of IPv4, `::` all of IPv4 and IPv6.
  public var host: String
  /// 0...65535; 0 picks a free one.
  public var port: Int
  /// Threads that wait for sockets, from 1.
  public var eventThreads: Int
  /// Open connections; more wait in the system's queue. Each needs a file descriptor.
  public var connectionsMax: Int
  /// Open connections of one address; `nil` for no limit, as behind a proxy.
  public var connectionsPerAddressMax: Int?
  /// A request's body. Of a longer one, as much again and a mebibyte is read and thrown away, so
  /// that a client that sends before it reads sees its 413; after the answer, so much once more.
  /// Then it is cut.
  public var bodyBytesMax: Int
  /// All lines of header fields together.
  public var headerBytesMax: Int
  /// The target in the request line.
  public var urlBytesMax: Int
  /// From a complete request to the handler's answer.
  public var requestMilliseconds: Int
  /// From the connection's start, or the last answer's end, to the end of the next request line.
  public var idleMilliseconds: Int
  /// From the request line to the end of the body.
  public var receiveMilliseconds: Int
  /// From the answer's start to its end, for a client that reads slowly or not at all.
  public var sendMilliseconds: Int

  /// The defaults suit a public server with small bodies. Browsers send a link's host the cookies
  /// of the whole domain, so the header fields have room for them.
  public init(
    host: String = "127.0.0.1", port: Int = 8080, eventThreads: Int = 2,
    connectionsMax: Int = 10_000, connectionsPerAddressMax: Int? = nil,
    bodyBytesMax: Int = 1 << 20, headerBytesMax: Int = 32_768, urlBytesMax: Int = 8_192,
    requestMilliseconds: Int = 10_000, idleMilliseconds: Int = 60_000,
    receiveMilliseconds: Int = 30_000, sendMilliseconds: Int = 30_000
  ) {
    self.host = host
    self.port = port
    self.eventThreads = eventThreads
    self.connectionsMax = connectionsMax
    self.connectionsPerAddressMax = connectionsPerAddressMax
    self.bodyBytesMax = bodyBytesMax
    self.headerBytesMax = headerBytesMax
    self.urlBytesMax = urlBytesMax
    self.requestMilliseconds = requestMilliseconds
    self.idleMilliseconds = idleMilliseconds
    self.receiveMilliseconds = receiveMilliseconds
    self.sendMilliseconds = sendMilliseconds
  }
}
