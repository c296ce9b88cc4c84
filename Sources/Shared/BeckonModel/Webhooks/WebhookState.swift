/// Whether a webhook is sent anything.
public enum WebhookState: String, CaseIterable, Sendable {
  /// It is.
  case active
  /// It is not, until somebody makes it active again.
  case disabled
}

/// Why a webhook is disabled.
public enum WebhookDisabling: String, CaseIterable, Sendable {
  /// By a call of the API.
  case request
  /// Its receiver answered 410 Gone.
  case gone
  /// Its receiver has taken nothing for three days.
  case failing
  /// No program that ran has known its form for three days.
  case unknownForm = "unknown_form"
}

/// Where a delivery stands.
public enum DeliveryState: String, CaseIterable, Sendable {
  /// It waits for its time, or is being sent.
  case pending
  /// The receiver has answered 2xx.
  case delivered
  /// It was tried for three days, and is tried no more.
  case failed
}
