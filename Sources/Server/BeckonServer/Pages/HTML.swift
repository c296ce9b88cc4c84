/// A piece of a page: elements and text in a row. It can only be made of what is below, so text
/// from anybody is text, and never an element.
struct HTML: Sendable {
  /// As the browser gets it.
  let markup: String

  private init(markup: String) { self.markup = markup }

  /// Text, which may be anybody's.
  init(_ text: String) { markup = Self.escaped(text) }

  /// Pieces, one behind the other.
  init(_ pieces: [HTML]) { markup = pieces.map(\.markup).joined() }

  /// Pieces that stand in braces.
  init(@HTMLBuilder content: () -> HTML) { self = content() }

  /// An element around its content.
  init(_ tag: Tag, _ attributes: Attribute..., @HTMLBuilder content: () -> HTML) {
    let start = "<\(tag.rawValue)\(attributes.map(\.markup).joined())>"
    markup = start + content().markup + "</\(tag.rawValue)>"
  }

  /// What the page says of itself to browsers and messengers.
  static func meta(_ attributes: Attribute...) -> HTML {
    HTML(markup: "<meta\(attributes.map(\.markup).joined())>")
  }

  /// A field of a form.
  static func input(_ attributes: Attribute...) -> HTML {
    HTML(markup: "<input\(attributes.map(\.markup).joined())>")
  }

  /// A style sheet that this server has at a path, under the hash that browsers hold it against.
  static func styleSheet(_ asset: LocalPath, integrity: String) -> HTML {
    HTML(
      markup: "<link rel=\"stylesheet\"\(Attribute.href(asset).markup)"
        + "\(Attribute.integrity(integrity).markup)>")
  }

  /// A script that this server has at a path, run once the page is read.
  static func script(_ asset: LocalPath, integrity: String) -> HTML {
    HTML(
      markup: "<script defer\(Attribute.source(asset).markup)"
        + "\(Attribute.integrity(integrity).markup)></script>")
  }

  /// A picture from elsewhere, which adds nothing to the text beside it; the page's policy has to
  /// name where it comes from.
  static func picture(_ picture: Picture) -> HTML {
    HTML(markup: "<img\(Attribute.picture(picture))>")
  }

  /// A picture that this server has at a path, and what it shows.
  static func image(_ path: LocalPath, showing text: String, _ look: Attribute) -> HTML {
    HTML(
      markup: "<img\(look.markup)\(Attribute.source(path).markup) alt=\"\(escaped(text))\">")
  }

  /// A script or style sheet of the program, which is not escaped.
  static func fixed(_ tag: FixedText.Tag, _ fixed: FixedText) -> HTML {
    HTML(markup: "<\(tag.rawValue)>\(fixed.text)</\(tag.rawValue)>")
  }

  /// An element that has content.
  enum Tag: String {
    case html, head, title, body, main, section, div, h1, h2, p, a, ul, li, code, strong
    case form, label, button, select, option, textarea, fieldset, legend
    case header, nav, footer, h3, span, small, mark, time, details, summary, dl, dt, dd, ol
    case table, caption, thead, tbody, tr, th, td, figure, figcaption
  }

  /// Text for HTML, between elements and in the quotes of an attribute.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}

/// Puts the pieces that stand in braces in a row.
@resultBuilder
enum HTMLBuilder {
  static func buildExpression(_ text: String) -> HTML { HTML(text) }
  static func buildExpression(_ piece: HTML) -> HTML { piece }
  static func buildBlock(_ pieces: HTML...) -> HTML { HTML(pieces) }
  static func buildArray(_ pieces: [HTML]) -> HTML { HTML(pieces) }
  static func buildOptional(_ piece: HTML?) -> HTML { piece ?? HTML([]) }
  static func buildEither(first piece: HTML) -> HTML { piece }
  static func buildEither(second piece: HTML) -> HTML { piece }
}
