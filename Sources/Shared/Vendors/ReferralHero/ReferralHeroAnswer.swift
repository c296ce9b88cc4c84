import BeckonModel

/// An answer that tells of success: `{"status": "ok", "data", "calls_left", "timestamp"}`. The
/// client for iOS reads `calls_left` as text and those for Android and Flutter as a number, so an
/// app gets `null` (docs/PROTOCOLS/referralhero.md, Answers).
public struct ReferralHeroAnswer: Sendable {
  /// What was asked for.
  public let data: JSON
  /// When it was answered.
  public let at: Instant
  /// How many calls an app's server has left in this hour; `nil` for an app.
  public let callsLeft: Int?

  /// What an app's server is told to have left. Calls with a secret key have no bound, but the
  /// vendor's clients wait for a number, and this is how many a new hour gave them.
  public static let callsOfServer = 1_000

  /// Makes an answer.
  /// - Parameter data: an object; `response` is put at its end.
  public init(
    _ data: [JSON.Member], _ response: ReferralHero.Response, at: Instant, callsLeft: Int? = nil
  ) {
    self.init(
      data: .object(data + [JSON.Member("response", .string(response.rawValue))]), at: at,
      callsLeft: callsLeft)
  }

  /// Makes an answer whose `data` is no object.
  public init(data: JSON, at: Instant, callsLeft: Int? = nil) {
    self.data = data
    self.at = at
    self.callsLeft = callsLeft
  }

  /// The body.
  public var json: JSON {
    [
      "status": "ok", "data": data, "calls_left": callsLeft.map(JSON.integer) ?? .null,
      "timestamp": .integer(at.seconds),
    ]
  }
}

extension Instant {
  /// Whole seconds since 1970, as this vendor's protocol has times.
  public var seconds: Int64 { milliseconds / 1_000 }
}
