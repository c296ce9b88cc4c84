/// A whole page, with the policy under which browsers show it. It loads nothing from elsewhere but
/// one picture at most.
struct HTMLPage: Sendable {
  /// The text of the page.
  let markup: String
  /// The value of `Content-Security-Policy`.
  let policy: String

  /// - Parameters:
  ///   - picture: the one that it shows.
  ///   - script: stands behind the body's content, and may call this server.
  ///   - hasForm: whether it has a form, which goes to this server.
  init(
    _ language: Language, title: String, style: FixedText = .plainStyle, picture: Picture? = nil,
    script: FixedText? = nil, hasForm: Bool = false,
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
    policy = Self.policy(style, picture, script, hasForm)
  }

  /// A page whose style sheets and scripts this server has beside it, under their hashes; it may
  /// call this server, and its forms go there.
  init(_ language: Language, title: String, @HTMLBuilder head: () -> HTML, body: HTML) {
    let page = HTML(.html, .lang(language)) {
      HTML(.head) {
        HTML.meta(.utf8)
        HTML.meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
        HTML.meta(.name("robots"), .content("noindex"))
        HTML.meta(.name("color-scheme"), .content("light dark"))
        HTML(.title) { title }
        head()
      }
      HTML(.body) { body }
    }
    markup = "<!doctype html>\n" + page.markup + "\n"
    policy =
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
      + "style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'"
  }

  private static func policy(
    _ style: FixedText, _ picture: Picture?, _ script: FixedText?, _ hasForm: Bool
  ) -> String {
    "default-src 'none'; base-uri 'none'; form-action \(hasForm ? "'self'" : "'none'"); frame-ancestors 'none'; "
      + "style-src \(style.source)" + (picture.map { "; img-src \($0.source)" } ?? "")
      + (script.map { "; script-src \($0.source); connect-src 'self'" } ?? "")
  }
}
