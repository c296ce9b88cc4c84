import BeckonModel

/// A call that changes something and that must arrive, if need be days later. It waits in the queue
/// between the events, in order.
package struct DurableRequest: Sendable, Hashable {
  /// Most bytes of a vendor's body as JSON; a record of the queue holds it with room to spare.
  package static let vendorBodyBytesMax = 256 * 1_024

  /// Whose protocol the call speaks.
  package enum Dialect: String, Sendable {
    /// Beckon's own: key and token go in header fields, errors are problems.
    case native
    /// A vendor's: the key is in the body; answers have the vendor's form.
    case vendor
  }

  /// `Idempotency-Key`, made before the first try and the same in each.
  package let key: String
  /// HTTP method.
  package let method: String
  /// Path below the server's URL, percent-encoded.
  package let path: String
  /// Body.
  package let body: JSON
  /// Whose protocol.
  package let dialect: Dialect

  /// Makes a call.
  package init(
    key: String, method: String, path: String, body: JSON, dialect: Dialect = .native
  ) {
    self.key = key
    self.method = method
    self.path = path
    self.body = body
    self.dialect = dialect
  }

  init?(json: JSON) {
    guard let key = json["key"]?.string, let method = json["method"]?.string,
      let path = json["path"]?.string, let body = json["body"],
      let dialect = Dialect(rawValue: json["dialect"]?.string ?? Dialect.native.rawValue)
    else { return nil }
    self.init(key: key, method: method, path: path, body: body, dialect: dialect)
  }

  var json: JSON {
    .object([
      "key": .string(key), "method": .string(method), "path": .string(path), "body": body,
      "dialect": dialect == .native ? nil : .string(dialect.rawValue),
    ])
  }
}

/// What became of a durable request so far.
package enum DurableOutcome: Sendable, Hashable {
  /// The server took it; its answer.
  case delivered(JSON)
  /// The server refused it for good, in a vendor's own words. It is out of the queue. A refusal of
  /// a native request is thrown.
  case refused(TransportResponse)
  /// It waits in the queue and is sent when the server can be reached.
  case queued
}
