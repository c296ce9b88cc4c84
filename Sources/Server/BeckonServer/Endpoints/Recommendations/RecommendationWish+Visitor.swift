import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

extension RecommendationWish.Visitor {
  /// The name of the visitor, if the caller may see what they did; `nil` for nobody.
  func known(to call: Call, _ scope: Scope) throws -> VisitorName? {
    switch self {
    case .nobody: return nil
    case .person(let id): return .person(try call.person(id, scope).id)
    case .install(let id):
      try Self.demandToken(call, ofInstall: id, scope)
      return .installID(id)
    case .vendorID(let id):
      guard call.proof.key == .secret else {
        throw Problem(
          .secretKeyRequired,
          "Only a secret key may ask by 'visitor': send 'install_id' or 'person' with its token.")
      }
      return .vendorID(id)
    }
  }

  /// Sees to it that the caller may see what an install did. With the app's key the answer is the
  /// same whether there is such an install or not.
  private static func demandToken(
    _ call: Call, ofInstall id: String, _ scope: Scope
  ) throws {
    guard call.proof.key != .secret else { return }
    let install = try Installs(scope).find(client: id)
    guard try install.map({ try Tokens(scope).speaks(call.proof, for: $0) }) ?? false else {
      throw Problem(
        .tokenRequired,
        "Send the token of this install in '\(HeaderName.token)', or use a secret key.")
    }
  }
}
