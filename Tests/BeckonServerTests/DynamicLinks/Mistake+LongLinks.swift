extension Mistake {
  private static func shorten(_ query: String, on host: String = "links.example.com") -> String {
    #"{"longDynamicLink": "https://\#(host)/?\#(query)"}"#
  }

  private static func shortening(
    _ title: String, _ body: String, as key: TestApp.Key = .publishable,
    help: String = "error.message"
  ) -> Mistake {
    Mistake(title, "POST", "/v1/shortLinks", body, as: key, help: help)
  }

  /// What those do who move here with Dynamic Links.
  static let longLinks = [
    shortening(
      "Dynamic Links: the app's old key is not registered",
      shorten("link=https%3A%2F%2Fshop.example%2F"), as: .text("AIzaSyOld")),
    shortening(
      "Dynamic Links: the domain is none of the app's",
      shorten("link=https%3A%2F%2Fshop.example%2F", on: "example.page.link")),
    shortening(
      "Dynamic Links: the long link has no `link`", shorten("ibi=com.example.shop")),
    shortening(
      "Dynamic Links: a page that `allowed_targets` does not list",
      shorten("link=https%3A%2F%2Felsewhere.example%2F")),
    shortening(
      "Dynamic Links: the deep link is of the app's own scheme", shorten("link=shop%3A%2F%2Fboats")),
    shortening(
      "Dynamic Links: a parameter is misspelt",
      shorten("link=https%3A%2F%2Fshop.example%2F&utm_sourse=mail"), as: .secret, help: "warning"),
    shortening(
      "Dynamic Links: a number of the App Store without the app's bundle",
      shorten("link=https%3A%2F%2Fshop.example%2F&isi=123456789"), as: .secret, help: "warning"),
    Mistake(
      "Dynamic Links: an app makes a managed link", "POST", "/v1/managedShortLinks:create",
      shorten("link=https%3A%2F%2Fshop.example%2F"), as: .publishable, help: "error.message"),
    Mistake(
      "Dynamic Links: counts of a link that there is not", "GET",
      "/v1/https%3A%2F%2Flinks.example.com%2Fnone/linkStats", help: "error.message"),
  ]
}
