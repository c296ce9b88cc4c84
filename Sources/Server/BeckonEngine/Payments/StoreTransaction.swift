import BeckonModel

/// Where a payment is known from, other than by the word of a client or an app's server. The texts
/// are part of the API.
public enum PaymentSource: String, CaseIterable, Sendable {
  /// Apple's App Store.
  case appStore = "app_store"
  /// Its sandbox, where nobody pays.
  case appStoreSandbox = "app_store_sandbox"
  /// Google Play.
  case googlePlay = "google_play"
  /// Testers of Google Play, who do not pay.
  case googlePlayTest = "google_play_test"

  /// Whether no money moves there.
  public var isSandbox: Bool { self == .appStoreSandbox || self == .googlePlayTest }
}

/// A purchase as the store that sold it tells it.
public struct StoreTransaction: Hashable, Sendable {
  /// Where it was made.
  public let source: PaymentSource
  /// The store's id of it, different for each renewal.
  public let id: String
  /// The id of the first purchase of a subscription; else the same as `id`.
  public let original: String
  /// What was bought.
  public let product: String?
  /// The UUID with which the app said whose it is (`appAccountToken`).
  public let account: Identifier?
  /// What it was for, in the words of `PaymentKind`.
  public let kind: String
  /// What was paid for it; `nil` when the store does not say.
  public let price: Money?
  /// When it was bought.
  public let purchasedAt: Instant
  /// When the store took it back.
  public let revokedAt: Instant?
  /// Thousandths of a percent of the price that the store gave back; `nil` for all of it.
  public let revokedMillipercent: Int64?
  /// What of the price the store gave back, where it says an amount.
  public let revoked: Int64?
  /// Whether somebody else in the family paid for it.
  public let isShared: Bool

  /// Longest id of a transaction, in bytes.
  public static let idBytes = 100
}

extension StoreTransaction {
  /// All of a price.
  private static let wholeMillipercent: Int64 = 100_000

  /// What of `amount` a refund gives back, rounded half to even.
  public func refunded(of amount: Int64) -> Int64 {
    if let revoked { return min(revoked, amount) }
    guard let share = revokedMillipercent else { return amount }
    let (whole, rest) = (amount * share).quotientAndRemainder(dividingBy: Self.wholeMillipercent)
    let twice = rest * 2
    guard twice != Self.wholeMillipercent else { return whole + whole % 2 }
    return twice > Self.wholeMillipercent ? whole + 1 : whole
  }
}

/// What a store's notification means for the money.
public enum StoreNews: Hashable, Sendable {
  /// It was paid for.
  case purchase
  /// What was paid was given back, all or a part.
  case refund
  /// What was given back was taken again.
  case refundReversed
}
