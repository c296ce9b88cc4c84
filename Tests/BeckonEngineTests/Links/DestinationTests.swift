import BeckonEngine
import BeckonModel
import Testing

@Suite("Destinations")
struct DestinationTests {
  let web = LinkTargets(url: "https://shop.example/")
  let app = LinkTargets(
    url: "https://shop.example/", ios: "https://apps.apple.com/app/id1",
    android: "https://play.google.com/store/apps/details?id=a", hasSocialPreview: true)

  @Test("A plain link redirects everybody", arguments: Platform.allCases)
  func plain(platform: Platform) {
    let destination = Destination(web, platform: platform, visit: .click)
    #expect(destination == .redirect("https://shop.example/"))
  }

  @Test("A link with store targets shows phones the click page, and others the web page")
  func stores() {
    let url = "https://shop.example/"
    #expect(
      Platform.allCases.map { Destination(app, platform: $0, visit: .click) } == [
        .clickPage(store: "https://apps.apple.com/app/id1", url: url),
        .clickPage(store: "https://play.google.com/store/apps/details?id=a", url: url),
        .redirect(url), .redirect(url), .redirect(url), .redirect(url),
      ])
  }

  @Test("An iPad has a page of its own, if the link has one, and else the iPhone's")
  func iPad() {
    let own = LinkTargets(
      url: "https://shop.example/", ios: "https://apps.apple.com/app/id1",
      iPad: "https://apps.apple.com/app/id2")
    func store(_ link: LinkTargets, isIPad: Bool) -> Destination {
      Destination(link, platform: .ios, isIPad: isIPad, visit: .click)
    }
    let url = "https://shop.example/"
    let (phone, pad) = ("https://apps.apple.com/app/id1", "https://apps.apple.com/app/id2")
    #expect(store(own, isIPad: true) == .clickPage(store: pad, url: url))
    #expect(store(own, isIPad: false) == .clickPage(store: phone, url: url))
    #expect(store(app, isIPad: true) == .clickPage(store: phone, url: url))
    #expect(
      Destination(own, platform: .macos, visit: .click) == .redirect(url),
      "an iPad that pretends to be a Mac")
  }

  @Test("A phone whose only page is the deep link is redirected there")
  func deepLink() {
    let (page, url) = ("https://shop.example/boats", "https://shop.example/pc")
    let link = LinkTargets(url: url, ios: page, android: "market://a", deepLink: page)
    #expect(Destination(link, platform: .ios, visit: .click) == .redirect(page))
    let android = Destination(link, platform: .android, visit: .click)
    #expect(android == .clickPage(store: "market://a", url: url))
    #expect(Destination(link, platform: .linux, visit: .click) == .redirect(url))
    #expect(Destination(link, platform: .ios, visit: .robot) == .redirect(url))
  }

  @Test("A robot is never sent to the click page, a preview gets the link's own title")
  func robots() {
    let url = "https://shop.example/"
    func destination(_ link: LinkTargets, _ visit: VisitKind) -> Destination {
      Destination(link, platform: .ios, visit: visit)
    }
    #expect(destination(app, .preview) == .socialPreview(url))
    #expect(destination(web, .preview) == .redirect(url))
    #expect(destination(app, .robot) == .redirect(url))
    #expect(destination(app, .head) == .redirect(url))
  }

  @Test("A browser that loads ahead is refused, so that the click itself is seen")
  func prefetch() {
    #expect(Destination(web, platform: .ios, visit: .prefetch) == .refusal)
  }
}
