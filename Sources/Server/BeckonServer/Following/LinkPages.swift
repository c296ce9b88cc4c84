import BeckonModel

/// The pages that a visitor of a link may see, in their language.
struct LinkPages: Sendable {
  let language: Language

  /// Notes screen and time zone, which a redirect cannot see, and goes on to the store. Without
  /// scripts it goes on by itself; the link to the web page is always there. It reports to `path`,
  /// as the page's own may be `/?c=code`.
  func click(
    store: String, url: String, reportingTo path: String, click: ClickID, social: JSON?
  ) -> HTMLPage {
    let title = social?["title"]?.string ?? text(.openingTheApp)
    return HTMLPage(language, title: title, script: Self.report) {
      Self.openGraph(social)
      HTML.meta(.refresh(after: 2, to: store))
    } body: {
      HTML(.h1) { title }
      HTML(.p) {
        HTML(
          .a, .id("store"), .class("button"), .href(store), .data("click", click.text),
          .data("report", path)
        ) { text(.getTheApp) }
      }
      HTML(.p) { HTML(.a, .href(url)) { text(.continueOnTheWeb) } }
    }
  }

  /// Title and picture for link previews; a person is sent on.
  func preview(url: String, social: JSON?) -> HTMLPage {
    let title = social?["title"]?.string ?? url
    return HTMLPage(language, title: title) {
      Self.openGraph(social)
      HTML.meta(.refresh(after: 0, to: url))
    } body: {
      HTML(.h1) { title }
      HTML(.p) { HTML(.a, .href(url)) { text(.goOn) } }
    }
  }

  /// Says why there is nothing here.
  func refusal(_ reason: Wording) -> HTMLPage {
    HTMLPage(language, title: text(.nothingHere)) {
    } body: {
      HTML(.h1) { text(.nothingHere) }
      HTML(.p) { text(reason) }
    }
  }

  private func text(_ wording: Wording) -> String { wording.text(in: language) }

  @HTMLBuilder private static func openGraph(_ social: JSON?) -> HTML {
    if let title = social?["title"]?.string {
      HTML.meta(.property("og:title"), .content(title))
    }
    if let description = social?["description"]?.string {
      HTML.meta(.property("og:description"), .content(description))
    }
    if let image = social?["image"]?.string {
      HTML.meta(.property("og:image"), .content(image))
    }
  }

  /// A button that leads nowhere has no `href`, and to go there would load this page again.
  private static let report = FixedText(
    """
    const store = document.getElementById("store");
    const body = {click: store.dataset.click};
    body.screen = {width: screen.width, height: screen.height, scale: devicePixelRatio};
    body.timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    navigator.sendBeacon(store.dataset.report, JSON.stringify(body));
    if (store.href) location.replace(store.href);
    """)
}
