import BeckonContract
import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

extension Call {
  /// What a Linkrunner client shows for being an install: its bare id, as their protocol has it,
  /// and perhaps a token beside it.
  func linkrunnerProof(_ install: Install, _ scope: Scope) throws -> Proof {
    let isDisowned = try Installs(scope).isDisowned(install.id)
    let person = isDisowned ? nil : try install.person.flatMap(People(scope).present)
    return proof.showing(install, of: person, to: .linkrunner)
  }

  /// Whether a Linkrunner client may speak for the install that it names.
  func isProven(_ install: Install, _ scope: Scope) throws -> Bool {
    let (tokens, shown) = (Tokens(scope), try linkrunnerProof(install, scope))
    if try tokens.prove(shown, install.id) { return true }
    return try install.person.map { try tokens.prove(shown, $0) } ?? false
  }

  /// Refuses a Linkrunner client that names an install which it cannot speak for.
  /// - Throws: `Problem`.
  func requireProven(_ install: Install, _ scope: Scope) throws {
    guard try isProven(install, scope) else { throw Problem.foreignInstall }
  }
}

extension Problem {
  /// The bare id of an install proves nothing outside the protocol by which it was seen first.
  static let foreignInstall = Problem(
    .tokenRequired,
    "This install was seen first by another protocol, where its id alone proves nothing. Send the "
      + "install's token in '\(HeaderName.token)', or an id of its own.")
}
