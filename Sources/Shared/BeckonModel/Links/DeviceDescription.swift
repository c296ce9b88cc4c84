/// What an app says about the device that it runs on, for matching it with a click.
public struct DeviceDescription: Hashable, Sendable {
  /// Operating system: `ios`, `android`, `macos`, `windows`, `linux` or `other`.
  public let platform: Platform
  /// Version of the operating system: `18.5`.
  public let osVersion: String?
  /// Model as the system names it: `iPhone17,1`.
  public let deviceModel: String?
  /// The main screen.
  public let screen: Screen?
  /// Preferred language (BCP 47): `tr-TR`.
  public let language: String?
  /// Time zone id: `Europe/Istanbul`.
  public let timeZone: String?
  /// Version of the app.
  public let appVersion: String?

  /// Makes a description; what is not known is `nil`.
  public init(
    platform: Platform, osVersion: String? = nil, deviceModel: String? = nil,
    screen: Screen? = nil, language: String? = nil, timeZone: String? = nil,
    appVersion: String? = nil
  ) {
    self.platform = platform
    self.osVersion = osVersion
    self.deviceModel = deviceModel
    self.screen = screen
    self.language = language
    self.timeZone = timeZone
    self.appVersion = appVersion
  }
}

/// An operating system as far as links and apps care.
public enum Platform: String, CaseIterable, Sendable {
  /// iPhone and iPad.
  case ios
  /// Android.
  case android
  /// Mac, and an iPad whose browser asks for desktop pages.
  case macos
  /// Windows.
  case windows
  /// Linux that is not Android.
  case linux
  /// Anything else, or unknown.
  case other
}

/// A screen in points (CSS pixels).
public struct Screen: Hashable, Sendable {
  /// Width in points.
  public let width: Int64
  /// Height in points.
  public let height: Int64
  /// Pixels per point.
  public let scale: Double?

  /// Makes a screen.
  public init(width: Int64, height: Int64, scale: Double?) {
    self.width = width
    self.height = height
    self.scale = scale
  }
}
