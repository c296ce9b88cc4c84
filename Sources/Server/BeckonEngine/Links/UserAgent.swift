import BeckonModel

/// Reads `User-Agent` headers.
///
/// Much in them is frozen on purpose and must not be compared:
/// * reduced Chrome says `Android 10; K`, `Windows NT 10.0` and `10_15_7` on every machine
///   (Chromium, "User-Agent reduction");
/// * every browser says macOS 10.15 on a newer one;
/// * from version 26 Safari says `iPhone OS 18_6` or `18_7` for ever (WebKit's notes on Safari
/// 26.0).   Safari comes with the system, so the first part of its own version is still the
/// system's;   browsers inside apps don't tell it, and theirs stays unknown.
///
/// An iPad's Safari pretends to be a Mac's. Nothing in the header tells them apart, so the platform
/// stays `macos`; `Signals.comparePlatform` says when such a click may still match an iPad.
public enum UserAgent {
  /// Bytes of a header that are looked at.
  public static let bytesMax = HeaderText.bytesMax

  /// Describes the client that sent this header. Never fails: what it can't read is absent.
  public static func describe(_ header: String) -> ClientDescription {
    let text = HeaderText(header)
    let browser = browser(text)
    if text.contains("windows"), text.contains("phone") {
      return ClientDescription(platform: .other, browser: browser)
    }
    if let family = appleFamily(text) {
      return ClientDescription(
        platform: .ios, osVersion: iosVersion(text), deviceModel: appModel(text) ?? family,
        browser: browser)
    }
    if let android = text.range(of: "android") {
      let (version, model) = androidTraits(text, after: android.upperBound)
      return ClientDescription(
        platform: .android, osVersion: version, deviceModel: model, browser: browser)
    }
    return desktop(text, browser)
  }

  private static func desktop(_ text: HeaderText, _ browser: Browser) -> ClientDescription {
    if text.contains("windows") {
      let version = text.version(after: "nt")
      return ClientDescription(
        platform: .windows, osVersion: version == "10.0" ? nil : version, browser: browser)
    }
    if text.contains("macintosh") {
      let version = text.version(after: "x")
      let isFrozen = version?.hasPrefix("10.15") ?? true
      return ClientDescription(
        platform: .macos, osVersion: isFrozen ? nil : version, browser: browser)
    }
    let isLinux = text.contains("linux") || text.contains("cros")
    return ClientDescription(platform: isLinux ? .linux : .other, browser: browser)
  }

  private static let browserWords: [(word: String, browser: Browser)] = [
    ("instagram", .instagram), ("fban", .facebook), ("fbav", .facebook), ("edg", .edge),
    ("edga", .edge), ("edgios", .edge), ("opr", .opera), ("opt", .opera), ("opios", .opera),
    ("samsungbrowser", .samsung), ("crios", .chrome), ("fxios", .firefox), ("firefox", .firefox),
    ("gsa", .other), ("duckduckgo", .other), ("chrome", .chrome),
  ]

  /// The word that only one browser uses decides; `Safari` stands in nearly all, `Version` only in
  /// Safari and in old Android browsers.
  private static func browser(_ text: HeaderText) -> Browser {
    if text.contains("wv") { return appBrowser(text) }
    for entry in browserWords where text.contains(entry.word) { return entry.browser }
    let isSafari = text.contains("version") && text.contains("safari") && !text.contains("android")
    return isSafari ? .safari : .other
  }

  private static func appBrowser(_ text: HeaderText) -> Browser {
    if text.contains("instagram") { return .instagram }
    return text.contains("fban") || text.contains("fbav") ? .facebook : .other
  }

  // MARK: - iOS

  /// Browsers that exist on iOS only give an iPad away that asks for the desktop page.
  private static func appleFamily(_ text: HeaderText) -> String? {
    if text.contains("iphone") { return "iPhone" }
    if text.contains("ipad") { return "iPad" }
    if text.contains("ipod") { return "iPod" }
    let isHidden = text.contains("macintosh")
    return isHidden && ["crios", "fxios", "edgios", "opios"].contains(where: text.contains)
      ? "iPad" : nil
  }

  private static func iosVersion(_ text: HeaderText) -> String? {
    if let version = text.version(after: "fbsv") { return version }
    if let range = text.range(of: "ios"), let version = text.version(at: range.upperBound + 1) {
      return version
    }
    guard !text.contains("macintosh"), let version = text.version(after: "os") else { return nil }
    let parts = version.split(on: ".").map { Int($0) ?? 0 }
    guard let safari = text.version(after: "version") else {
      let mayBeFrozen = parts.count > 1 && parts[0] == 18 && parts[1] >= 6
      return mayBeFrozen ? nil : version
    }
    let major = Int(safari.upTo(".")) ?? 0
    if major >= 26 { return String(major) }
    // Safari writes all parts of the version, so a missing third is zero. Other browsers cut it
    // off.
    return parts.count == 2 ? version + ".0" : version
  }

  /// The browsers inside Facebook (`FBDV/iPhone14,5`) and Instagram (`(iPhone14,5; iOS 17_5`) tell
  /// the exact model.
  private static func appModel(_ text: HeaderText) -> String? {
    let beforeDigits = text.words.filter { range in
      range.upperBound < text.bytes.count && text.bytes[range.upperBound].isDigit
    }
    let positions =
      text.range(of: "fbdv").map { [$0.upperBound + 1] } ?? beforeDigits.map(\.lowerBound)
    for position in positions {
      let model = text.text(from: position, upTo: ";)]/ ")
      if model.hasPrefix("iP"), model.has(",") { return model }
    }
    return nil
  }

  // MARK: - Android

  /// `Android 14; Pixel 8 Build/UP1A)` gives both; `Android 10; K)` gives neither; Firefox writes
  /// `Android 14; Mobile; rv:…`, and 10 whenever the system is older.
  private static func androidTraits(
    _ text: HeaderText, after position: Int
  ) -> (version: String?, model: String?) {
    let parts = text.text(from: position, upTo: ")").split(on: ";").map(trimmed)
    if parts.dropFirst().contains("K") { return (nil, nil) }
    var version = text.version(at: position + 1)
    if version == "10", text.contains("firefox") { version = nil }
    let model = parts.dropFirst().first { !isNoModel($0) }.map { part in
      let name = part.split(on: "/").first ?? ""
      return trimmed(name.parts(around: " Build")?.before ?? name)
    }
    return (version, model.flatMap { $0.isEmpty ? nil : $0 })
  }

  private static func trimmed(_ text: String) -> String {
    String(decoding: Array(text.utf8)[...].trimmingSpace, as: UTF8.self)
  }

  /// `U`, `wv`, `Mobile`, `Tablet`, `rv:126.0` and a language (`en-us`) stand where a model may.
  private static func isNoModel(_ part: String) -> Bool {
    let lower = part.lowercased()
    if ["", "u", "wv", "mobile", "tablet"].contains(lower) || lower.hasPrefix("rv:") {
      return true
    }
    let bytes = Array(lower.utf8)
    return bytes.count == 5 && bytes[2] == UInt8(ascii: "-") && bytes[0].isLetter
      && bytes[1].isLetter && bytes[3].isLetter && bytes[4].isLetter
  }
}
