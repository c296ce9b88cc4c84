import BeckonBasics
import BeckonContract
import BeckonModel
import BeckonStore

extension Pipeline {
  /// What a request shows once its envelope is open, and the number of the app that can open it.
  /// - Throws: `Problem`.
  func open(_ envelope: LinkrunnerEnvelope) async throws -> (Dialect.Credentials, app: Int64) {
    guard let owned = try await directory.webKey(envelope.keyID) else {
      throw LinkrunnerEnvelope.Fault.unknownKey.problem
    }
    let body: JSON
    do throws(LinkrunnerEnvelope.Fault) {
      body = try envelope.open(with: owned.key.privateKey)
    } catch {
      throw error.problem
    }
    return (try Dialect.linkrunnerCredentials(body), owned.app)
  }
}
