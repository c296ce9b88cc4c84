import BeckonContract
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests to a store's servers.
struct StoreWeb: Sendable {
  /// An answer's status and body; a status of `nil` when there was none.
  typealias Answer = (status: Int?, body: [UInt8])

  /// What is sent by `POST`.
  enum Body: Sendable {
    case form([String: String])
    case text(String)
  }

  /// Sends a request: URL, bearer token, and a body, without which it is a `GET`.
  let send: @Sendable (_ url: String, _ token: String?, _ body: Body?) async -> Answer

  /// Largest answer that is read.
  private static let bodyBytesMax = 1_048_576

  /// The system's HTTP client.
  static let system = StoreWeb { address, token, body in
    guard let url = URL(string: address) else { return (nil, []) }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.timeoutInterval = 10
    if let token { request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization") }
    if let body {
      request.httpMethod = "POST"
      request.setValue(body.contentType, forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(body.text.utf8)
    }
    guard let (data, response) = try? await URLSession.shared.data(for: request),
      data.count <= bodyBytesMax
    else { return (nil, []) }
    return ((response as? HTTPURLResponse)?.statusCode, Array(data))
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
        .map { Route.percentEncoded($0.key) + "=" + Route.percentEncoded($0.value) }
        .joined(separator: "&")
    case .text(let text): text
    }
  }
}
