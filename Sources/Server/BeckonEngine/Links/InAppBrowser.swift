import BeckonModel

/// The browser inside an app. A link that is opened there stays there: the system does not hand it
/// to the app that it belongs to.
public enum InAppBrowser: String, CaseIterable, Sendable {
  /// Instagram.
  case instagram
  /// Threads, which calls itself Barcelona.
  case threads
  /// Facebook and Messenger.
  case facebook
  /// TikTok.
  case tikTok = "tiktok"
  /// LINE.
  case line
  /// WeChat.
  case weChat = "wechat"
  /// KakaoTalk.
  case kakaoTalk = "kakaotalk"
  /// Snapchat.
  case snapchat
  /// X, which was Twitter.
  case x
  /// LinkedIn.
  case linkedIn = "linkedin"
  /// Pinterest.
  case pinterest
  /// Telegram.
  case telegram
  /// Google's own apps, among them Gmail.
  case google
  /// One that does not say whose it is.
  case other

  private static let words: [(word: String, browser: InAppBrowser)] = [
    ("instagram", .instagram), ("barcelona", .threads), ("fban", .facebook), ("fbav", .facebook),
    ("bytedancewebview", .tikTok), ("musical", .tikTok), ("trill", .tikTok), ("tiktok", .tikTok),
    ("micromessenger", .weChat), ("kakaotalk", .kakaoTalk), ("snapchat", .snapchat),
    ("twitter", .x), ("twitterandroid", .x), ("linkedinapp", .linkedIn), ("pinterest", .pinterest),
    ("telegram", .telegram), ("gsa", .google), ("gmail", .google),
  ]

  /// Which one sent this header; `nil` for a browser of its own.
  public init?(userAgent: String) {
    let text = HeaderText(userAgent)
    if let known = Self.words.first(where: { text.contains($0.word) }) {
      self = known.browser
    } else if Self.isLine(text) {
      self = .line
    } else if Self.isView(text) {
      self = .other
    } else {
      return nil
    }
  }

  /// `Line/14.1.0`: the word alone may be a phone's name.
  private static func isLine(_ text: HeaderText) -> Bool {
    guard let word = text.range(of: "line") else { return false }
    return word.upperBound < text.bytes.count && text.bytes[word.upperBound] == UInt8(ascii: "/")
  }

  /// Android's web view says `wv`; Apple's does not call itself Safari, as all browsers do.
  private static func isView(_ text: HeaderText) -> Bool {
    if text.contains("android") { return text.contains("wv") }
    let isPhone = ["iphone", "ipad", "ipod"].contains(where: text.contains)
    return isPhone && text.contains("applewebkit") && !text.contains("safari")
  }
}
