import BeckonContract
import BeckonContractLinkrunner
import BeckonHTTP
import BeckonModel
import BeckonStore

extension Dialect {
  /// Linkrunner's clients: the key is `token` in the body, every answer is an envelope
  /// (docs/PROTOCOLS/linkrunner.md, Envelopes).
  static let linkrunnerClient = Dialect(
    vendor: .linkrunner, readsBody: true,
    read: { request, _ in
      if request.method == .get {
        let token = request.query.first { $0.name == "token" }?.value
        guard let token else { throw Problem.linkrunnerTokenMissing("as '?token='") }
        return Credentials(key: token)
      }
      return try Credentials(linkrunner: request.json())
    },
    verify: { request, _, owner, now in
      try LinkrunnerSigning.verify(request, owner.app.settings.requestSigning, now)
    },
    refusal: { problem, _ in
      let remedy = problem.detail == Problem.unknownKey.detail ? " " + Problem.linkrunnerToken : ""
      return .linkrunner(problem.detail + remedy, status: problem.linkrunnerStatus)
    },
    install: LinkrunnerRequest.installID)
}

extension Problem {
  /// What may stand where clients have their project token.
  fileprivate static let linkrunnerToken =
    "The token is the app's publishable key, pk_…, or the project token once 'beckon app alias "
    + "--as publishable' has registered it."

  fileprivate static func linkrunnerTokenMissing(_ place: String) -> Problem {
    Problem(.unauthorized, "Send the project token \(place). " + linkrunnerToken)
  }
}

extension Dialect.Credentials {
  /// What a body shows.
  /// - Throws: `Problem` when there is no key in it.
  init(linkrunner body: JSON, opener: Int64? = nil) throws {
    guard let token = body["token"]?.string, !token.isEmpty else {
      throw Problem.linkrunnerTokenMissing("as 'token' in the body")
    }
    self.init(key: token, body: body, opener: opener)
  }
}
