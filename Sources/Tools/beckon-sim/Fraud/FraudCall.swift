import BeckonContract
import BeckonModel

/// Who acts in a shop.
enum FraudActor: Hashable {
  case honest(Int)
  case thief(Int)
  /// The app's own server, which tells the truth with a secret key.
  case appServer
  /// Who decides about rewards in review.
  case `operator`

  var name: String {
    switch self {
    case .honest(let number): "person \(number)"
    case .thief(let number): "thief \(number)"
    case .appServer: "app server"
    case .operator: "operator"
    }
  }

  var isThief: Bool { if case .thief = self { true } else { false } }
}

/// A call as it leaves somebody's network.
struct FraudCall {
  /// What it shows in `Authorization`.
  enum Key {
    case secret, publishable, none
    case text(String)
  }

  var method = "POST"
  var path: String
  /// What `Host` says.
  var host = "127.0.0.1"
  var key = Key.publishable
  /// Token of a person or install.
  var token: String?
  var body: JSON?
  /// Where it comes from, as the proxy in front of the server saw it.
  var address = FraudNetwork.appServer
  /// What the sender wrote into `X-Forwarded-For`, to which the proxy only adds.
  var claimedAddress: String?
  var headers: [(name: String, value: String)] = []

  /// Makes it ask for a whole URL.
  mutating func visit(_ url: String) {
    var request = SimulatedRequest(path: path, host: host)
    request.visit(url)
    (host, path) = (request.host, request.path)
  }

  /// The request that a shop's server gets.
  func request(to shop: FraudShop) -> SimulatedRequest {
    var headers = headers
    let forwarded = [claimedAddress, address].compactMap { $0 }.joined(separator: ", ")
    headers.append(("X-Forwarded-For", forwarded))
    if let token { headers.append((HeaderName.token, token)) }
    let shown: String? =
      switch key {
      case .secret: shop.secret
      case .publishable: shop.publishable
      case .none: nil
      case .text(let text): text
      }
    return SimulatedRequest(
      method: method, path: path, host: host, key: shown, headers: headers,
      body: body?.bytes ?? [])
  }
}

/// Addresses. Nobody is at home where others are; offices and carriers have one for all.
enum FraudNetwork {
  static let appServer = "81.4.0.1"

  static func home(_ person: Int) -> String { "85.1.\(person / 250).\(person % 250 + 1)" }
  static func office(_ number: Int) -> String { "85.2.0.\(number % 3 + 1)" }
  static func carrier(_ number: Int) -> String { "85.3.0.\(number % 2 + 1)" }
  /// A thief's own.
  static func den(_ thief: Int) -> String { "85.4.\(thief / 250).\(thief % 250 + 1)" }
}
