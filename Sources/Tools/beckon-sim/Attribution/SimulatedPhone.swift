import BeckonModel
import BeckonTesting

/// A phone as its browsers and the app describe it.
struct SimulatedPhone {
  /// What a model of phone is.
  struct Model {
    let name: String
    let platform: Platform
    let screen: Screen
  }

  let model: Model
  let osVersion: String
  /// Preferred language of the phone.
  let language: String
  /// What the browser asks for, when that is another one.
  let browserLanguage: String
  let timeZone: String

  /// What the app says at its first launch.
  var device: DeviceDescription {
    DeviceDescription(
      platform: model.platform, osVersion: osVersion, deviceModel: model.name,
      screen: model.screen, language: language, timeZone: timeZone)
  }

  /// A phone out of the shop; `platform` when that is settled.
  static func any(_ chance: inout SeededGenerator, platform: Platform) -> SimulatedPhone {
    let model = chance.pick(platform == .ios ? appleModels : androidModels)
    let version = chance.pick(platform == .ios ? appleVersions : androidVersions)
    let language = chance.pick(languages)
    return SimulatedPhone(
      model: model, osVersion: version, language: language,
      browserLanguage: chance.hits(0.03) ? "en-US" : language,
      timeZone: chance.hits(0.02) ? "Europe/London" : "Europe/Berlin")
  }

  // MARK: What there is

  private static let languages: [(weight: Double, value: String)] = [
    (80, "de-DE"), (8, "en-US"), (3, "tr-TR"), (2, "en-GB"), (2, "ru-RU"), (2, "pl-PL"),
    (1.5, "ar-SA"), (1.5, "uk-UA"),
  ]

  private static let appleVersions: [(weight: Double, value: String)] = [
    (30, "26.1"), (14, "26.0.1"), (4, "26.0"), (13, "18.7.1"), (12, "18.6.2"), (5, "18.5"),
    (4, "18.3.2"), (6, "17.6.1"), (3, "17.7.2"), (5, "16.7.11"), (4, "15.8.4"),
  ]

  private static let androidVersions: [(weight: Double, value: String)] = [
    (16, "16"), (28, "15"), (22, "14"), (14, "13"), (9, "12"), (8, "11"), (3, "10"),
  ]

  private static let appleModels: [(weight: Double, value: Model)] =
    iPhones.map { entry in
      let screen = Screen(width: entry.width, height: entry.height, scale: entry.scale)
      return (entry.weight, Model(name: entry.name, platform: .ios, screen: screen))
    }

  private static let iPhones:
    [(weight: Double, name: String, width: Int64, height: Int64, scale: Double)] = [
      (6, "iPhone12,1", 414, 896, 2), (2, "iPhone12,3", 375, 812, 3),
      (2, "iPhone12,5", 414, 896, 3), (3, "iPhone12,8", 375, 667, 2),
      (2, "iPhone13,1", 375, 812, 3), (7, "iPhone13,2", 390, 844, 3),
      (3, "iPhone13,3", 390, 844, 3), (2, "iPhone13,4", 428, 926, 3),
      (2, "iPhone14,4", 375, 812, 3), (10, "iPhone14,5", 390, 844, 3),
      (4, "iPhone14,2", 390, 844, 3), (4, "iPhone14,3", 428, 926, 3),
      (3, "iPhone14,6", 375, 667, 2), (6, "iPhone14,7", 390, 844, 3),
      (5, "iPhone15,2", 393, 852, 3), (5, "iPhone15,3", 430, 932, 3),
      (8, "iPhone15,4", 393, 852, 3), (5, "iPhone16,1", 393, 852, 3),
      (6, "iPhone16,2", 430, 932, 3), (6, "iPhone17,3", 393, 852, 3),
      (5, "iPhone17,1", 402, 874, 3), (6, "iPhone17,2", 440, 956, 3),
      (3, "iPhone18,3", 402, 874, 3), (2, "iPad13,18", 820, 1_180, 2),
      (2, "iPad14,1", 744, 1_133, 2),
    ]

  /// Forty models whose shares fall as one, a half, a third, with the sizes that are common.
  private static let androidModels: [(weight: Double, value: Model)] = (0..<40).map { rank in
    let sizes: [(Int64, Int64, Double)] = [
      (360, 780, 3), (412, 915, 2.625), (384, 832, 2.8125), (393, 873, 2.75), (360, 800, 2),
      (411, 891, 2.625), (432, 960, 2.5), (385, 854, 2.8125),
    ]
    let size = sizes[rank % sizes.count]
    let maker = [
      "SM-A\(150 + rank)B", "SM-S9\(10 + rank)B", "22\(100 + rank)RN", "Pixel \(rank % 10)",
    ]
    return (
      1 / Double(rank + 1),
      Model(
        name: maker[rank % 4], platform: .android,
        screen: Screen(width: size.0, height: size.1, scale: size.2))
    )
  }
}

// MARK: - Browsers

extension SimulatedPhone {
  private static let webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
  private static let blink = "AppleWebKit/537.36 (KHTML, like Gecko)"

  /// The `User-Agent` of one of its browsers, and whether that goes through Private Relay where a
  /// person has it: Safari does, browsers inside apps do not.
  func agent(_ chance: inout SeededGenerator) -> (text: String, isSafari: Bool) {
    if model.platform == .android { return (androidAgent(&chance), false) }
    let draw = Int.random(in: 0..<100, using: &chance)
    return (appleAgent(draw), draw < 60)
  }

  private func appleAgent(_ draw: Int) -> String {
    let parts = osVersion.split(separator: ".")
    let isFrozen = (Int(parts[0]) ?? 0) >= 26
    let system = isFrozen ? "18_7" : parts.joined(separator: "_")
    let short = parts.prefix(2).joined(separator: ".")
    let head = "Mozilla/5.0 (\(family); CPU \(family == "iPad" ? "" : "iPhone ")OS"
    switch draw {
    case 0..<60 where family == "iPad":
      return
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(Self.webKit) Version/\(short) Safari/605.1.15"
    case 0..<60:
      return "\(head) \(system) like Mac OS X) \(Self.webKit) "
        + "Version/\(short) Mobile/15E148 Safari/604.1"
    case 60..<70:
      let chrome = parts.prefix(2).joined(separator: "_")
      return "\(head) \(chrome) like Mac OS X) \(Self.webKit) "
        + "CriOS/141.0.7390.96 Mobile/15E148 Safari/604.1"
    case 70..<82:
      let version = parts.joined(separator: "_")
      return "\(head) \(system) like Mac OS X) \(Self.webKit) Mobile/22G86 Instagram 400.0.0 "
        + "(\(model.name); iOS \(version); \(language); scale=3.00; 1170x2532; 602)"
    case 82..<90:
      return "\(head) \(system) like Mac OS X) \(Self.webKit) Mobile/22G86 [FBAN/FBIOS;"
        + "FBAV/530.0;FBDV/\(model.name);FBMD/iPhone;FBSN/iOS;FBSV/\(osVersion);FBSS/3]"
    default:
      return "\(head) \(system) like Mac OS X) \(Self.webKit) Mobile/15E148"
    }
  }

  private var family: String { model.name.hasPrefix("iPad") ? "iPad" : "iPhone" }

  private func androidAgent(_ chance: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<100, using: &chance) {
    case 0..<58:
      "Mozilla/5.0 (Linux; Android 10; K) \(Self.blink) Chrome/141.0.0.0 Mobile Safari/537.36"
    case 58..<66:
      "Mozilla/5.0 (Linux; Android 10; K) \(Self.blink) SamsungBrowser/28.0 "
        + "Chrome/130.0.0.0 Mobile Safari/537.36"
    case 66..<97:
      "Mozilla/5.0 (Linux; Android \(osVersion); \(model.name) Build/AP3A.240905.015; wv) "
        + "\(Self.blink) Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36"
    default: "Mozilla/5.0 (Android \(osVersion); Mobile; rv:144.0) Gecko/144.0 Firefox/144.0"
    }
  }

  /// A browser on somebody's desk.
  static let desktopAgents = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(blink) Chrome/141.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(blink) Chrome/141.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(webKit) Version/26.1 Safari/605.1.15",
  ]

  /// Programs that fetch a link when it is shared, and those that crawl.
  static let robotAgents = [
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "WhatsApp/2.23.20.0", "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (X11; Linux x86_64) \(blink) HeadlessChrome/141.0.0.0 Safari/537.36",
  ]
}
