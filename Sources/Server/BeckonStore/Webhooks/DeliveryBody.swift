import BeckonModel

/// What a receiver gets.
struct DeliveryBody {
  private let scope: Scope

  /// Works in this scope.
  init(_ scope: Scope) {
    self.scope = scope
  }

  /// What is to be told.
  struct Told {
    let id: DeliveryID
    let topic: WebhookTopic
    let at: Instant
    /// Who and what, as the outbox has it.
    let fact: JSON
  }

  /// The body in a webhook's form.
  /// - Throws: `DatabaseError`.
  func make(_ told: Told, _ form: WebhookForm) throws -> JSON {
    switch form {
    case .native: native(told)
    case .linkrunner: try LinkrunnerBody(scope).make(told)
    case .slack: SlackBody.make(told, app: scope.app.name)
    }
  }

  private func native(_ told: Told) -> JSON {
    let head = JSON.object([
      "id": .id(told.id), "type": .string(told.topic.type), "created_at": .instant(told.at),
      "app": .id(scope.app.id),
    ])
    return .object((head.members ?? []) + (told.fact.members ?? []))
  }
}
