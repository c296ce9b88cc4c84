import BeckonModel

/// The numbers that begin alike. Who is paid for text messages that arrive somewhere (SMS pumping)
/// has blocks of numbers, side by side, and not single ones.
public struct NumberBlock: Hashable, Sendable {
  /// How wide a block is.
  public enum Width: Int, CaseIterable, Sendable {
    /// All that differ in their last four digits: what an operator rents out.
    case narrow = 4
    /// All that differ in their last six: what a small operator has.
    case wide = 6
  }

  /// The digits that they have in common, with `+` in front.
  public let prefix: String
  /// How wide it is.
  public let width: Width

  /// The block of a number in E.164 form. Of short numbers three digits stay.
  public init(of number: String, _ width: Width) {
    let bytes = Array(number.utf8)
    prefix = String(decoding: bytes.prefix(max(4, bytes.count - width.rawValue)), as: UTF8.self)
    self.width = width
  }
}
