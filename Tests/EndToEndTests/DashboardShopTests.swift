import BeckonModel
import TestPrograms
import Testing

/// The shop's pages in Chromium: somebody searches while they type, hides what they find, and sees
/// what a visitor would see.
@Suite struct DashboardShopTests {
  /// A page that does not change by itself is opened once it would say so: a shop's lists and its
  /// search learn some moments later what it is told.
  private static func shows(
    _ story: DashboardStory, _ page: String, _ text: String
  ) -> Browser.Step {
    .until(
      "fetch('\(story.app)/\(page)').then(answer => answer.text())"
        + ".then(page => page.includes('\(text)'))")
  }

  private static func says(_ text: String, in part: String = "main") -> Browser.Step {
    .until("document.querySelector('\(part)')?.innerText.includes('\(text)')")
  }

  @Test("What is typed is found at once, marked, and says why; what is hidden is found no more")
  func search() async throws {
    let story = try await DashboardStory()
    try await story.fillShop()
    let product = story.app + "/products/product-0"
    _ = try await Browser.run(
      try story.signIn() + [
        Self.shows(story, "search?q=sneakre", "<mark>"), .open(story.app + "/search"),
        .write("sneakre", into: "[name=q]"),
        .until("document.querySelector('mark')?.textContent === 'Sneaker'"),
        Self.says("sneakre → sneaker: one typo, in the title", in: "#found"),
        .until("location.search.includes('q=sneakre')"),
        .press("#found a[href$='/products/product-0']"), .until("location.href === '\(product)'"),
        Self.says("39.90 EUR"),
        .press("form:has([value=hide]) button"), Self.says("The product is hidden"),
        Self.shows(story, "search?q=sneakre", "No product meets it"),
        .open(story.app + "/search?q=sneakre"), Self.says("No product meets it"),
        .open(story.app + "/products?hidden=true"), Self.says("Red Sneaker"),
        .press("tbody a[href$='/products/product-0']"),
        .until("document.querySelector('[value=show]') !== null"),
        .press("form:has([value=show]) button"),
        .until("document.querySelector('[value=hide]') !== null"),
        Self.shows(story, "search?q=sneakre", "<mark>"),
        .open(story.app + "/search?q=sneakre"), Self.says("Red Sneaker", in: "#found"),
      ], in: story.folder)
    #expect(try await story.ask("GET", "/v1/products/product-0")["hidden"] == false)
  }

  @Test("What a visitor would see stands with its reasons, and a paused widget shows nothing")
  func shelves() async throws {
    let story = try await DashboardStory()
    try await story.fillShop()
    _ = try await Browser.run(
      try story.signIn() + [
        Self.shows(story, "widgets?by=install_id&who=phone-1&product=product-0", "Blue Boot"),
        .open(story.app + "/widgets"),
        .run("document.querySelector('[name=by]').value = 'install_id'"),
        .write("phone-1", into: "[name=who]"), .write("product-0", into: "[name=product]"),
        .press("form.filter button"), .until("location.search.includes('who=phone-1')"),
        Self.says("Blue Boot"), Self.says("chosen by hand"),
        .press("tbody a[href$='/widgets/home']"),
        .until("document.querySelector('[value=pause]') !== null"),
        .press("form:has([value=pause]) button"),
        .until("document.querySelector('[value=resume]') !== null"),
      ], in: story.folder)
    #expect(try await story.ask("GET", "/v1/widgets/home")["state"] == "paused")
  }
}
