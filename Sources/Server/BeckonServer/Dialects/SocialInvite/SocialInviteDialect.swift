import BeckonContract
import BeckonContractSocialInvite
import BeckonHTTP
import BeckonModel
import BeckonStore

extension Dialect {
  /// The social invites' clients: the key is in `Authorization`, errors have the protocol's own
  /// object (docs/PROTOCOLS/socialinvite.md, Credentials).
  static let socialInvite = Dialect(
    vendor: .socialInvite, read: { request, _ in try Credentials(socialInvite: request) },
    verify: { _, _, _, _ in },
    refusal: { problem, requestID in
      let failure = SocialInviteFailure(problem, requestID: requestID)
      return .json(failure.json, status: failure.status(of: problem))
    })
}

extension Dialect.Credentials {
  /// What a request shows: an app's key, or the name and key of who runs it.
  /// - Throws: `Problem` when it shows nothing that this protocol knows.
  init(socialInvite request: HTTPRequest) throws {
    let header = request.headers[HeaderName.authorization]
    guard let credential = SocialInvite.Credential(header: header) else {
      throw Problem(SocialInviteFailure.invalidLogin)
    }
    switch credential {
    case .app(let key): self.init(key: key)
    case .basic(_, let key): self.init(key: key)
    case .session(let cookie): self.init(key: cookie)
    }
  }
}

extension SocialInvite {
  /// How a request shows whose it is.
  enum Credential: Hashable, Sendable {
    /// `App KEY`, as all apps.
    case app(key: String)
    /// `Basic …`, as servers. The password is the app's secret key; the name may be any.
    case basic(username: String, key: String)
    /// `IBSSO …`, the cookie of a log-in.
    case session(cookie: String)

    /// Reads `Authorization`; `nil` when it is missing or of another kind. The kind's letters may
    /// be large or small.
    init?(header: String?) {
      guard let header else { return nil }
      let parts = header.split(on: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].utf8.count <= 5, Self.isKey(parts[1]) else { return nil }
      switch parts[0].lowercased() {
      case "app": self = .app(key: parts[1])
      case "ibsso": self = .session(cookie: parts[1])
      case "basic":
        guard let pair = Self.pair(parts[1]) else { return nil }
        self = .basic(username: pair.username, key: pair.key)
      default: return nil
      }
    }

    private static func isKey(_ text: String) -> Bool {
      (1...Limits.identityBytes * 2).contains(text.utf8.count)
        && text.utf8.allSatisfy { (33...126).contains($0) }
    }

    private static func pair(_ text: String) -> (username: String, key: String)? {
      guard let bytes = Base64.standard.decode(text),
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
      else { return nil }
      let key = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
      guard isKey(key) else { return nil }
      return (String(decoding: bytes[..<colon], as: UTF8.self), key)
    }
  }
}
