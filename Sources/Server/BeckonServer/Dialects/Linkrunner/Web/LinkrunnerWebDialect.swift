import BeckonContract
import BeckonContractLinkrunner
import BeckonHTTP
import BeckonModel
import BeckonStore

extension Dialect {
  /// The web SDK's calls are as those of the other clients, and may come in an envelope
  /// (docs/PROTOCOLS/linkrunner.md, Sealing).
  static let linkrunnerWeb = Dialect(
    vendor: .linkrunner, readsBody: true, isForAnyPage: true,
    read: { request, directory in
      let body = try request.json()
      guard LinkrunnerEnvelope.isOne(body) else { return try Credentials(linkrunner: body) }
      let envelope: LinkrunnerEnvelope
      do throws(LinkrunnerEnvelope.Fault) {
        envelope = try LinkrunnerEnvelope(body)
      } catch {
        throw error.problem
      }
      return try await open(envelope, directory)
    },
    verify: { request, shown, owner, now in
      guard shown.opener == nil || shown.opener == owner.app.number else {
        throw LinkrunnerEnvelope.Fault.notTheApps.problem
      }
      try checkOrigin(of: request, owner.app.settings)
      // A page keeps no secret to sign with, so an app that has pages takes their calls unsigned.
      var signing = owner.app.settings.requestSigning
      if !owner.app.settings.origins.isEmpty { signing.isRequired = false }
      try LinkrunnerSigning.verify(request, signing, now)
    }, refusal: linkrunnerClient.refusal, install: LinkrunnerRequest.installID)

  /// Refuses a page that is none of the app's. The preflight has let it come, and it may read the
  /// refusal: else the SDK would send what it says to its vendor.
  /// - Throws: `Problem`.
  private static func checkOrigin(of request: HTTPRequest, _ settings: AppSettings) throws {
    guard let origin = request.headers["Origin"], !settings.origins.contains(origin),
      !settings.origins.isEmpty || settings.requestSigning.isRequired
    else { return }
    throw Problem(
      .invalidField,
      "Pages of \(origin.prefix(bytes: Limits.wordBytes)) may not send: the app's 'origins' do not "
        + "list it (PATCH /v1/app).", field: "origins")
  }

  /// What a request shows once its envelope is open.
  private static func open(
    _ envelope: LinkrunnerEnvelope, _ directory: AppDirectory
  ) async throws -> Credentials {
    guard let owned = try await directory.webKey(envelope.keyID) else {
      throw LinkrunnerEnvelope.Fault.unknownKey.problem
    }
    let body: JSON
    do throws(LinkrunnerEnvelope.Fault) {
      body = try envelope.open(with: owned.key.privateKey)
    } catch {
      throw error.problem
    }
    return try Credentials(linkrunner: body, opener: owned.app)
  }
}
