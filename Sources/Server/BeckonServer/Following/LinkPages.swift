import BeckonModel

/// The pages that a visitor of a link may see. They load nothing from elsewhere.
enum LinkPages {
  /// Notes screen and time zone, which a redirect cannot see, and goes on to the store. Without
  /// scripts it goes on by itself; the link to the web page is always there. It reports to `path`,
  /// as the page's own may be `/?c=code`.
  static func click(
    store: String, url: String, reportingTo path: String, click: ClickID, social: JSON?
  ) -> String {
    let title = social?["title"]?.string ?? "Opening the app"
    let report = JSON.object([JSON.Member("click", .id(click))])
    let script = """
      const body = \(literal(report));
      body.screen = {width: screen.width, height: screen.height, scale: devicePixelRatio};
      body.timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      navigator.sendBeacon(\(literal(.string(path))), JSON.stringify(body));
      location.replace(\(literal(.string(store))));
      """
    return page(
      title, social,
      """
      <meta http-equiv="refresh" content="2;url=\(escaped(store))">
      """,
      """
      <h1>\(escaped(title))</h1>
      <p><a class="button" href="\(escaped(store))">Get the app</a></p>
      <p><a href="\(escaped(url))">Continue on the web</a></p>
      <script>\(script)</script>
      """)
  }

  /// Title and picture for link previews; a person is sent on.
  static func preview(url: String, social: JSON?) -> String {
    let title = social?["title"]?.string ?? url
    return page(
      title, social,
      """
      <meta http-equiv="refresh" content="0;url=\(escaped(url))">
      """,
      """
      <h1>\(escaped(title))</h1>
      <p><a href="\(escaped(url))">Continue</a></p>
      """)
  }

  /// Says why there is nothing here.
  static func refusal(_ text: String) -> String {
    page("Nothing here", nil, "", "<h1>Nothing here</h1><p>\(escaped(text))</p>")
  }

  private static func page(
    _ title: String, _ social: JSON?, _ head: String, _ body: String
  ) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>\(escaped(title))</title>
    \(openGraph(social))\(head)
    <style>
    :root { color-scheme: light dark; }
    body { font: 17px/1.5 system-ui, sans-serif; display: grid; place-content: center;
      min-height: 90vh; margin: 0 1.5rem; text-align: center; }
    h1 { font-size: 1.5rem; font-weight: 600; margin: 0 0 1rem; }
    p { margin: .4rem 0; }
    a { color: #2563eb; }
    .button { display: inline-block; padding: .7rem 1.6rem; border-radius: .8rem;
      background: #2563eb; color: #fff; text-decoration: none; font-weight: 600; }
    @media (prefers-color-scheme: dark) { a { color: #93b4ff; } .button { color: #fff; } }
    </style>
    </head>
    <body><main>
    \(body)
    </main></body>
    </html>

    """
  }

  private static func openGraph(_ social: JSON?) -> String {
    let names = [("og:title", "title"), ("og:description", "description"), ("og:image", "image")]
    return names.compactMap { property, name in
      social?[name]?.string.map {
        "<meta property=\"\(property)\" content=\"\(escaped($0))\">\n"
      }
    }.joined()
  }

  /// Text for HTML, in an attribute too.
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

  /// JSON inside a script: `<` must not close the script, and two line ends that JSON allows are
  /// none that older scripts allow.
  private static func literal(_ json: JSON) -> String {
    var text = ""
    for scalar in json.text.unicodeScalars {
      switch scalar {
      case "<", ">", "&", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
