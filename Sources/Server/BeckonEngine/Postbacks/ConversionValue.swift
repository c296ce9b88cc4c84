import BeckonModel

/// What an install is worth at some moment, as the app is to tell Apple.
public struct ConversionValue: Hashable, Sendable {
  /// The window that it belongs to.
  public let window: ConversionWindow
  /// 0 to 63; Apple looks at it in the first window only.
  public let fine: Int
  /// Low unless a rule says more.
  public let coarse: CoarseValue
  /// Whether Apple shall report now.
  public let locks: Bool

  /// Makes a value.
  public init(window: ConversionWindow, fine: Int, coarse: CoarseValue, locks: Bool) {
    self.window = window
    self.fine = fine
    self.coarse = coarse
    self.locks = locks
  }

  /// As the API writes it.
  public var json: JSON {
    [
      "window": .integer(window.rawValue), "fine": .integer(fine),
      "coarse": .string(coarse.rawValue), "lock": .bool(locks),
    ]
  }

  /// The value to tell after an earlier one: within a window nothing falls, and what was locked
  /// stays as it was; the fine value never falls, because clients keep the highest.
  public func following(_ earlier: ConversionValue?) -> ConversionValue {
    guard let earlier else { return self }
    guard earlier.window == window else {
      return ConversionValue(
        window: window, fine: max(fine, earlier.fine), coarse: coarse, locks: locks)
    }
    guard !earlier.locks else { return earlier }
    return ConversionValue(
      window: window, fine: max(fine, earlier.fine), coarse: max(coarse, earlier.coarse),
      locks: locks)
  }
}
