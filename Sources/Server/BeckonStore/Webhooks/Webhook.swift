import BeckonEngine
import BeckonModel

/// Where facts are sent, which, and how.
public struct Webhook: Hashable, Sendable {
  /// Its id.
  public let id: WebhookID
  /// Number of the tenant that it belongs to.
  public let app: Int64
  /// Where it is sent.
  public var url: String
  /// What is wanted.
  public var facts: [WebhookSelector]
  /// How it looks: the name of a `WebhookForm`, which this program may know or not.
  public let form: String
  /// What signs it.
  public var secrets: WebhookSecrets
  /// Whether anything is sent.
  public var state: WebhookState
  /// Why it is disabled. `unknownForm` stands in the row of an active one too, while it waits for a
  /// program that knows its form, so that its receiver is not blamed for that time.
  public var disabledReason: WebhookDisabling?
  /// When it was disabled.
  public var disabledAt: Instant?
  /// Since when its receiver has taken nothing, or its form is not known.
  public var failingSince: Instant?
  /// When it was made.
  public let createdAt: Instant

  /// Makes an active webhook.
  public init(
    id: WebhookID, app: Int64, url: String, facts: [WebhookSelector], form: String,
    secret: String, createdAt: Instant
  ) {
    self.id = id
    self.app = app
    self.url = url
    self.facts = facts
    self.form = form
    secrets = WebhookSecrets(current: secret)
    state = .active
    self.createdAt = createdAt
  }

  /// What it wants, as far as its form can tell it.
  func interest(_ forms: WebhookForms) -> WebhookInterest {
    WebhookInterest(facts, among: forms[form]?.topics)
  }

  /// As the API of a server that knows these forms writes it, without its secret.
  public func json(_ forms: WebhookForms) -> JSON {
    .object([
      "id": .id(id), "url": .string(url), "facts": .array(facts.map { .string($0.text) }),
      "form": .string(form), "state": .string(state.rawValue),
      "disabled_reason": state == .disabled ? disabledReason.map { .string($0.rawValue) } : nil,
      "disabled_at": disabledAt.map(JSON.instant), "warning": warning(forms).map(JSON.string),
      "failing_since": failingSince.map(JSON.instant),
      "old_secret_until": secrets.oldUntil.map(JSON.instant), "created_at": .instant(createdAt),
    ])
  }

  /// The same, disabled.
  public func disabled(for reason: WebhookDisabling, at now: Instant) -> Webhook {
    var webhook = self
    (webhook.state, webhook.disabledReason, webhook.disabledAt) = (.disabled, reason, now)
    return webhook
  }

  /// The same after a look at it by a program that knows its form, or does not. Without its form
  /// nothing can be sent to it, so it waits as long as for a receiver that takes nothing.
  public func looked(at now: Instant, isFormKnown: Bool) -> Webhook {
    guard state == .active else { return self }
    var webhook = self
    switch (isFormKnown, disabledReason == .unknownForm) {
    case (true, false): break
    case (true, true): (webhook.disabledReason, webhook.failingSince) = (nil, nil)
    case (false, false): (webhook.disabledReason, webhook.failingSince) = (.unknownForm, now)
    case (false, true):
      if DeliveryVerdict.isPatienceOver(since: failingSince ?? now, now: now) {
        return disabled(for: .unknownForm, at: now)
      }
    }
    return webhook
  }

  /// What its owner should know.
  private func warning(_ forms: WebhookForms) -> String? {
    guard forms[form] != nil else {
      return "Nothing is sent: this server does not know the form '\(form)'."
    }
    guard state == .disabled else {
      return failingSince.map { "Its receiver has taken nothing since \($0.text)." }
    }
    return switch disabledReason {
    case .gone: "It was disabled because its receiver answered 410 Gone."
    case .failing: "It was disabled because its receiver has taken nothing for three days."
    case .unknownForm: "It was disabled because no server has known its form for three days."
    case .request, nil: nil
    }
  }
}
