/// Agents as devices really send them.
enum Agents {
  private static let webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
  private static let blink = "AppleWebKit/537.36 (KHTML, like Gecko)"

  static let safari17 =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) \(webKit) Version/17.5 Mobile/15E148 Safari/604.1"
  static let safari18 =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) \(webKit) Version/18.6 Mobile/15E148 Safari/604.1"
  static let safari26 =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) \(webKit) Version/26.0 Mobile/15E148 Safari/604.1"
  static let iPhoneWebView =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) \(webKit) Mobile/15E148"
  static let iPad =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(webKit) Version/17.5 Safari/605.1.15"
  static let iPadChrome =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(webKit) CriOS/125 Version/11.1.1 Safari/605.1.15"
  static let iPhoneChrome =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) \(webKit) CriOS/125.0.6422.80 Mobile/15E148 Safari/604.1"
  static let instagram =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) \(webKit) Mobile/21F90 Instagram 333.0.1 (iPhone14,5; iOS 17_5_1; en_US; en; scale=3.00; 1170x2532; 602)"
  static let facebook =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) \(webKit) Mobile/22G86 [FBAN/FBIOS;FBAV/466.1;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/26.1;FBSS/3]"
  static let reducedChrome =
    "Mozilla/5.0 (Linux; Android 10; K) \(blink) Chrome/125.0.0.0 Mobile Safari/537.36"
  static let oldChrome =
    "Mozilla/5.0 (Linux; Android 13; SM-S911B) \(blink) Chrome/99.0.4844.88 Mobile Safari/537.36"
  static let androidWebView =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UP1A.231005.007; wv) \(blink) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36"
  static let cubot =
    "Mozilla/5.0 (Linux; Android 9; CUBOT_X19 Build/PPR1) \(blink) Chrome/80.0.1.1 Mobile Safari/537.36"
  static let androidFirefox = "Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0"
  static let macChrome =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(blink) Chrome/125.0.0.0 Safari/537.36"
  static let windowsEdge =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(blink) Chrome/125.0.0.0 Safari/537.36 Edg/125.0.0.0"
  static let windows7 = "Mozilla/5.0 (Windows NT 6.1; rv:115.0) Gecko/20100101 Firefox/115.0"
  static let linuxFirefox = "Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0"
  static let windowsPhone =
    "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) \(blink) Edge/15.1"
}
