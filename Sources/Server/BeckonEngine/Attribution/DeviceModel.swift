import BeckonModel

/// The model of a device as one side names it.
struct DeviceModel {
  /// What is kept of a click whose agent says Mac and Safari: an iPad says the same. No app calls
  /// itself that.
  static let macOrIPad = "Mac or iPad"

  /// In lower case.
  let text: String

  init(_ text: String) {
    self.text = String(decoding: text.utf8.prefix(Limits.signalBytes), as: UTF8.self).lowercased()
  }

  /// A browser says `iPhone`, Apple's systems say `iPhone15,2`, some programs `iPhone 14 Pro`.
  /// Equal names agree; family and model agree when the family is the same; two kinds of model name
  /// of one family can't be compared. A simulator (`arm64`) or `Mac14,2` says nothing.
  static func compareApple(_ left: DeviceModel, _ right: DeviceModel) -> SignalComparison {
    guard let leftFamily = left.appleFamily, let rightFamily = right.appleFamily else {
      return .missing
    }
    if leftFamily != rightFamily { return .differs }
    if left.text == right.text || left.text == leftFamily || right.text == rightFamily {
      return .agrees
    }
    return left.isIdentifier == right.isIdentifier ? .differs : .missing
  }

  /// Elsewhere the names are the maker's, sometimes with the maker in front: `Google Pixel 8`.
  static func compareOther(_ left: DeviceModel, _ right: DeviceModel) -> SignalComparison {
    let isSame =
      left.text == right.text || left.text.hasSuffix(" " + right.text)
      || right.text.hasSuffix(" " + left.text)
    return isSame ? .agrees : .differs
  }

  /// Whether it names no more than a family: `iPhone`.
  var isFamily: Bool { text == appleFamily }

  private var appleFamily: String? {
    ["iphone", "ipad", "ipod"].first { text.hasPrefix($0) }
  }

  private var isIdentifier: Bool { text.has(",") }
}

/// Comparison of screens.
enum ScreenSize {
  /// Sizes agree either way up, within 0.3 percent (browsers round half a point; an iPhone 14
  /// and 15 differ by 0.8), and when one side gives pixels where the other gives points. Scales
  /// must agree where both are known.
  static func agree(_ left: Screen, _ right: Screen) -> Bool {
    if let one = left.scale, let other = right.scale, !isNear(one, other) { return false }
    let (leftSizes, rightSizes) = (sizes(left), sizes(right))
    return isNear(leftSizes.given, rightSizes.given)
      || isNear(leftSizes.divided, rightSizes.given) || isNear(leftSizes.given, rightSizes.divided)
  }

  private typealias Size = (short: Double, long: Double)

  private static func sizes(_ screen: Screen) -> (given: Size, divided: Size) {
    let scale = screen.scale.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? 1
    let short = Double(min(screen.width, screen.height))
    let long = Double(max(screen.width, screen.height))
    return ((short, long), (short / scale, long / scale))
  }

  private static func isNear(_ left: Size, _ right: Size) -> Bool {
    isNear(left.short, right.short) && isNear(left.long, right.long)
  }

  private static func isNear(_ left: Double, _ right: Double) -> Bool {
    abs(left - right) <= max(abs(left), abs(right)) * 0.003
  }
}
