import BeckonEngine
import BeckonModel
import Testing

@Suite("Signals")
struct SignalsTests {
  /// Compares one trait of two otherwise empty iOS devices.
  func compare(
    _ name: SignalName, _ platform: Platform = .ios, click: (inout Signals) -> Void,
    install: (inout Signals) -> Void
  ) -> SignalComparison? {
    var sides = (
      Signals(network: "n", platform: platform), Signals(network: "n", platform: platform)
    )
    click(&sides.0)
    install(&sides.1)
    let judged = Signals.compare(click: sides.0, install: sides.1)
    #expect(judged.map(\.name) == SignalName.allCases)
    return judged.first { $0.name == name }?.comparison
  }

  @Test(
    "Versions are compared as far as the click's goes",
    arguments: [
      ("17.5.1", "17.5.1", .agrees), ("17.5", "17.5.1", .agrees), ("26", "26.0.1", .agrees),
      ("17.5.0", "17.5.1", .differs), ("17.5.1", "17.5", .differs), ("17.5.0", "17.5", .agrees),
      ("17.5.1", "17", .agrees), ("14", "14.0", .agrees), ("17.5", "17.6", .differs),
      ("17", "18.0", .differs),
      ("17.5", "iOS 17.5 (21F79)", .agrees), (nil, "17.5", .missing), ("17.5", nil, .missing),
      ("beta", "17.5", .missing), ("99999999999999999999", "17", .missing),
    ] as [(String?, String?, SignalComparison)])
  func versions(click: String?, install: String?, expected: SignalComparison) {
    #expect(
      compare(.osVersion) {
        $0.osVersion = click
      } install: {
        $0.osVersion = install
      } == expected)
  }

  @Test(
    "Apple's models agree with their family",
    arguments: [
      ("iPhone", "iPhone15,2", .agrees), ("iPhone14,5", "iPhone14,5", .agrees),
      ("iPhone14,5", "iPhone15,2", .differs), ("iPad", "iPhone15,2", .differs),
      ("iPhone14,5", "iPhone 13", .missing), ("iPhone", "arm64", .missing),
      ("iPhone", "x86_64", .missing), (nil, "iPhone15,2", .missing),
    ] as [(String?, String, SignalComparison)])
  func appleModels(click: String?, install: String, expected: SignalComparison) {
    #expect(
      compare(.deviceModel) {
        $0.deviceModel = click
      } install: {
        $0.deviceModel = install
      } == expected)
  }

  @Test(
    "Android's models agree with or without the maker",
    arguments: [
      ("SM-S911B", "sm-s911b", .agrees), ("Pixel 8", "Google Pixel 8", .agrees),
      ("Pixel 8", "Pixel 8 Pro", .differs), (nil, "Pixel 8", .missing),
    ] as [(String?, String, SignalComparison)])
  func androidModels(click: String?, install: String, expected: SignalComparison) {
    #expect(
      compare(.deviceModel, .android) {
        $0.deviceModel = click
      } install: {
        $0.deviceModel = install
      } == expected)
  }

  @Test(
    "Screens agree either way up, in points or pixels",
    arguments: [
      (Screen(390, 844, 3), Screen(390, 844, 3), .agrees),
      (Screen(844, 390, 3), Screen(390, 844, 3), .agrees),
      (Screen(390, 844, 3), Screen(1170, 2532, 3), .agrees),
      (Screen(412, 915, 2.625), Screen(1080, 2400, 2.625), .agrees),
      (Screen(390, 844, nil), Screen(390, 844, 3), .agrees),
      (Screen(390, 844, 3), Screen(393, 852, 3), .differs),
      (Screen(390, 844, 3), Screen(430, 932, 3), .differs),
      (Screen(375, 667, 2), Screen(375, 667, 3), .differs),
      (nil, Screen(390, 844, 3), .missing),
      (Screen(0, 0, .nan), Screen(390, 844, 3), .differs),
      (Screen(.min, .max, .infinity), Screen(390, 844, 0), .differs),
    ] as [(Screen?, Screen, SignalComparison)])
  func screens(click: Screen?, install: Screen, expected: SignalComparison) {
    #expect(
      compare(.screen) {
        $0.screen = click
      } install: {
        $0.screen = install
      } == expected)
  }

  @Test(
    "Languages that leave something out neither help nor hurt",
    arguments: [
      ("en-US", "en_US", .agrees), ("en", "en", .agrees), ("en-US", "en", .missing),
      ("en-US", "en-GB", .differs), ("tr-TR", "en-TR", .differs), ("tr", "en", .differs),
      ("zh-TW", "zh-Hant-TW", .agrees), ("zh-Hans", "zh-Hant", .differs),
      ("zh-CN", "zh-Hans", .missing),
      ("iw-IL", "he-IL", .agrees), ("es-419", "es-MX", .differs), ("*", "en", .missing),
      ("", "en", .missing), (nil, "en", .missing), ("fil-PH", "tl-PH", .agrees),
    ] as [(String?, String, SignalComparison)])
  func languages(click: String?, install: String, expected: SignalComparison) {
    #expect(
      compare(.language) {
        $0.language = click
      } install: {
        $0.language = install
      } == expected)
  }

  @Test(
    "Time zones are compared by name, else by distance",
    arguments: [
      ("Europe/Istanbul", "Europe/Istanbul", .agrees), ("Europe/Kiev", "Europe/Kyiv", .agrees),
      ("Asia/Calcutta", "Asia/Kolkata", .agrees), ("Europe/Istanbul", "Europe/Moscow", .differs),
      ("+03:00", "UTC+3", .agrees), ("GMT+0330", "+03:30", .agrees), ("+03:00", "Z", .differs),
      ("Etc/GMT-3", "+3", .agrees), ("UTC", "GMT", .agrees),
      ("Europe/Istanbul", "+03:00", .missing),
      ("x", "UTC", .missing), (nil, "UTC", .missing), ("+99:99", "UTC", .missing),
    ] as [(String?, String, SignalComparison)])
  func timeZones(click: String?, install: String, expected: SignalComparison) {
    #expect(
      compare(.timeZone) {
        $0.timeZone = click.flatMap(TimeZoneSignal.init(text:))
      } install: {
        $0.timeZone = TimeZoneSignal(text: install)
      } == expected)
  }

  @Test("A Safari that says Mac may be an iPad's, but never an iPhone's, and no Chrome's is")
  func pretendingIPad() {
    func platform(_ agent: String, _ model: String?) -> SignalComparison? {
      let click = Signals(
        network: "n", networkClass: .ordinary, client: UserAgent.describe(agent),
        acceptLanguage: nil)
      let install = Signals(network: "n", platform: .ios, deviceModel: model)
      return Signals.compare(click: click, install: install)
        .first { $0.name == .platform }?.comparison
    }
    #expect(platform(Agents.iPad, "iPad14,1") == .missing)
    #expect(platform(Agents.iPad, "iPhone15,2") == .differs)
    #expect(platform(Agents.iPad, nil) == .differs)
    #expect(platform(Agents.macChrome, "iPad14,1") == .differs)
    #expect(platform(Agents.iPadChrome, "iPad14,1") == .agrees)
  }

  @Test("A click's language is the first that the browser wants")
  func acceptLanguage() {
    let click = Signals(
      network: nil, networkClass: .ordinary, client: UserAgent.describe(""),
      acceptLanguage: " tr-TR,tr;q=0.9,en-US;q=0.8")
    #expect(click.language == "tr-tr")
  }
}

extension Screen {
  fileprivate init(_ width: Int64, _ height: Int64, _ scale: Double?) {
    self.init(width: width, height: height, scale: scale)
  }
}
