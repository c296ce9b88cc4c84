import BeckonModel

/// An answer that tells of success: `{"status": "ok", "data", "calls_left", "timestamp"}`. The
/// client for iOS reads `calls_left` as text and those for Android and Flutter as a number, so an
/// app gets `null` (docs/PROTOCOLS/referralhero.md, Answers).
public struct ReferralHeroAnswer: Sendable {
  /// What was asked for.
  public let data: JSON
  /// When it was answered.
  public let at: Instant

  /// Makes an answer.
  /// - Parameter data: an object; `response` is put at its end.
  public init(_ data: [JSON.Member], _ response: ReferralHero.Response, at: Instant) {
    self.data = .object(data + [JSON.Member("response", .string(response.rawValue))])
    self.at = at
  }

  /// The body.
  public var json: JSON {
    [
      "status": "ok", "data": data, "calls_left": .null, "timestamp": .integer(at.seconds),
    ]
  }
}

extension Instant {
  /// Whole seconds since 1970, as this vendor's protocol has times.
  public var seconds: Int64 { milliseconds / 1_000 }
}
