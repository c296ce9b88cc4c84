import BeckonContract
import BeckonContractLinkrunner

/// Tells Apple's ad frameworks what the install is worth. A value is applied only if it is not
/// below the last one, because a lower one could not be taken back.
public final class SKAdNetworkService: Sendable {
  /// The app's own.
  public static let shared = SKAdNetworkService(.shared)

  private let session: LinkrunnerSession

  init(_ session: LinkrunnerSession) {
    self.session = session
  }

  /// Says that the app was started: value 0, `low`. Once for each install.
  public func registerInitialConversionValue() async {
    guard session.install.conversion == nil else { return }
    await session.convert(Linkrunner.ConversionValue(fine: 0, coarse: "low"))
  }

  /// Applies a value.
  /// - Parameters:
  ///   - fineValue: 0 to 63.
  ///   - coarseValue: `low`, `medium` or `high`.
  ///   - lockWindow: whether the postback goes out now and no value can come after it.
  ///   - source: where the value comes from, for the developer's log.
  /// - Returns: whether it was applied.
  @discardableResult
  public func updateConversionValue(
    fineValue: Int, coarseValue: String? = nil, lockWindow: Bool = false, source: String = "sdk"
  ) async -> Bool {
    guard Linkrunner.ConversionValue.range.contains(Int64(fineValue)) else {
      session.log("conversion value \(fineValue) of \(source) is outside 0 to 63")
      return false
    }
    return await session.convert(
      Linkrunner.ConversionValue(
        fine: Int64(fineValue), coarse: coarseValue, locks: lockWindow))
  }
}
