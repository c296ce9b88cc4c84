import BeckonModel

/// What the URLs of all gateways that are spoken to by HTTP have in common:
/// `KIND+https://CREDENTIALS@HOST:PORT/PATH`, or `KIND+http://` for one on this machine.
struct GatewayURL {
  /// The gateways that there are.
  enum Kind: String, CaseIterable {
    case kannel, infobip, twilio
  }

  let kind: Kind
  /// Host, and port if one is named.
  let name: String
  /// Scheme, host and port, without a slash behind them.
  let base: String
  /// What stands before the `@`, between colons, decoded. Never empty, and all in ASCII.
  let credentials: [String]
  /// What stands behind the host, without the slash; empty when nothing does.
  let path: String

  /// Reads one.
  /// - Throws: `SMSGatewayAddress.Refusal`.
  init(_ text: String) throws(SMSGatewayAddress.Refusal) {
    guard let (scheme, rest) = text.parts(around: "://"),
      let (word, protection) = scheme.lowercased().parts(around: "+"), let kind = Kind(word: word),
      let isOpen = ["http": true, "https": false][TextKey(protection)]
    else {
      let schemes = Kind.allCases.map { $0.rawValue + "+https://" }.joined(separator: ", ")
      throw .init(
        description: "must be log:, or begin with one of \(schemes), or with +http:// in place of "
          + "+https:// for one on the same machine")
    }
    let place = rest.split(on: "/", maxSplits: 1, keepsEmpty: true)
    let authority = place[0].split(on: "@", keepsEmpty: true)
    guard authority.count == 2, let (host, port) = MailGateway.hostAndPort(authority[1]) else {
      throw .init(
        description: "must name \(kind.credentials)@HOST:PORT; an @ in them is written %40")
    }
    guard !isOpen || MailGateway.isThisMachine(host) else {
      throw .init(
        description: "sends a password openly to another machine: use \(kind.rawValue)+https://")
    }
    credentials = authority[0].split(on: ":", maxSplits: 1, keepsEmpty: true)
      .map { PercentEncoding.decode($0.utf8) }
    path = place.count == 2 ? place[1] : ""
    guard credentials.allSatisfy({ !$0.isEmpty && Self.isPlain($0) }),
      Self.isPlain(path), !path.has("?"), !path.has("#")
    else {
      throw .init(
        description: "must have \(kind.credentials) and a path, in ASCII and without ? or #")
    }
    let shownHost = host.has(":") ? "[\(host)]" : host
    self.kind = kind
    name = shownHost + (port.map { ":\($0)" } ?? "")
    base = (isOpen ? "http://" : "https://") + name
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// User and password.
  /// - Throws: `SMSGatewayAddress.Refusal` when there are not two of them.
  func pair() throws(SMSGatewayAddress.Refusal) -> (user: String, password: String) {
    guard credentials.count == 2 else {
      throw .init(description: "must name \(kind.credentials)@HOST:PORT")
    }
    return (credentials[0], credentials[1])
  }
}

extension GatewayURL.Kind {
  /// What says who we are, as it is told to an operator.
  fileprivate var credentials: String {
    switch self {
    case .kannel: "USER:PASSWORD"
    case .infobip: "KEY"
    case .twilio: "ACCOUNT:TOKEN"
    }
  }
}
