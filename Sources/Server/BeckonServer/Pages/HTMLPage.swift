/// A whole page, with the policy under which browsers show it. It loads nothing from elsewhere.
struct HTMLPage: Sendable {
  /// The text of the page.
  let markup: String
  /// The value of `Content-Security-Policy`.
  let policy: String

  /// - Parameters:
  ///   - script: stands behind the body's content, and may call this server.
  init(
    _ language: Language, title: String, style: FixedText = .plainStyle, script: FixedText? = nil,
    @HTMLBuilder head: () -> HTML, @HTMLBuilder body: () -> HTML
  ) {
    let page = HTML(.html, .lang(language)) {
      HTML(.head) {
        HTML.meta(.utf8)
        HTML.meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
        HTML.meta(.name("robots"), .content("noindex"))
        HTML(.title) { title }
        head()
        HTML.fixed(.style, style)
      }
      HTML(.body) {
        HTML(.main) { body() }
        if let script { HTML.fixed(.script, script) }
      }
    }
    markup = "<!doctype html>\n" + page.markup + "\n"
    policy = Self.policy(style, script)
  }

  private static func policy(_ style: FixedText, _ script: FixedText?) -> String {
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
      + "style-src \(style.source)"
      + (script.map { "; script-src \($0.source); connect-src 'self'" } ?? "")
  }
}
