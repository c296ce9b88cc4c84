import BeckonModel

/// What must not be sent now, and waits in its place while all else passes it.
struct HeldBack: Sendable {
  /// A call, as far as it says whether it is held back.
  struct Call: Sendable, Hashable {
    let path: String
    /// Whether it is in a vendor's dialect.
    let isVendors: Bool
    /// When it was made by the device's clock.
    let at: Instant?
  }

  /// Whether a call is held back.
  let calls: @Sendable (Call) -> Bool
  /// Whether reports of drops are, because they go out as a vendor's call.
  let reports: Bool

  /// Nothing is held back.
  static let nothing = HeldBack(calls: { _ in false }, reports: false)
}
