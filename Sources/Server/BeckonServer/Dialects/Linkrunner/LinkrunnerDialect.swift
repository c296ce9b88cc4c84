import BeckonBasics
import BeckonContract
import BeckonHTTP
import BeckonModel

extension Dialect {
  /// Linkrunner's clients: the key is `token` in the body, every answer is an envelope (wire.md,
  /// 5.1).
  static let linkrunner = Dialect(
    vendor: .linkrunner,
    read: { request in
      if request.method == .get {
        let token = request.query.first { $0.name == "token" }?.value
        guard let token else { throw Problem(.unauthorized, "Send the app's key as '?token='.") }
        return Credentials(key: token)
      }
      return try linkrunnerCredentials(request.json())
    },
    verify: { request, settings, _, now in
      try LinkrunnerSigning.verify(request, settings.requestSigning, now)
    },
    refusal: { problem, _ in .linkrunner(problem.detail, status: problem.linkrunnerStatus) })

  /// The web SDK's calls are the same, and may come in an envelope (wire.md, 5.6).
  static let linkrunnerWeb = Dialect(
    vendor: .linkrunner,
    read: { request in
      let body = try request.json()
      guard LinkrunnerEnvelope.isOne(body) else { return try linkrunnerCredentials(body) }
      do throws(LinkrunnerEnvelope.Fault) {
        return Credentials(key: "", envelope: try LinkrunnerEnvelope(body))
      } catch {
        throw error.problem
      }
    },
    verify: { request, settings, _, now in
      // A page keeps no secret to sign with, so an app that has pages takes their calls unsigned.
      var signing = settings.requestSigning
      if !settings.origins.isEmpty { signing.isRequired = false }
      try LinkrunnerSigning.verify(request, signing, now)
    }, refusal: linkrunner.refusal)

  /// What a body shows.
  /// - Throws: `Problem` when there is no key in it.
  static func linkrunnerCredentials(_ body: JSON) throws -> Credentials {
    guard let token = body["token"]?.string, !token.isEmpty else {
      throw Problem(.unauthorized, "Send the app's key as 'token' in the body.")
    }
    return Credentials(key: token, body: body)
  }
}

extension Dialect {
  /// Linkrunner's API for servers: a secret key in a header, the same envelope (wire.md, 5.6).
  static let linkrunnerServer = Dialect(
    vendor: .linkrunner,
    read: { request in
      guard let key = request.headers["linkrunner-key"], !key.isEmpty else {
        throw Problem(.unauthorized, "Server key missing!")
      }
      return Credentials(key: key)
    },
    verify: { _, _, _, _ in },
    refusal: { problem, _ in
      // The vendor's own words, which scripts compare, where it has any.
      switch problem.code {
      case .secretKeyRequired: .linkrunner("Server key invalid!", status: 401)
      case .unauthorized where problem.detail != "Server key missing!":
        .linkrunner("Server key invalid!", status: 401)
      case .rateLimited:
        .linkrunner("Rate limit exceeded. Please try again later.", status: 429)
      case .invalidField where problem.field == "limit":
        .linkrunner(problem.detail, status: 422)
      default: .linkrunner(problem.detail, status: problem.linkrunnerStatus)
      }
    })
}

extension Reply {
  /// The envelope that Linkrunner's clients read: `status` repeats the HTTP code.
  static func linkrunner(_ message: String, status: Int = 200, data: JSON? = nil) -> Reply {
    let answer = Linkrunner.Answer(message: message, status: Int64(status), data: data)
    return .json(answer.json, status: status)
  }
}

extension Problem {
  /// A field at fault is 400 with this vendor, also a token that is missing: a 403 would hold up
  /// all that the client has in its queue. All else is as it is natively. What a client would send
  /// again stays a 429 or 5xx.
  var linkrunnerStatus: Int {
    code.status == 422 || code == .tokenRequired ? 400 : code.status
  }
}
