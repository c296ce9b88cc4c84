import BeckonModel

/// A payment as somebody told it who is not the store.
public struct ToldPayment: Hashable, Sendable {
  /// The fact.
  public let id: FactID
  /// What it was for, in the words of `PaymentKind`.
  public let kind: String
  /// Who told it.
  public let trust: Trust
  /// The install on which it was paid.
  public let install: InstallID?
  /// Keyed hash of the app's own id of who paid.
  public let payer: Identifier?
  /// Whether it was taken out of the revenue.
  public let isRemoved: Bool

  /// Makes one.
  public init(
    id: FactID, kind: String, trust: Trust, install: InstallID?, payer: Identifier?,
    isRemoved: Bool
  ) {
    self.id = id
    self.kind = kind
    self.trust = trust
    self.install = install
    self.payer = payer
    self.isRemoved = isRemoved
  }
}

/// What a report of a payment does by the word of a client or of the app's server.
public enum PaymentRuling: Hashable, Sendable {
  /// It is the first.
  case isFirst
  /// It takes the place of what a client told.
  case takesPlace
  /// It changes nothing: the first word stands, and the server's before a client's.
  case changesNothing

  /// Decides. Where the store has spoken no report is a payment, which is asked only of a first.
  /// - Parameter earlier: who has told the same payment before; `nil` for nobody.
  public static func decide(by trust: Trust, after earlier: Trust?) -> PaymentRuling {
    guard let earlier else { return .isFirst }
    return trust == .server && earlier == .client ? .takesPlace : .changesNothing
  }
}

extension ToldPayment {
  /// Whether somebody's word takes it out of the revenue. The app's server is heard of every one,
  /// also of what a client told and removed; a client only of what a client told and did not.
  /// - Parameters:
  ///   - payer: only those of this one; `nil` for anybody's.
  ///   - install: only those on this one; `nil` for any.
  public func isRemoved(by trust: Trust, payer: Identifier?, install: InstallID?) -> Bool {
    guard payer == nil || self.payer == payer, install == nil || self.install == install else {
      return false
    }
    switch trust {
    case .server: return !isRemoved || self.trust == .client
    case .client: return !isRemoved && self.trust == .client
    }
  }
}

/// What becomes of what clients and the app's server have told when the store speaks of the same
/// payment, whose word goes before theirs.
public struct StoreRuling: Hashable, Sendable {
  /// The payment that the store's word takes over; `nil` when there is none.
  public let taken: ToldPayment?
  /// Others under the same id: they are the same payment, so they count no more.
  public let removed: [ToldPayment]

  /// Decides.
  /// - Parameter words: what was told under the store's id, first what says that it is paid, then
  ///   by when it was received.
  public init(over words: [ToldPayment]) {
    let taken = words.first { !PaymentKind.isRefund($0.kind) }
    self.taken = taken
    removed = words.filter { $0.id != taken?.id && !$0.isRemoved }
  }

  /// Whether the payment is a fact already: what the server told stays one; a client's word gives
  /// way, and the store's is told to the rules once more.
  public var isTold: Bool { taken?.trust == .server }

  /// Whether the payment stays out of the revenue: the app's server had taken it out. A client's
  /// word on that gives way.
  public var staysRemoved: Bool { taken.map { $0.isRemoved && $0.trust == .server } ?? false }
}

/// What a store says of what it gave back of a payment: the latest word by its own clock counts.
public enum RefundRuling: Hashable, Sendable {
  /// An earlier word, that came late.
  case isLate
  /// So much was given back, and what the payment has paid in rewards goes with the first of it.
  case refunds(Int64)
  /// It was taken again; rewards stay taken back.
  case isReversed

  /// Decides.
  public static func decide(
    _ amount: Int64, at noticed: Instant, after last: Instant?
  ) -> RefundRuling {
    if let last, noticed <= last { return .isLate }
    return amount > 0 ? .refunds(amount) : .isReversed
  }
}
