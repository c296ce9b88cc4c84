import BeckonModel

/// A gateway that takes text messages, as an operator names it: `log:`, or Kannel's `sendsms`,
/// `kannel+https://USER:PASSWORD@HOST:PORT/PATH`.
public enum SMSGatewayAddress: Hashable, Sendable {
  /// Writes messages to the server's log and sends nothing: for development.
  case log
  /// Kannel, the gateway of phone networks.
  case kannel(KannelAddress)

  /// Why a text names no gateway; what to write in its place.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, which holds no password.
    public let description: String
  }

  /// Reads one.
  /// - Throws: `Refusal`.
  public init(_ text: String) throws(Refusal) {
    guard text.utf8.count <= Limits.gatewayBytes else {
      throw Refusal(description: "is too long")
    }
    if text == "log:" {
      self = .log
      return
    }
    self = .kannel(try KannelAddress(text))
  }

  /// Reads several, with commas between them, in the order in which they are tried.
  /// - Throws: `Refusal`.
  public static func list(_ text: String) throws(Refusal) -> [SMSGatewayAddress] {
    var gateways: [SMSGatewayAddress] = []
    for part in text.split(on: ",") { gateways.append(try SMSGatewayAddress(part)) }
    guard (1...Limits.gateways).contains(gateways.count) else {
      throw Refusal(description: "must name 1 to \(Limits.gateways) gateways")
    }
    return gateways
  }
}

/// Where a Kannel takes messages, and who we are to it.
public struct KannelAddress: Hashable, Sendable {
  /// Host, and port if one is named.
  public let name: String
  /// The `http` or `https` URL of its `sendsms`.
  public let url: String
  /// Who we are to it (`username` of a group `sendsms-user`).
  public let user: String
  /// The user's password.
  public let password: String

  /// Reads `kannel+https://`, or `kannel+http://` for one on this machine; `cgi-bin/sendsms` is the
  /// path unless another is named. User and password may be percent-encoded.
  /// - Throws: `SMSGatewayAddress.Refusal`.
  public init(_ text: String) throws(SMSGatewayAddress.Refusal) {
    guard let (scheme, rest) = text.parts(around: "://"),
      let isOpen = ["kannel+http": true, "kannel+https": false][TextKey(scheme.lowercased())]
    else {
      throw .init(description: "must be log:, or begin with kannel+https:// or kannel+http://")
    }
    let place = rest.split(on: "/", maxSplits: 1, keepsEmpty: true)
    let authority = place[0].split(on: "@", keepsEmpty: true)
    guard authority.count == 2, let (host, port) = MailGateway.hostAndPort(authority[1]) else {
      throw .init(
        description: "must name USER:PASSWORD@HOST:PORT; an @ in user or password is written %40")
    }
    guard !isOpen || MailGateway.isThisMachine(host) else {
      throw .init(
        description: "sends a password openly to another machine: use kannel+https://")
    }
    let credentials = authority[0].split(on: ":", maxSplits: 1, keepsEmpty: true)
      .map { PercentEncoding.decode($0.utf8) }
    let path = place.count == 2 && !place[1].isEmpty ? place[1] : "cgi-bin/sendsms"
    guard credentials.count == 2,
      (credentials + [path]).allSatisfy({
        !$0.isEmpty && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      }), !path.has("?"), !path.has("#")
    else { throw .init(description: "must have a user, a password and a path, in ASCII") }
    let shownHost = host.has(":") ? "[\(host)]" : host
    name = shownHost + (port.map { ":\($0)" } ?? "")
    url = (isOpen ? "http://" : "https://") + name + "/" + path
    (user, password) = (credentials[0], credentials[1])
  }
}
