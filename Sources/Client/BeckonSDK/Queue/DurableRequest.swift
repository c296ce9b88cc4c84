import BeckonModel

/// A call that changes something and that must arrive, if need be days later. It waits in the queue
/// between the events, in order.
@_spi(Compat) public struct DurableRequest: Sendable, Hashable {
  /// `Idempotency-Key`, made before the first try and the same in each.
  public let key: String
  /// HTTP method.
  public let method: String
  /// Path below the server's URL, percent-encoded.
  public let path: String
  /// Body.
  public let body: JSON

  /// Makes a call.
  public init(key: String, method: String, path: String, body: JSON) {
    self.key = key
    self.method = method
    self.path = path
    self.body = body
  }

  init?(json: JSON) {
    guard let key = json["key"]?.string, let method = json["method"]?.string,
      let path = json["path"]?.string, let body = json["body"]
    else { return nil }
    self.init(key: key, method: method, path: path, body: body)
  }

  var json: JSON {
    ["key": .string(key), "method": .string(method), "path": .string(path), "body": body]
  }
}

/// What became of a durable request so far.
@_spi(Compat) public enum DurableOutcome: Sendable, Hashable {
  /// The server took it; its answer.
  case delivered(JSON)
  /// It waits in the queue and is sent when the server can be reached.
  case queued
}
