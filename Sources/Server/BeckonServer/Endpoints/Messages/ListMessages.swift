import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/messages`, the last written first.
enum ListMessages {
  private static let columns = [
    "message", "channel", "kind", "person", "recipient", "state", "reason", "attempts",
    "next_attempt_at", "expires_at", "gateway", "answer", "created_at", "settled_at",
    "invite", "link", "sender", "parts", "receipt", "followed_at",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var filter = FoundMessages.Filter()
    let person = try call.id(inQuery: "person", PersonID.self)
    filter.email = try call.word("email", max: Limits.identityBytes).map { text in
      try NormalForm.of(Identity(kind: .email, value: text), region: nil)
    }
    filter.phone = try call.word("phone", max: Limits.phoneTextBytes).map {
      try call.statedPhone($0)
    }
    if filter.email != nil, filter.phone != nil { _ = try call.atMostOne(of: ["email", "phone"]) }
    filter.kind = try call.choice("kind")
    filter.state = try call.choice("state")
    filter.period = try call.period()
    return try .found(call, "messages", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)
      return try FoundMessages(scope).page(filter, behind: place, limit: limit)
    }
  }
}

/// `GET /v1/messages/{message}`.
enum ReadMessage {
  static func prepare(_ call: Call) throws -> Work {
    let id: MessageID = try call.id()
    return .read { scope in
      guard let message = try Messages(scope).find(id) else { throw Problem.notFound("message") }
      return .json(message.json)
    }
  }
}

/// `POST /v1/messages/{message}/resend`: an operator has looked, and wants it sent once more.
enum ResendMessage {
  static func prepare(_ call: Call) throws -> Work {
    let id: MessageID = try call.id()
    return .write { scope in
      guard let known = try Messages(scope).find(id) else { throw Problem.notFound("message") }
      if known.channel == .mail { try call.requireMail() } else { _ = try call.requireTexts() }
      guard let (message, isQueued) = try Messages(scope).resend(id) else {
        throw Problem.notFound("message")
      }
      guard isQueued else {
        throw Problem(
          .messageNotFailed,
          "It is '\(message.state.rawValue)': only what is 'failed' or 'uncertain' is sent again.")
      }
      return .json(message.json)
    }
  }
}

/// `DELETE /v1/messages/{message}`: one that still waits is not sent.
enum CallOffMessage {
  static func prepare(_ call: Call) throws -> Work {
    let id: MessageID = try call.id()
    return .write { scope in
      guard let (message, isCalledOff) = try Messages(scope).callOff(id) else {
        throw Problem.notFound("message")
      }
      guard isCalledOff else {
        throw Problem(
          .messageNotQueued,
          "It is '\(message.state.rawValue)': only what is 'queued' can be called off.")
      }
      return Reply(status: 204)
    }
  }
}
