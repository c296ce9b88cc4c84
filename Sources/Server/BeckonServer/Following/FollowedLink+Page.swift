import BeckonEngine
import BeckonModel
import BeckonStore

extension FollowedLink {
  /// The page to which a click on a phone leads.
  /// - Parameters:
  ///   - targets: where people without the app go, and the page on the web.
  ///   - shortURL: the link's whole URL.
  ///   - iosForm: how the app on iOS reads a URL of its own scheme; `nil` for the usual form.
  ///   - inside: the app in whose browser it is opened; `nil` in a browser of its own.
  func page(
    _ click: Click, to targets: (store: String, url: String), _ handed: HandedParameters?,
    shortURL: String, _ settings: AppSettings, _ inside: InAppBrowser?, iosForm: String?
  ) -> ClickPage {
    func whole(_ url: String) -> String {
      let target = FollowedLink.target(url, link)
      return Target.adding(click: click.id, to: handed?.added(to: target) ?? target)
    }
    var page = ClickPage(
      click: click.id, reportPath: link.path, store: whole(targets.store), url: whole(targets.url))
    page.social = link.options.social
    page.isInApp = inside != nil
    var entry = AppEntry(link, settings)
    if let iosForm { entry.iosForm = iosForm }
    if click.signals.platform == .ios {
      page.opening = entry.onIOS(shortURL, click: click.id)
      if link.fillsPasteboard(settings) {
        page.copied = ClickPage.copy(of: shortURL, click: click.id)
      }
    } else {
      page.opening = entry.onAndroid(shortURL, click: click.id, store: page.store)
    }
    return page
  }
}
