import BeckonHTTP
import BeckonModel

/// A gateway's call to us, with all that it may be signed by.
struct GatewayCallback: Sendable {
  private let request: HTTPRequest
  private let publicURL: String

  /// - Parameter publicURL: the URL under which people reach this server.
  init(_ request: HTTPRequest, publicURL: String) {
    (self.request, self.publicURL) = (request, publicURL)
  }

  var headers: HTTPHeaders { request.headers }
  /// All of the body.
  var body: [UInt8] { request.body }

  /// The URLs by one of which it was called: behind a proxy the server sees neither scheme nor
  /// port, and gateways disagree about writing a port that goes without saying. Only of those that
  /// sign is it asked.
  var urls: [String] {
    let host = request.headers["Host"]
    let bases = [publicURL] + (host.map { ["https://" + $0, "http://" + $0] } ?? [])
    let paths = Self.queries(request).map { request.path + $0 }
    return bases.flatMap(Self.portsOf).flatMap { base in paths.map { base + $0 } }
  }

  /// The query as it may have been written.
  private static func queries(_ request: HTTPRequest) -> [String] {
    guard !request.query.isEmpty else { return [""] }
    // A space is written in one of two ways.
    return ["%20", "+"].map { space in
      let pairs = request.query.map { pair in
        [pair.name, pair.value].map { text in
          text.split(on: " ", keepsEmpty: true).map(PercentEncoding.encode).joined(separator: space)
        }.joined(separator: "=")
      }
      return "?" + pairs.joined(separator: "&")
    }
  }

  /// A URL without a path as it is, and with its port or without.
  private static func portsOf(_ base: String) -> [String] {
    guard let (scheme, host) = base.parts(around: "://") else { return [base] }
    let pieces = host.split(on: ":", keepsEmpty: true)
    let digits = pieces.last.map { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) } ?? false
    if pieces.count > 1, digits {
      return [base, scheme + "://" + pieces.dropLast().joined(separator: ":")]
    }
    return [base, base + (scheme == "https" ? ":443" : ":80")]
  }
}
