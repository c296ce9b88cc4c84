import BeckonModel

/// A mail server that takes mails and brings them to their recipients, as an operator names it:
/// `smtp://USER:PASSWORD@HOST:PORT`.
public struct MailGateway: Hashable, Sendable {
  /// How the connection is kept from others' eyes.
  public enum Security: String, CaseIterable, Sendable {
    /// The connection begins openly and goes on with TLS, or not at all.
    case startTLS = "smtp"
    /// TLS from the first byte on.
    case tls = "smtps"
    /// None: for a server on the same machine.
    case none = "smtp+plain"

    /// The port when none is named (RFC 6409, RFC 8314).
    fileprivate var port: Int {
      switch self {
      case .startTLS: 587
      case .tls: 465
      case .none: 25
      }
    }
  }

  /// Why a text names no gateway; what to write in its place.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, which holds no password.
    public let description: String
  }

  /// How it is spoken to.
  public let security: Security
  /// Its host, a name or an address; IPv6 without brackets.
  public let host: String
  /// Its port.
  public let port: Int
  /// Who we are to it; `nil` when it does not ask.
  public let user: String?
  /// The user's password.
  public let password: String?
  /// The name with which we greet it; `nil` for that of this machine.
  public let helloName: String?

  /// What it is called in lists and logs: host and port.
  public var name: String { (host.has(":") ? "[\(host)]" : host) + ":\(port)" }

  /// Reads `smtp://`, `smtps://` or `smtp+plain://`, each `USER:PASSWORD@HOST:PORT/HELLO`, of which
  /// only the host must be there. User and password may be percent-encoded.
  /// - Throws: `Refusal`.
  public init(_ text: String) throws(Refusal) {
    guard text.utf8.count <= Limits.gatewayBytes, let (scheme, rest) = text.parts(around: "://"),
      let security = Security(word: scheme.lowercased())
    else { throw Refusal(description: "must begin with smtp://, smtps:// or smtp+plain://") }
    let place = rest.split(on: "/", maxSplits: 1, keepsEmpty: true)
    let authority = place[0].split(on: "@", keepsEmpty: true)
    guard authority.count <= 2, let target = authority.last,
      let (host, port) = Self.hostAndPort(target)
    else {
      throw Refusal(
        description: "must name HOST or HOST:PORT; an @ in user or password is written %40")
    }
    guard security != .none || Self.isThisMachine(host) else {
      throw Refusal(
        description: "sends passwords and mails openly to another machine: use smtp:// or smtps://")
    }
    let credentials = authority.count == 2 ? authority[0] : ""
    let words = credentials.split(on: ":", maxSplits: 1, keepsEmpty: true).map {
      PercentEncoding.decode($0.utf8)
    }
    let hello = place.count == 2 ? place[1] : ""
    guard hello.utf8.allSatisfy({ $0.isLetter || $0.isDigit || ".-".utf8.contains($0) }),
      words.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
    else { throw Refusal(description: "has a character that no name or password has") }
    self.security = security
    self.host = host
    self.port = port ?? security.port
    user = credentials.isEmpty ? nil : words[0]
    password = credentials.isEmpty ? nil : words.count == 2 ? words[1] : ""
    helloName = hello.isEmpty ? nil : hello
  }

  /// Reads several, with commas between them, in the order in which they are tried.
  /// - Throws: `Refusal`.
  public static func list(_ text: String) throws(Refusal) -> [MailGateway] {
    var gateways: [MailGateway] = []
    for part in text.split(on: ",") { gateways.append(try MailGateway(part)) }
    guard (1...Limits.gateways).contains(gateways.count) else {
      throw Refusal(description: "must name 1 to \(Limits.gateways) gateways")
    }
    return gateways
  }

  static func hostAndPort(_ text: String) -> (host: String, port: Int?)? {
    if text.hasPrefix("[") {
      guard let (host, rest) = String(Substring(text.utf8.dropFirst())).parts(around: "]"),
        NetworkAddress(host) != nil, rest.isEmpty || rest.hasPrefix(":")
      else { return nil }
      guard !rest.isEmpty else { return (host, nil) }
      return port(String(Substring(rest.utf8.dropFirst()))).map { (host, $0) }
    }
    let parts = text.split(on: ":", keepsEmpty: true)
    guard (1...2).contains(parts.count), let host = parts.first?.lowercased(),
      (1...253).contains(host.utf8.count),
      host.utf8.allSatisfy({ $0.isLetter || $0.isDigit || ".-_".utf8.contains($0) })
    else { return nil }
    guard parts.count == 2 else { return (host, nil) }
    return port(parts[1]).map { (host, $0) }
  }

  private static func port(_ text: String) -> Int? {
    guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit), let port = Int(text),
      (1...65_535).contains(port)
    else { return nil }
    return port
  }

  static func isThisMachine(_ host: String) -> Bool {
    host == "localhost" || host == "::1"
      || (host.hasPrefix("127.") && NetworkAddress(host)?.isIPv4 == true)
  }
}
