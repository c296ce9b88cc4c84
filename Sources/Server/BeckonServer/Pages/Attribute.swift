import BeckonEngine

/// An attribute of an element. Only these can be written: none holds a script or a style, and a URL
/// that a browser must not open is left out.
struct Attribute: Sendable {
  /// As the browser gets it, with a space in front; empty when the attribute is left out.
  let markup: String

  private init(_ name: StaticString, _ value: String) {
    markup = " \(name)=\"\(HTML.escaped(value))\""
  }

  private init(markup: String) { self.markup = markup }

  /// None.
  static let absent = Attribute(markup: "")

  static func id(_ name: StaticString) -> Attribute { Attribute("id", "\(name)") }
  static func `class`(_ name: StaticString) -> Attribute { Attribute("class", "\(name)") }
  static func name(_ name: StaticString) -> Attribute { Attribute("name", "\(name)") }
  static func property(_ name: StaticString) -> Attribute { Attribute("property", "\(name)") }
  static func content(_ text: String) -> Attribute { Attribute("content", text) }
  static func lang(_ language: Language) -> Attribute { Attribute("lang", language.rawValue) }
  static let utf8 = Attribute("charset", "utf-8")

  /// What the page's script reads as `dataset.name`.
  static func data(_ name: StaticString, _ text: String) -> Attribute {
    Attribute(markup: " data-\(name)=\"\(HTML.escaped(text))\"")
  }

  /// A form that is sent to where the page itself came from, in its body.
  static let post = Attribute("method", "post")
  /// What a field takes, and what browsers offer to put there.
  static func newPassword(_ name: StaticString, bytes: ClosedRange<Int>) -> Attribute {
    Attribute(
      markup: " type=\"password\" autocomplete=\"new-password\" name=\"\(name)\""
        + " minlength=\"\(bytes.lowerBound)\" maxlength=\"\(bytes.upperBound)\" required")
  }

  /// Where a link leads.
  static func href(_ url: String) -> Attribute {
    Target.mayBeOpened(url) ? Attribute("href", url) : Attribute(markup: "")
  }

  /// Opens an app, by what browsers are not given else.
  static func href(_ opening: OpeningURL) -> Attribute { Attribute("href", opening.text) }

  /// Not shown until a script says so.
  static let hidden = Attribute(markup: " hidden")

  /// Where a picture is, whose host does not learn from which page it was asked.
  static func picture(_ picture: Picture) -> String {
    Attribute("src", picture.url).markup + " alt=\"\" referrerpolicy=\"no-referrer\""
  }

  /// Goes on to a URL after some seconds, without a script.
  static func refresh(after seconds: Int, to url: String) -> Attribute {
    guard Target.mayBeOpened(url) else { return Attribute(markup: "") }
    let content = Attribute("content", "\(seconds);url=\(url)")
    return Attribute(markup: Attribute("http-equiv", "refresh").markup + content.markup)
  }

  // MARK: Pages of the dashboard

  /// Where a link leads on this server.
  static func href(_ path: LocalPath) -> Attribute { Attribute("href", path.text) }
  /// Where a form is sent on this server.
  static func action(_ path: LocalPath) -> Attribute { Attribute("action", path.text) }
  /// Where a script is on this server.
  static func source(_ path: LocalPath) -> Attribute { Attribute("src", path.text) }
  /// The hash of what a style sheet or script must be.
  static func integrity(_ hash: String) -> Attribute { Attribute("integrity", hash) }
  static func type(_ name: StaticString) -> Attribute { Attribute("type", "\(name)") }
  static func value(_ text: String) -> Attribute { Attribute("value", text) }
  static func placeholder(_ text: String) -> Attribute { Attribute("placeholder", text) }
  static func autocomplete(_ name: StaticString) -> Attribute {
    Attribute("autocomplete", "\(name)")
  }
  static func bytesMax(_ count: Int) -> Attribute { Attribute("maxlength", "\(count)") }
  static func rows(_ count: Int) -> Attribute { Attribute("rows", "\(count)") }
  /// The name of a field that is chosen while the page is made.
  static func field(_ name: String) -> Attribute { Attribute("name", name) }
  /// A link by which a file is kept.
  static let download = Attribute(markup: " download")
  static let required = Attribute(markup: " required")
  static let selected = Attribute(markup: " selected")
  static let checked = Attribute(markup: " checked")
  static let open = Attribute(markup: " open")
  /// The field in which a page begins.
  static let autofocus = Attribute(markup: " autofocus")

  /// What of a table a heading is of.
  enum Heading: String {
    case column = "col"
    case row
  }

  static func heading(of part: Heading) -> Attribute { Attribute("scope", part.rawValue) }
  static func columns(_ count: Int) -> Attribute { Attribute("colspan", "\(count)") }
  /// When, for programs.
  static func datetime(_ text: String) -> Attribute { Attribute("datetime", text) }
  /// What somebody hears who cannot see.
  static func label(_ text: String) -> Attribute { Attribute("aria-label", text) }
  /// What is told at once.
  static func role(_ name: StaticString) -> Attribute { Attribute("role", "\(name)") }
  /// The link to the page that is open.
  static let currentPage = Attribute("aria-current", "page")
  /// Where an anchor is.
  static func anchor(_ name: StaticString) -> Attribute { Attribute("href", "#\(name)") }
  /// What may be scrolled by keys.
  static let focusable = Attribute("tabindex", "0")
}
