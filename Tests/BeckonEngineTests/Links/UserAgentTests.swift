import BeckonEngine
import BeckonModel
import Testing

@Suite("User agents")
struct UserAgentTests {
  typealias Case = (String, ClientDescription)

  @Test(
    "say platform, version, model and browser, without what is frozen",
    arguments: [
      (Agents.safari17, ClientDescription(.ios, "17.5.1", "iPhone", .safari)),
      (Agents.safari18, ClientDescription(.ios, "18.6.0", "iPhone", .safari)),
      (Agents.iPhoneChrome, ClientDescription(.ios, "17.5", "iPhone", .chrome)),
      (Agents.iPhoneWebView, ClientDescription(.ios, nil, "iPhone", .other)),
      (Agents.instagram, ClientDescription(.ios, "17.5.1", "iPhone14,5", .instagram)),
      (Agents.facebook, ClientDescription(.ios, "26.1", "iPhone15,2", .facebook)),
      (Agents.iPad, ClientDescription(.macos, nil, nil, .safari)),
      (Agents.iPadChrome, ClientDescription(.ios, nil, "iPad", .chrome)),
      (Agents.reducedChrome, ClientDescription(.android, nil, nil, .chrome)),
      (Agents.oldChrome, ClientDescription(.android, "13", "SM-S911B", .chrome)),
      (Agents.androidWebView, ClientDescription(.android, "14", "Pixel 8", .other)),
      (Agents.androidFirefox, ClientDescription(.android, "14", nil, .firefox)),
      (Agents.macChrome, ClientDescription(.macos, nil, nil, .chrome)),
      (Agents.windowsEdge, ClientDescription(.windows, nil, nil, .edge)),
      (Agents.windows7, ClientDescription(.windows, "6.1", nil, .firefox)),
      (Agents.linuxFirefox, ClientDescription(.linux, nil, nil, .firefox)),
      (Agents.windowsPhone, ClientDescription(.other, nil, nil, .other)),
      ("", ClientDescription(.other, nil, nil, .other)),
    ] as [Case])
  func describe(header: String, expected: ClientDescription) {
    #expect(UserAgent.describe(header) == expected)
  }

  @Test("of Safari 26 tell the system's first number only, because the rest is frozen")
  func safari26() {
    #expect(UserAgent.describe(Agents.safari26).osVersion == "26")
  }

  @Test("with an old Android browser's language in place of the model still give the model")
  func languageBeforeModel() {
    let header = "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; GT-I9300 Build/IML74K) Version/4.0"
    let client = UserAgent.describe(header)
    #expect(client == ClientDescription(.android, "4.0.3", "GT-I9300", .other))
  }
}

extension ClientDescription {
  fileprivate init(_ platform: Platform, _ version: String?, _ model: String?, _ browser: Browser) {
    self.init(platform: platform, osVersion: version, deviceModel: model, browser: browser)
  }
}
