import BeckonModel

/// What a link may have besides its target.
public struct LinkOptions: Hashable, Sendable {
  /// Where iOS devices without the app go.
  public let ios: String?
  /// Where Android devices without the app go.
  public let android: String?
  /// How previews show it: `title`, `description`, `image`.
  public let social: JSON?
  /// UTM parameters without `utm_`.
  public let utm: JSON?
  /// What people call it.
  public let name: String?
  /// Where the app goes, if that is another place than the link's target.
  public let deepLink: String?
  /// Who goes to the app's own store pages; `nil` for nobody.
  public let storeVisitors: StoreVisitors?
  /// Which parameters of a visit it hands on; `nil` for what the app's settings say.
  public let passParameters: PassedParameters?
  /// What only its click page and the app's own SDK need to know of the two platforms.
  public var platforms: PlatformOptions
  /// Whether its click page waits for a tap, by which it copies the link for the app to find;
  /// `nil` for what the app's settings say.
  public var pasteboard: Bool?

  /// Makes options.
  public init(
    ios: String? = nil, android: String? = nil, social: JSON? = nil, utm: JSON? = nil,
    name: String? = nil, deepLink: String? = nil, storeVisitors: StoreVisitors? = nil,
    passParameters: PassedParameters? = nil, platforms: PlatformOptions = PlatformOptions(),
    pasteboard: Bool? = nil
  ) {
    self.platforms = platforms
    self.pasteboard = pasteboard
    self.passParameters = passParameters
    self.storeVisitors = storeVisitors
    self.name = name
    self.deepLink = deepLink
    self.ios = ios
    self.android = android
    self.social = social
    self.utm = utm
  }

  /// As the database and the API write them.
  public var json: JSON {
    .object([
      "ios": platforms.ios(page: ios), "android": platforms.android(page: android),
      "social": social,
      "utm": utm, "name": name.map(JSON.string), "deep_link": deepLink.map(JSON.string),
      "store_visitors": storeVisitors.map { .string($0.rawValue) },
      "pass_parameters": passParameters?.json, "pasteboard": pasteboard.map(JSON.bool),
    ])
  }

  /// Reads what `json` wrote.
  public init(json: JSON) {
    let passed = try? PassedParameters("pass_parameters", of: Fields(json))
    let (ios, android) = (json["ios"], json["android"])
    self.init(
      ios: ios?.string ?? ios?["url"]?.string,
      android: android?.string ?? android?["url"]?.string, social: json["social"],
      utm: json["utm"], name: json["name"]?.string, deepLink: json["deep_link"]?.string,
      storeVisitors: json["store_visitors"]?.string.flatMap(StoreVisitors.init(word:)),
      passParameters: passed, platforms: PlatformOptions(ios: ios, android: android),
      pasteboard: json["pasteboard"]?.bool)
  }
}
