import BeckonEngine
import Testing

/// Agents of apps that show pages themselves, as they send them, and of browsers, which are none.
@Suite struct InAppBrowserTests {
  private static let iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
  private static let android =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UP1A.231005.007; wv) AppleWebKit/537.36 "
    + "(KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36 "

  @Test(
    "Each is known by what it calls itself",
    arguments: [
      (Agents.instagram, .instagram), (Agents.facebook, .facebook),
      (iPhone + "Mobile/15E148 Barcelona 350.0 (iPhone15,2; iOS 18_6)", .threads),
      (android + "[FB_IAB/FB4A;FBAV/466.0.0.47.109;]", .facebook),
      (iPhone + "Mobile/15E148 [FBAN/MessengerForiOS;FBAV/466.1;]", .facebook),
      (iPhone + "Mobile/15E148 musical_ly_34.7.0 BytedanceWebview/d8a21c6", .tikTok),
      (android + "trill_340703 AppName/trill ByteLocale/tr", .tikTok),
      (iPhone + "Mobile/15E148 Safari Line/14.1.0", .line), (android + "Line/14.1.0/IAB", .line),
      (iPhone + "Mobile/15E148 MicroMessenger/8.0.50(0x1800322c) Language/de", .weChat),
      (iPhone + "Mobile/15E148 KAKAOTALK 10.8.3", .kakaoTalk),
      (iPhone + "Mobile/15E148 Snapchat/12.90.0.41 (like Safari/8618.2.12, panda)", .snapchat),
      (iPhone + "Mobile/15E148 Twitter for iPhone/10.45", .x),
      (android + "TwitterAndroid", .x),
      (iPhone + "Mobile/15E148 [LinkedInApp]/9.29.7962", .linkedIn),
      (iPhone + "Mobile/15E148 [Pinterest/iOS]", .pinterest),
      (android + "Telegram-Android/11.4.2 (Google Pixel 8; Android 14)", .telegram),
      (iPhone + "GSA/324.0.646 Mobile/15E148 Safari/604.1", .google),
      (iPhone + "Mobile/15E148 Gmail/6.0", .google),
      (Agents.iPhoneWebView, .other), (Agents.androidWebView, .other),
    ] as [(String, InAppBrowser)])
  func known(agent: String, browser: InAppBrowser) {
    #expect(InAppBrowser(userAgent: agent) == browser)
  }

  @Test(
    "A browser is none, and neither is what cannot be read",
    arguments: [
      Agents.safari17, Agents.safari26, Agents.iPad, Agents.iPadChrome, Agents.iPhoneChrome,
      Agents.reducedChrome, Agents.androidFirefox, Agents.cubot, Agents.macChrome,
      Agents.windowsEdge, "", "\u{1F600}", "Mozilla/5.0 (Linux; Android 13; Line Phone) Chrome/125",
    ])
  func browsers(agent: String) {
    #expect(InAppBrowser(userAgent: agent) == nil)
  }
}
