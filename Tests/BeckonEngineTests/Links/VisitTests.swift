import BeckonEngine
import Testing

@Suite("Visits")
struct VisitTests {
  @Test(
    "of people's browsers are clicks, also of those inside apps",
    arguments: [
      Agents.safari17, Agents.safari26, Agents.reducedChrome, Agents.instagram, Agents.facebook,
      Agents.cubot, Agents.iPad, Agents.windowsEdge, Agents.androidFirefox,
      Agents.iPhoneWebView + " Snapchat/12.80.0.42 (like Safari/8617.2.4, panda)",
      Agents.iPhoneWebView + " [Pinterest/iOS]", Agents.iPhoneWebView + " [LinkedInApp]/9.29",
      Agents.reducedChrome + " Telegram-Android/10.9.1 (Google Pixel 8; Android 14)",
      "Opera/9.80 (Android; Opera Mini/36.2/191.0; U; en) Presto/2.12 Version/12.16",
    ])
  func people(agent: String) {
    #expect(Visit(method: "GET", userAgent: agent).kind == .click)
  }

  @Test(
    "of messengers and networks that fetch a preview are previews",
    arguments: [
      "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
      "Twitterbot/1.0", "WhatsApp/2.23.20.0 A", "TelegramBot (like TwitterBot)",
      "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "Slack-ImgProxy (+https://x)",
      "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
      "LinkedInBot/1.0 (compatible; Mozilla/5.0)", "Viber/13.3.0.5",
      "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
      "Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat; https://snapchat.com)",
      "Pinterest/0.2 (+https://www.pinterest.com/bot.html)", "Mozilla/5.0 Pinterestbot/1.0",
      // iMessage.
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) "
        + "Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    ])
  func previews(agent: String) {
    #expect(Visit(method: "GET", userAgent: agent).kind == .preview)
  }

  @Test(
    "of programs are robots",
    arguments: [
      nil, "", " ", "-", "curl/8.5.0", "Wget/1.21", "python-requests/2.31", "Go-http-client/2.0",
      "okhttp/4.12.0", "Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)", "Java/17.0.2", "axios/1.6",
      "Shop/3 CFNetwork/1494.0.7 Darwin/23.4.0",
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
      "Mozilla/5.0 (Macintosh) AppleWebKit/605 Version/17.4 Safari/605 (Applebot/0.1)",
      "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/125.0 Safari/537.36",
      "Mozilla/5.0 (compatible; AhrefsBot/7.0)", "Mozilla/5.0 (compatible; Baiduspider/2.0)",
      "Mozilla/5.0 (iPhone) meta-externalagent/1.1",
    ] as [String?])
  func robots(agent: String?) {
    #expect(Visit(method: "GET", userAgent: agent).kind == .robot)
  }

  @Test("of a browser that loads ahead are prefetches, whatever the header is called")
  func prefetches() {
    let agent = Agents.safari17
    let visits = [
      Visit(method: "GET", userAgent: agent, secPurpose: "prefetch"),
      Visit(method: "GET", userAgent: agent, secPurpose: "prefetch;prerender"),
      Visit(method: "GET", userAgent: agent, purpose: "prefetch"),
      Visit(method: "GET", userAgent: agent, xMoz: "Prefetch"),
      Visit(method: "GET", userAgent: agent, xPurpose: "preview"),
    ]
    #expect(visits.map(\.kind) == Array(repeating: .prefetch, count: 5))
    #expect(Visit(method: "GET", userAgent: agent, purpose: "navigate").kind == .click)
  }

  @Test("by HEAD are never clicks, because X sends three of them with a browser's agent")
  func heads() {
    #expect(Visit(method: "HEAD", userAgent: Agents.macChrome).kind == .head)
    #expect(Visit(method: "HEAD", userAgent: "Twitterbot/1.0").kind == .head)
  }
}
