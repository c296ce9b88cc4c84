import BeckonEngine
import BeckonModel
import Testing

/// What the drawing of a link says is what following it does.
@Suite struct LinkFlowTests {
  private static let appStore = "https://apps.apple.com/app/id1"
  private static let play = "https://play.google.com/store/apps/details?id=a"

  private static func branches(
    _ options: LinkOptions, _ settings: AppSettings = AppSettings()
  ) -> [LinkFlow.Branch] {
    let link = Link.example(to: "https://shop.example/boats", options)
    return LinkFlow(link, link.targets(settings), settings).branches
  }

  @Test("A link without stores leads everybody to its page, and its app is opened by nothing")
  func plain() {
    let branches = Self.branches(LinkOptions())
    #expect(branches.map(\.end) == Array(repeating: "https://shop.example/boats", count: 4))
    #expect(branches.allSatisfy { $0.pageWaits == nil && $0.app?.ways.isEmpty ?? true })
    #expect(branches.map { $0.evidence.contains(.url) } == [true, true, true, true])
  }

  @Test("Stores, scheme, package, versions and pasteboard stand where they count")
  func whole() {
    let platforms = PlatformOptions(
      iPad: "https://shop.example/ipad", iosScheme: "shop", iosMinimumVersion: "2.0",
      androidPackage: "a", androidMinimumVersion: 7, androidDeepLink: "shop://android")
    let branches = Self.branches(
      LinkOptions(
        ios: Self.appStore, android: Self.play, platforms: platforms, pasteboard: true))
    #expect(
      branches.map(\.end) == [
        Self.appStore, "https://shop.example/ipad", Self.play, "https://shop.example/boats",
      ])
    #expect(branches.map(\.pageWaits) == [true, true, false, nil])
    #expect(
      branches.map { $0.app?.ways } == [[.scheme], [.scheme], [.package("a")], nil])
    #expect(branches.map { $0.app?.minimumVersion } == ["2.0", "2.0", "7", nil])
    #expect(branches[2].app?.place == "shop://android")
    let device = LinkFlow.Evidence.networkAndDevice(minutes: 1_440)
    #expect(
      branches.map(\.evidence) == [
        [.pasteboard, device], [.pasteboard, .url, device], [.installReferrer, device], [.url],
      ])
  }

  @Test("What the app's settings say counts for links that say nothing of it")
  func settings() {
    var settings = AppSettings()
    settings.fillsPasteboard = true
    settings.matchesByDeviceOnIOS = false
    let asked = Self.branches(LinkOptions(ios: Self.appStore), settings)
    #expect(asked[0].pageWaits == true && asked[0].evidence == [.pasteboard])
    let refused = Self.branches(LinkOptions(ios: Self.appStore, pasteboard: false), settings)
    #expect(refused[0].pageWaits == false && refused[0].evidence.isEmpty)
  }
}
