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
      // The vendor's own words, which scripts compare, where it has any; what to do stands beside.
      switch problem.code {
      case .secretKeyRequired: keyRefused("Server key invalid!", "This is a publishable key.")
      case .unauthorized where problem.detail == "Server key missing!":
        keyRefused(problem.detail, "There is none.")
      case .unauthorized: keyRefused("Server key invalid!", problem.detail)
      case .rateLimited:
        .linkrunner("Rate limit exceeded. Please try again later.", status: 429)
      case .invalidField where problem.field == "limit":
        .linkrunner(problem.detail, status: 422)
      default: .linkrunner(problem.detail, status: problem.linkrunnerStatus)
      }
    })

  private static func keyRefused(_ words: String, _ cause: String) -> Reply {
    let remedy =
      "Send a secret key in the header 'linkrunner-key': the app's sk_…, or the vendor's server key "
      + "once 'beckon app alias --as secret' has registered it."
    return .linkrunner(words, status: 401, data: ["hint": .string(cause + " " + remedy)])
  }
}
