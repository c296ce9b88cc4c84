import BeckonModel

/// A language tag (BCP 47) as far as it is compared: language, script, region.
struct LanguageTag: Hashable {
  let language: String
  let script: String?
  let region: String?

  /// Reads `tr`, `en-US`, `zh-Hant-TW`, also with `_`; `nil` for anything else, among it `*`.
  init?(_ text: String) {
    guard text.utf8.count <= Limits.signalBytes else { return nil }
    let parts = text.lowercased().substituting("_", by: "-").split(on: "-")
    guard let first = parts.first,
      (2...3).contains(first.utf8.count), first.utf8.allSatisfy(\.isLowercaseLetter)
    else { return nil }
    language = Self.newerCodes[first] ?? first
    script = parts.dropFirst().prefix(1).first { $0.utf8.count == 4 }
    region = parts.dropFirst().prefix(2).first(where: Self.isRegion)
  }

  /// The first, most wanted language of an `Accept-Language` header.
  init?(acceptLanguage: String) {
    let first = acceptLanguage.prefix(bytes: Limits.signalBytes).upTo(",").upTo(";")
    self.init(first.split(on: " ").joined())
  }

  /// `zh-hant-tw`, in lower case.
  var text: String { [language, script, region].compactMap { $0 }.joined(separator: "-") }

  /// Another language, script or region differs. If one side leaves script or region out, `en`
  /// beside
  /// `en-US`, that says too little: missing. Regions alone decide between tags of which one has a
  /// script (`zh-TW` is `zh-Hant-TW`).
  static func compare(_ left: String?, _ right: String?) -> SignalComparison {
    guard let left = left.flatMap({ Self($0) }), let right = right.flatMap({ Self($0) }) else {
      return .missing
    }
    if left.language != right.language { return .differs }
    if let one = left.script, let other = right.script, one != other { return .differs }
    guard let one = left.region, let other = right.region else {
      return left == right ? .agrees : .missing
    }
    return one == other ? .agrees : .differs
  }

  private static func isRegion(_ part: String) -> Bool {
    let bytes = part.utf8
    return bytes.count == 2 && bytes.allSatisfy(\.isLowercaseLetter)
      || bytes.count == 3 && bytes.allSatisfy(\.isDigit)
  }

  /// Java keeps writing the codes from before 1989; Norwegian is Bokmål unless it says otherwise.
  private static let newerCodes: [TextKey: String] = [
    "iw": "he", "in": "id", "ji": "yi", "tl": "fil", "no": "nb",
  ]
}
