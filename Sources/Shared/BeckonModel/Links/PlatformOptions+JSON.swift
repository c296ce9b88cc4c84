extension PlatformOptions {
  /// Version codes that Google Play takes.
  public static let androidVersions: ClosedRange<Int64> = 0...2_100_000_000

  private static let packageBytes = 255

  private static let iosNames = ["url", "ipad_url", "scheme", "minimum_version"]
  private static let androidNames = ["url", "package", "minimum_version", "deep_link"]

  /// The member `ios` of a link, as the API and the database write it: only the page where nothing
  /// else is said of iOS, else an object; `nil` when nothing is.
  public func ios(page: String?) -> JSON? {
    Self.member(
      page,
      .object([
        "ipad_url": iPad.map(JSON.string), "scheme": iosScheme.map(JSON.string),
        "minimum_version": iosMinimumVersion.map(JSON.string),
      ]))
  }

  /// The member `android` of a link, likewise.
  public func android(page: String?) -> JSON? {
    Self.member(
      page,
      .object([
        "package": androidPackage.map(JSON.string),
        "minimum_version": androidMinimumVersion.map(JSON.integer),
        "deep_link": androidDeepLink.map(JSON.string),
      ]))
  }

  private static func member(_ page: String?, _ rest: JSON) -> JSON? {
    guard let members = rest.members, !members.isEmpty else { return page.map(JSON.string) }
    return .object((page.map { [JSON.Member("url", .string($0))] } ?? []) + members)
  }

  /// Reads what is stored of a link: its members `ios` and `android`.
  public init(ios: JSON?, android: JSON?) {
    self.init(
      iPad: ios?["ipad_url"]?.string, iosScheme: ios?["scheme"]?.string,
      iosMinimumVersion: ios?["minimum_version"]?.string,
      androidPackage: android?["package"]?.string,
      androidMinimumVersion: android?["minimum_version"]?.integer,
      androidDeepLink: android?["deep_link"]?.string)
  }

  /// Reads what a caller says of a link's platforms in its members `ios` and `android`: the page of
  /// a store alone, or an object.
  /// - Returns: the two pages, and the rest.
  /// - Throws: `FieldError`.
  public static func read(
    _ fields: Fields
  ) throws(FieldError) -> (ios: String?, android: String?, options: PlatformOptions) {
    var options = PlatformOptions()
    let ios = try object("ios", iosNames, of: fields)
    let android = try object("android", androidNames, of: fields)
    if let fields = ios.fields {
      options.iPad = try fields.string("ipad_url", max: Limits.urlBytes)
      options.iosScheme = try word("scheme", of: fields, also: "+-.", "shop or com.example.shop")
      options.iosMinimumVersion = try word(
        "minimum_version", of: fields, also: "+-.", "1.0.1")
    }
    if let fields = android.fields {
      options.androidPackage = try word(
        "package", of: fields, also: "._", "com.example.shop", max: packageBytes)
      options.androidMinimumVersion = try fields.integer("minimum_version", in: androidVersions)
      options.androidDeepLink = try fields.string("deep_link", max: Limits.urlBytes)
    }
    return (ios.page, android.page, options)
  }

  private static func object(
    _ name: String, _ names: [String], of fields: Fields
  ) throws(FieldError) -> (page: String?, fields: Fields?) {
    guard let value = fields.value(name) else { return (nil, nil) }
    if case .string = value { return (try fields.string(name, max: Limits.urlBytes), nil) }
    let inner = try fields.inner(value, at: name)
    try inner.allow(only: names)
    guard names.contains(where: { inner.value($0) != nil }) else {
      throw inner.error("url", "is missing")
    }
    return (try inner.string("url", max: Limits.urlBytes), inner)
  }

  /// Letters, digits and a few signs.
  private static func word(
    _ name: String, of fields: Fields, also signs: StaticString, _ example: String,
    max: Int = Limits.wordBytes
  ) throws(FieldError) -> String? {
    guard let text = try fields.string(name, max: max) else { return nil }
    let others = Array("\(signs)".utf8)
    guard text.utf8.allSatisfy({ $0.isLetter || $0.isDigit || others.contains($0) }) else {
      throw fields.error(
        name, "may have letters, digits and \(signs) only, such as \(example)")
    }
    return text
  }
}
