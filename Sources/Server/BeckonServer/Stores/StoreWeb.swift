import BeckonContract
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests to a store's servers.
struct StoreWeb: Sendable {
  /// An answer's status and body; a status of `nil` when there was none.
  typealias Answer = (status: Int?, body: [UInt8])

  /// Sends a request: URL, bearer token, and the fields of a form, with which it is a `POST`.
  let send: @Sendable (_ url: String, _ token: String?, _ form: [String: String]?) async -> Answer

  /// Largest answer that is read.
  private static let bodyBytesMax = 1_048_576

  /// The system's HTTP client.
  static let system = StoreWeb { address, token, form in
    guard let url = URL(string: address) else { return (nil, []) }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.timeoutInterval = 10
    if let token { request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization") }
    if let form {
      request.httpMethod = "POST"
      request.setValue(
        "application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(Self.encoded(form).utf8)
    }
    guard let (data, response) = try? await URLSession.shared.data(for: request),
      data.count <= bodyBytesMax
    else { return (nil, []) }
    return ((response as? HTTPURLResponse)?.statusCode, Array(data))
  }

  private static func encoded(_ form: [String: String]) -> String {
    form.sorted { $0.key < $1.key }
      .map { Route.percentEncoded($0.key) + "=" + Route.percentEncoded($0.value) }
      .joined(separator: "&")
  }
}
