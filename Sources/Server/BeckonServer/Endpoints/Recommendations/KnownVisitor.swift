import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// Somebody whose history the caller may see.
enum KnownVisitor: Sendable {
  case nobody
  case person(PersonID)
  case name(VisitorName)

  /// What they did last.
  func trail(_ scope: Scope) throws -> Trail {
    switch self {
    case .nobody: Trail()
    case .person(let id): try VisitorTrail(scope).trail(of: id)
    case .name(let name): try VisitorTrail(scope).trail(of: name)
    }
  }

  /// What they searched for last, the latest first.
  func searches(_ scope: Scope) throws -> [String] {
    switch self {
    case .nobody: []
    case .person(let id): try RememberedSearches(scope).searches(of: id).texts
    case .name(let name): try RememberedSearches(scope).searches(of: name).texts
    }
  }
}

extension RecommendationWish.Visitor {
  /// The visitor, if the caller may see what they did.
  func known(to call: Call, _ scope: Scope) throws -> KnownVisitor {
    switch self {
    case .nobody: return .nobody
    case .person(let id): return .person(try call.person(id, scope).id)
    case .install(let id):
      try Self.demandToken(call, ofInstall: id, scope)
      return .name(.installID(id))
    case .vendorID(let id):
      guard call.proof.key == .secret else {
        throw Problem(
          .secretKeyRequired,
          "Only a secret key may ask by 'visitor': send 'install_id' or 'person' with its token.")
      }
      return .name(.vendorID(id))
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
