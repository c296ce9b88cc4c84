// Stands for Apple's StoreKit, as far as Beckon uses it. Shapes from Apple's documentation.
import Foundation

open class SKAdNetwork: NSObject {
  public struct CoarseConversionValue: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let low = CoarseConversionValue(rawValue: "low")
    public static let medium = CoarseConversionValue(rawValue: "medium")
    public static let high = CoarseConversionValue(rawValue: "high")
  }

  open class func updateConversionValue(_ conversionValue: Int) {}
  open class func updatePostbackConversionValue(
    _ conversionValue: Int,
    completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {}
  open class func updatePostbackConversionValue(
    _ fineValue: Int, coarseValue: CoarseConversionValue, lockWindow: Bool,
    completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {}
}
