import BeckonEngine
import BeckonModel
import Testing

/// What the page does by itself, and what a tap on it copies.
@Suite struct ClickPageTests {
  private static let click = ClickID(Identifier(high: 1, low: 2))

  @Test(
    "The copied link names the click and ends with the mark, whatever it had",
    arguments: [
      ("https://go.example/SUMMER", "https://go.example/SUMMER?"),
      ("https://go.example/SUMMER#part", "https://go.example/SUMMER?"),
      ("https://go.example/?link=a%26b&x", "https://go.example/?link=a%26b&x&"),
      ("https://go.example/a?_icp=1&beckon_click=clk_x&b=2", "https://go.example/a?b=2&"),
      ("https://go.example/a?%5Ficp=0", "https://go.example/a?"),
    ])
  func copy(link: String, front: String) {
    #expect(
      ClickPage.copy(of: link, click: Self.click)
        == front + "beckon_click=\(Self.click.text)&_icp=1")
  }

  @Test("A copied link is the link's and the click's")
  func opened() throws {
    let copied = ClickPage.copy(of: "https://go.example/SUMMER", click: Self.click)
    let opened = try #require(OpenedLink(" \(copied)\n"))
    #expect(opened.click == Self.click && opened.code == "SUMMER" && opened.host == "go.example")
  }

  @Test("It waits where only a tap can do what is to be done")
  func waiting() {
    var page = ClickPage(click: Self.click, reportPath: "/a", store: "https://s", url: "https://u")
    let entry = AppEntry(Link.example(to: "shop://boats", LinkOptions()), package: nil)
    let opening = entry.onIOS("https://go.example/a", click: Self.click)
    #expect(page.goesOn)
    page.isInApp = true
    #expect(page.goesOn)
    page.opening = opening
    #expect(!page.goesOn)
    page.isInApp = false
    #expect(page.goesOn)
    page.copied = "https://go.example/a"
    #expect(!page.goesOn)
  }
}
