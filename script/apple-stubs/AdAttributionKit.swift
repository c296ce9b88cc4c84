// Stands for Apple's AdAttributionKit, as far as Beckon uses it. Shapes from Apple's documentation.
import Foundation

public enum CoarseConversionValue: Sendable { case low, medium, high }

public struct Postback: Sendable {
  public static func updateConversionValue(
    _ fineConversionValue: Int, coarseConversionValue: CoarseConversionValue, lockPostback: Bool
  ) async throws {}
}
