import BeckonModel

/// The program that opened a link, as far as matching and statistics need it.
public enum Browser: String, CaseIterable, Sendable {
  /// Safari.
  case safari
  /// Chrome.
  case chrome
  /// Firefox.
  case firefox
  /// Edge.
  case edge
  /// Opera.
  case opera
  /// Samsung Internet.
  case samsung
  /// The browser inside Facebook or Messenger.
  case facebook
  /// The browser inside Instagram.
  case instagram
  /// Anything else, among it the browsers inside other apps.
  case other
}

/// What a `User-Agent` header tells about a client, without what browsers freeze.
public struct ClientDescription: Hashable, Sendable {
  /// What the client runs on. An iPad says `macos` unless its browser gives it away.
  public let platform: Platform
  /// Version of the operating system, `17.5.1`; `nil` when the browser hides or freezes it.
  public let osVersion: String?
  /// `iPhone`, `iPhone14,5`, `Pixel 8`; `nil` when the browser hides it.
  public let deviceModel: String?
  /// The program.
  public let browser: Browser

  /// Makes a description of its parts.
  public init(
    platform: Platform, osVersion: String? = nil, deviceModel: String? = nil,
    browser: Browser = .other
  ) {
    self.platform = platform
    self.osVersion = osVersion
    self.deviceModel = deviceModel
    self.browser = browser
  }
}
