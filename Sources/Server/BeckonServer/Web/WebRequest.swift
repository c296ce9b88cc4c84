import BeckonEngine
import BeckonModel

/// A request to another server.
package struct WebRequest: Sendable {
  /// An `https` or `http` URL.
  let url: String
  /// Header fields. Control characters in a value are left out.
  var headers: [(name: String, value: String)] = []
  /// What is sent by `POST`; without it the request is a `GET`.
  var body: [UInt8]?
  /// Where the URL's host is; without it the host is looked up.
  var place: Place?
  /// Time for the whole exchange.
  let milliseconds: Int64
  /// No more than so many bytes of the answer's body are read.
  let answerBytesMax: Int

  /// The addresses of a host, of which the first that can be reached is taken.
  struct Place: Sendable {
    /// A name, in lower case.
    let host: String
    let port: Int
    let addresses: [NetworkAddress]
  }
}

extension WebRequest {
  /// A request to a server of this machine, which has a minute to answer.
  /// - Parameter body: JSON that is sent by `POST`; without it the request is a `GET`.
  package init(toOwn url: String, headers: [(name: String, value: String)], json body: JSON?) {
    let kind = body == nil ? [] : [(name: "Content-Type", value: "application/json")]
    self.init(
      url: url, headers: headers + kind, body: body?.bytes,
      milliseconds: Span.minuteMilliseconds, answerBytesMax: 16 << 20)
  }
}

/// What came of a request.
package enum WebOutcome: Sendable {
  /// An answer, with the beginning of its body. Names of headers are in lower case; of several with
  /// one name the last counts.
  case answer(status: Int, headers: [TextKey: String], body: [UInt8])
  /// None, and why, as a stable word. Unless something of the request was sent, the other server
  /// has done nothing, for sure.
  case failure(String, wasSent: Bool = false)
}
