import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/invites/{invite}`: whom it invited, and what became of each message.
enum ReadInvite {
  static func prepare(_ call: Call) throws -> Work {
    let id: InviteID = try call.id()
    return .read { scope in
      let invites = Invites(scope)
      guard let invite = try invites.find(id) else { throw Problem.notFound("invite") }
      if let person = invite.person {
        _ = try call.person(person, scope)
      } else if call.proof.key != .secret {
        throw Problem.tokenRequired(call.proof)
      }
      return .json(describe(invite, try invites.messages(of: id), call))
    }
  }

  static func describe(_ invite: Invite, _ messages: [Message], _ call: Call) -> JSON {
    let recipients = JSON.Member("recipients", .array(messages.map { describe($0, call) }))
    return .object((invite.json.members ?? []) + [recipients])
  }

  /// Who asks with an app's key is not told why nothing goes to somebody.
  private static func describe(_ message: Message, _ call: Call) -> JSON {
    let status =
      call.proof.key == .secret ? message.status(at: call.now) : message.clientStatus(at: call.now)
    let told: [JSON.Member] = [
      JSON.Member("phone", .string(message.recipient)),
      JSON.Member("status", .string(status.rawValue)),
      JSON.Member("parts", .integer(message.text?.parts ?? 1)),
    ]
    guard call.proof.key == .secret else { return .object(told) }
    let more = JSON.object([
      "message": .id(message.id), "state": .string(message.state.rawValue),
      "reason": message.reason.map(JSON.string),
      "link": (message.text?.link).map(JSON.id),
      "followed_at": (message.text?.followedAt).map(JSON.instant),
    ])
    return .object(told + (more.members ?? []))
  }
}

/// `GET /v1/invites`, the last made first: a person's own, or with a secret key all.
enum ListInvites {
  private static let columns = ["id", "person", "text", "campaign", "sender", "created_at"]

  static func prepare(_ call: Call) throws -> Work {
    let person = try call.id(inQuery: "person", PersonID.self)
    if person == nil, call.proof.key != .secret {
      throw FieldError("person", "is missing: only with a secret key all are listed")
    }
    return try .found(call, "invites", columns: columns) { scope, place, limit in
      let found = try person.map { try call.person($0, scope).id }
      return try FoundInvites(scope).page(of: found, behind: place, limit: limit)
    }
  }
}
