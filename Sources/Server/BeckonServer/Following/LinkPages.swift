import BeckonEngine
import BeckonModel

/// The pages that a visitor of a link may see, in their language.
struct LinkPages: Sendable {
  let language: Language

  /// Notes screen and time zone, which a redirect cannot see. It goes on to the store by itself,
  /// without scripts too, unless that is for a tap; the ways into the app and to the web page are
  /// always there.
  /// - Parameter complaint: where the link is reported; `nil` for one that has no row.
  func click(_ page: ClickPage, complaint: LocalPath? = nil) -> HTMLPage {
    let picture = Picture(page.social?["image"]?.string)
    return HTMLPage(language, title: title(of: page), picture: picture, script: Self.report) {
      Self.openGraph(page.social)
      if page.goesOn { HTML.meta(.refresh(after: 2, to: page.store)) }
    } body: {
      if let picture { HTML.picture(picture) }
      HTML(.h1) { title(of: page) }
      if let text = page.social?["description"]?.string { HTML(.p) { text } }
      if page.isInApp, let opening = page.opening {
        HTML(.p) { HTML(.a, .class("button"), .href(opening)) { text(.openInTheApp) } }
        HTML(.p) { store(page, .class("second button")) }
      } else {
        HTML(.p) { store(page, .class("button")) }
        if let opening = page.opening {
          HTML(.p) { HTML(.a, .href(opening)) { text(.openInTheApp) } }
        }
      }
      if page.url != page.store {
        HTML(.p) { HTML(.a, .href(page.url)) { text(.continueOnTheWeb) } }
      }
      if page.copied != nil {
        HTML(.p, .class("note"), .id("copies"), .hidden) { text(.copiesTheLink) }
      }
      if !page.goesOn, page.isInApp { HTML(.p, .class("note")) { text(.insideAnotherApp) } }
      if let complaint {
        HTML(.p, .class("note")) {
          HTML(.a, .href(complaint)) { LinkReportWording.title.text(in: language) }
        }
      }
    }
  }

  private func title(of page: ClickPage) -> String {
    if let title = page.social?["title"]?.string { return title }
    return text(page.goesOn ? .openingTheApp : .howToGoOn)
  }

  /// The way to the store, with what the script needs to know.
  private func store(_ page: ClickPage, _ look: Attribute) -> HTML {
    HTML(
      .a, .id("store"), look, .href(page.store), .data("click", page.click.text),
      .data("report", page.reportPath), page.copied.map { Attribute.data("copy", $0) } ?? .absent,
      page.goesOn ? .absent : .data("stays", "")
    ) { text(.getTheApp) }
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

  /// A button that leads nowhere has no `href`, and to go there would load this page again. What a
  /// browser does not let a page copy one way, it may another; and whatever becomes of it, the tap
  /// leads on.
  private static let report = FixedText(
    """
    const store = document.getElementById("store");
    const told = store.dataset;
    const body = {click: told.click};
    body.screen = {width: screen.width, height: screen.height, scale: devicePixelRatio};
    body.timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    navigator.sendBeacon(told.report, JSON.stringify(body));
    function copyByHand() {
      const field = document.createElement("textarea");
      field.value = told.copy;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    async function copyAndGo() {
      try {
        const late = new Promise((done, fail) => setTimeout(fail, 1000));
        await Promise.race([navigator.clipboard.writeText(told.copy), late]);
      } catch {
        copyByHand();
      }
      if (store.href) location.assign(store.href);
    }
    if (told.copy) {
      document.getElementById("copies").hidden = false;
      store.addEventListener("click", event => {
        event.preventDefault();
        copyAndGo();
      });
    }
    if (store.href && told.stays === undefined) location.replace(store.href);
    """)
}
