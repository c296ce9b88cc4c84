import BeckonContract
import BeckonModel

/// Requests to a store's servers.
struct StoreWeb: Sendable {
  /// An answer's status and body; a status of `nil` when there was none.
  typealias Answer = (status: Int?, body: [UInt8])

  /// What is sent by `POST`.
  enum Body: Sendable {
    case form([TextKey: String])
    case text(String)
  }

  /// Sends a request: URL, bearer token, and a body, without which it is a `GET`.
  let send: @Sendable (_ url: String, _ token: String?, _ body: Body?) async -> Answer

  /// Largest answer that is read.
  private static let bodyBytesMax = 1_048_576

  /// Time for the whole exchange.
  private static let milliseconds: Int64 = 10_000
  private static let client = WebClient()

  /// Over the network.
  static let system = StoreWeb { url, token, body in
    var headers: [(name: String, value: String)] = []
    if let token { headers.append(("Authorization", "Bearer " + token)) }
    if let body { headers.append(("Content-Type", body.contentType)) }
    let outcome = await client.send(
      WebRequest(
        url: url, headers: headers, body: body.map { Array($0.text.utf8) },
        milliseconds: milliseconds, answerBytesMax: bodyBytesMax + 1))
    guard case .answer(let status, _, let body) = outcome, body.count <= bodyBytesMax else {
      return (nil, [])
    }
    return (status, body)
  }
}

extension StoreWeb.Body {
  fileprivate var contentType: String {
    switch self {
    case .form: "application/x-www-form-urlencoded"
    case .text: "text/plain"
    }
  }

  fileprivate var text: String {
    switch self {
    case .form(let fields):
      fields.sorted { $0.key < $1.key }
        .map { Route.percentEncoded($0.key.text) + "=" + Route.percentEncoded($0.value) }
        .joined(separator: "&")
    case .text(let text): text
    }
  }
}
