import BeckonModel

/// What Apple answers to an attribution token of AdServices: whether an advertisement in the App
/// Store led to the install.
/// https://developer.apple.com/documentation/adservices/aaattribution/attributiontoken()
public enum AppleAdsAnswer: Hashable, Sendable {
  /// An advertisement did; with which campaign, ad group and keyword it was.
  case attributed(JSON)
  /// None did.
  case notAttributed
  /// The token is none, or of another app (400).
  case invalidToken
  /// Apple knows nothing of it yet, or no more (404).
  case notFound
  /// Apple could not answer (5xx, 429, none at all, or nothing that can be read).
  case failed

  /// Fields of a record that are kept; Apple may add others at any time.
  private static let fields = [
    "orgId", "campaignId", "adGroupId", "keywordId", "adId", "conversionType", "claimType",
    "countryOrRegion", "clickDate", "impressionDate",
  ]

  /// Reads an answer; `nil` as status means that there was none.
  public init(status: Int?, body: [UInt8]) {
    switch status {
    case 400: self = .invalidToken
    case 404: self = .notFound
    case 200:
      let record = try? JSONReader.read(body)
      switch record?["attribution"]?.bool {
      case true: self = .attributed(Self.kept(of: record ?? .null))
      case false: self = .notAttributed
      default: self = .failed
      }
    default: self = .failed
    }
  }

  /// Dates have no seconds (`2024-10-08T17:17Z`) and stay text.
  private static func kept(of record: JSON) -> JSON {
    .object(
      fields.compactMap { name in
        switch record[name] {
        case .number(let number)?: JSON.Member(name, .number(number))
        case .string(let text)? where text.utf8.count <= Limits.signalBytes:
          JSON.Member(name, .string(text))
        default: nil
        }
      })
  }
}

/// A token on its way to Apple.
public struct AppleAdsTrial: Hashable, Sendable {
  /// Hours for which Apple knows a token.
  public static let validHours: Int64 = 24
  /// Times that a token is asked for again when Apple does not know it.
  public static let notFoundMax = 3
  private static let notFoundMilliseconds = 5 * Span.secondMilliseconds

  /// When the app got the token, or at the latest sent it.
  public let receivedAt: Instant
  /// How often Apple did not know it.
  public private(set) var notFoundCount: Int
  /// How often Apple could not answer.
  public private(set) var failureCount: Int

  /// Makes a trial.
  public init(receivedAt: Instant, notFoundCount: Int = 0, failureCount: Int = 0) {
    self.receivedAt = receivedAt
    self.notFoundCount = notFoundCount
    self.failureCount = failureCount
  }

  /// What to do next.
  public enum Step: Hashable, Sendable {
    /// It is known, for good.
    case settled(AppleAdsOutcome)
    /// Ask again then.
    case again(Instant)
  }

  /// Counts an answer and says what to do next: what Apple does not know is asked for again after
  /// five seconds, at most three times; what failed after a minute, then two, four, at most an hour
  /// apart, as long as Apple knows the token.
  public mutating func step(after answer: AppleAdsAnswer, now: Instant) -> Step {
    switch answer {
    case .attributed: return .settled(.attributed)
    case .notAttributed: return .settled(.notAttributed)
    case .invalidToken: return .settled(.invalidToken)
    case .notFound:
      notFoundCount += 1
      guard notFoundCount <= Self.notFoundMax else { return .settled(.notFound) }
      return again(now.adding(milliseconds: Self.notFoundMilliseconds))
    case .failed:
      failureCount += 1
      let minutes = min(Int64(60), 1 << Int64(min(failureCount, 10) - 1))
      return again(now.adding(milliseconds: minutes * Span.minuteMilliseconds))
    }
  }

  private func again(_ at: Instant) -> Step {
    isValid(at: at) ? .again(at) : .settled(.expired)
  }

  /// Whether Apple may still know the token.
  public func isValid(at instant: Instant) -> Bool {
    instant.milliseconds(since: receivedAt) < Self.validHours * Span.hourMilliseconds
  }
}

/// What became of a token. The texts are part of the API.
public enum AppleAdsOutcome: String, CaseIterable, Sendable {
  /// An advertisement in the App Store led to the install.
  case attributed
  /// None did.
  case notAttributed = "not_attributed"
  /// Apple takes it for no token.
  case invalidToken = "invalid_token"
  /// Apple does not know it.
  case notFound = "not_found"
  /// Apple could not answer for a day.
  case expired
}
