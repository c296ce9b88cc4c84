/// Tells programs from people by the agent that they send.
///
/// The lists name what pretends to be a browser. What doesn't begin like a browser (`Mozilla/`,
/// `Opera/`) needs no list: `curl/8`, `python-requests/2`, `okhttp/4` and an empty agent are
/// robots. People's browsers inside apps carry the app's name too (`Snapchat`, `[Pinterest/iOS]`,
/// `Telegram-Android`, `LinkedInApp`), so bare app names are no signs.
enum Robots {
  static func kind(_ agent: HeaderText) -> VisitKind {
    if previewStarts.contains(where: agent.starts) { return .preview }
    var isRobot = !(agent.starts(with: "mozilla/") || agent.starts(with: "opera/"))
    for range in agent.words {
      let word = agent.lower[range]
      if isPreview(word) { return .preview }
      isRobot = isRobot || Self.isRobot(word)
    }
    return isRobot ? .robot : .click
  }

  /// Agents of preview fetchers that say no more than the app's name and version.
  private static let previewStarts = ["whatsapp/", "viber", "pinterest/", "mastodon/"]

  /// iMessage calls itself `facebookexternalhit` and `Twitterbot` at once.
  private static let previewWords = words([
    "facebookexternalhit", "facebot", "externalfetcher", "twitterbot", "slackbot", "imgproxy",
    "telegrambot", "discordbot", "linkedinbot", "pinterestbot", "redditbot", "vkshare", "embedly",
    "iframely", "pagerenderer", "scrap", "bitlybot", "mastodon",
  ])

  private static let robotWords = words([
    "headlesschrome", "phantomjs", "lighthouse", "inspectiontool", "googleother", "mediapartners",
    "feedfetcher", "externalagent", "slurp", "pingdom", "uptimerobot", "statuscake", "datadog",
    "validator", "archiver", "selenium", "puppeteer", "playwright", "python", "curl", "wget",
  ])

  private static func words(_ list: [String]) -> [[UInt8]] { list.map { Array($0.utf8) } }

  private static func isPreview(_ word: ArraySlice<UInt8>) -> Bool {
    ends(word, "preview") || contains(previewWords, word)
  }

  /// Cubot makes phones.
  private static func isRobot(_ word: ArraySlice<UInt8>) -> Bool {
    if ends(word, "bot") || ends(word, "bots") { return !ends(word, "cubot") }
    return ends(word, "crawler") || ends(word, "spider") || contains(robotWords, word)
  }

  private static func contains(_ list: [[UInt8]], _ word: ArraySlice<UInt8>) -> Bool {
    list.contains { $0.count == word.count && $0.elementsEqual(word) }
  }

  private static func ends(_ word: ArraySlice<UInt8>, _ end: String) -> Bool {
    word.count >= end.utf8.count && word.suffix(end.utf8.count).elementsEqual(end.utf8)
  }
}
