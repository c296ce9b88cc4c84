import BeckonBasics
import BeckonContract
import BeckonContractSocialInvite
import BeckonEngine
import BeckonModel
import BeckonStore

/// What calls of social invites' clients have in common.
extension Call {
  /// The body.
  /// - Throws: `Problem`.
  func inviteBody() throws -> JSON { try body ?? request.json() }

  /// The region by which numbers without a country's code are read.
  var inviteRegion: String { app.settings.region ?? "" }

  /// Who invites: the person whose token comes along, or the app's server. A client that shows
  /// neither may invite where the app allows it.
  /// - Parameter installID: the app's own id of its install, as far as the client names it.
  /// - Throws: `Problem`; `DatabaseError`.
  func inviter(installID: String?, _ scope: Scope) throws -> Inviter {
    guard proof.key == .publishable else { return .server }
    let install = try MessageTexts(scope).owner(proof)
    if let person = try Tokens(scope).person(of: proof) { return .person(person) }
    guard app.settings.unnamedInvites.isAllowed else {
      throw Problem(
        SocialInviteFailure(
          .serviceNotAvailable,
          "This app sends no invitation of which it does not know who invites. Sign the user up "
            + "first (Beckon's own client then shows their token), or let clients send that name "
            + "nobody: PATCH /v1/app {\"social_invites\": {\"unmodified_clients\": true}} with a "
            + "secret key."))
    }
    let claimed = installID.map { Identifier(hashing: "claimed install", $0, key: app.pepper) }
    return .unnamed(network: reporter, install: install ?? claimed)
  }

  /// Refuses a path that names another app than the key's. An app's id and every key of it that is
  /// good name it.
  /// - Throws: `Problem`; `DatabaseError`.
  func checkApplication(_ application: String, _ scope: Scope) throws {
    guard application != caller.key, application != app.id.text else { return }
    for vendor in [nil, Vendor.socialInvite] {
      let owner = try Accounts(scope.connection).find(key: application, vendor: vendor)
      if let owner, owner.app == app.number, owner.until.map({ $0 > now }) ?? true { return }
    }
    throw Problem(
      SocialInviteFailure(
        .accountMissing,
        "The path names no application of this key. The server knows an application's key once "
          + "'beckon app alias --vendor \(Vendor.socialInvite.name) --as publishable' has "
          + "registered it."))
  }

  /// Tells whoever looks after the app of names that nobody knows.
  func note(unread names: [String]) {
    guard !names.isEmpty else { return }
    services[Logger.self].log(
      .debug, "an invitation has members that are not read",
      [
        JSON.Member("app", .id(app.id)),
        JSON.Member("members", .array(names.map(JSON.string))),
      ])
  }
}

extension SocialInviteCommand {
  /// Reads a command; what cannot be read is refused in the protocol's words.
  /// - Throws: `Problem`.
  static func read(
    _ body: () throws(SocialInviteFailure) -> SocialInviteCommand
  ) throws -> SocialInviteCommand {
    do throws(SocialInviteFailure) {
      return try body()
    } catch {
      throw Problem(error)
    }
  }
}
