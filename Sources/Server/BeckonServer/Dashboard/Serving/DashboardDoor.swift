import BeckonBasics
import BeckonEngine
import BeckonHTTP
import BeckonModel

/// How a browser shows who is signed in, and that a form is the dashboard's own: pure, of what a
/// request says and where the server is reached.
struct DashboardDoor: Sendable {
  /// The URL under which people reach the server: `https://go.example.com`.
  let publicURL: String

  /// Whether browsers reach it by https.
  var isSecure: Bool { publicURL.hasPrefix("https://") }

  /// Whether it is reached on the machine that it runs on, where browsers keep what they are told
  /// without https too.
  var isLoopback: Bool {
    guard let host = URLText(publicURL)?.hostAndPort?.host else { return false }
    let isIPv4 = host.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    return host == "localhost" || host == "[::1]" || (isIPv4 && host.hasPrefix("127."))
  }

  /// Whether a browser would keep the cookie.
  var keepsCookies: Bool { isSecure || isLoopback }

  /// The cookie's name. Its prefix makes browsers refuse one that another host of the domain has
  /// set.
  private var name: String { isSecure ? "__Host-beckon_session" : "beckon_session" }

  /// The session's token, if the browser has one.
  func token(_ headers: HTTPHeaders) -> String? {
    let start = name + "="
    let pairs = headers.values("Cookie").flatMap { $0.split(on: ";") }
    let found = pairs.lazy.map { $0.split(on: " ").joined() }.first { $0.hasPrefix(start) }
    let token = found.map { String(Substring($0.utf8.dropFirst(start.utf8.count))) }
    return token.flatMap { (1...Limits.signalBytes).contains($0.utf8.count) ? $0 : nil }
  }

  /// What sets the cookie, for as long as a session lasts at most; without a token it ends it.
  func cookie(_ token: String?) -> (name: String, value: String) {
    let seconds = token == nil ? 0 : OperatorSession.absoluteMilliseconds / 1_000
    let secure = isSecure || !isLoopback ? "; Secure" : ""
    return (
      "Set-Cookie",
      "\(name)=\(token ?? ""); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax" + secure
    )
  }

  /// What each form of a session must bring along: nobody knows it who does not know the cookie.
  static func formToken(of session: String) -> String {
    Identifier(hashing: "operator form", session).text
  }

  /// Whether a form was sent by a page of this server: as the browser says, or by its `Origin`
  /// where it is too old to say, or reaches the server by http.
  func isOwn(_ headers: HTTPHeaders) -> Bool {
    if let site = headers["Sec-Fetch-Site"] { return site == "same-origin" }
    guard let origin = headers["Origin"], let host = headers["Host"] else { return false }
    let known = URLText(publicURL)?.origin
    return origin == known || (!isSecure && origin == "http://" + host)
  }
}

extension URLText {
  /// Scheme, host and port: `https://go.example.com`.
  fileprivate var origin: String? {
    hostAndPort.map { host, port in
      schemeText + "://" + host + (port.map { ":" + $0 } ?? "")
    }
  }
}
