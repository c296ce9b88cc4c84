import BeckonContract
import BeckonContractLinkrunner
import BeckonHTTP
import BeckonModel

extension Dialect {
  /// Linkrunner's API for servers: a secret key in a header, the same envelope
  /// (docs/PROTOCOLS/linkrunner.md, Credentials).
  static let linkrunnerServer = Dialect(
    vendor: .linkrunner,
    read: { request, _ in
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
