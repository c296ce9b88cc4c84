import BeckonModel

/// A call that changes something and that must arrive, if need be days later. It waits in the queue
/// between the events, in order.
package struct DurableRequest: Sendable, Hashable {
  /// Most bytes of a vendor's headers and body; a record of the queue holds them with room to
  /// spare.
  package static let vendorBytesMax = 256 * 1_024

  /// Whose protocol the call speaks.
  package enum Dialect: String, Sendable {
    /// Beckon's own: key and token go in header fields, errors are problems.
    case native
    /// A vendor's: the vendor's face says how the call shows whose it is; answers have the vendor's
    /// form.
    case vendor
  }

  /// `Idempotency-Key`, made before the first try and the same in each.
  package let key: String
  /// HTTP method.
  package let method: String
  /// Path below the server's URL, percent-encoded.
  package let path: String
  /// Header fields of its own, the same in each try.
  package let headers: [String: String]
  /// Body; `nil` for a call without one.
  package let body: JSON?
  /// Whose protocol.
  package let dialect: Dialect

  /// Makes a call.
  package init(
    key: String, method: String, path: String, headers: [String: String] = [:],
    body: JSON? = nil, dialect: Dialect = .native
  ) {
    self.key = key
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
    self.dialect = dialect
  }

  /// Method and path.
  var call: String { "\(method) \(path)" }

  init?(json: JSON) {
    guard let key = json["key"]?.string, let method = json["method"]?.string,
      let path = json["path"]?.string,
      let dialect = Dialect(rawValue: json["dialect"]?.string ?? Dialect.native.rawValue)
    else { return nil }
    let headers = (json["headers"]?.members ?? []).compactMap { member in
      member.value.string.map { (member.name, $0) }
    }
    self.init(
      key: key, method: method, path: path,
      headers: Dictionary(headers) { $1 }, body: json["body"], dialect: dialect)
  }

  var json: JSON {
    let fields = headers.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) }
    return .object([
      "key": .string(key), "method": .string(method), "path": .string(path),
      "headers": fields.isEmpty ? nil : .object(fields), "body": body,
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
