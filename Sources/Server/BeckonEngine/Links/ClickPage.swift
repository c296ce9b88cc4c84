import BeckonModel

/// What the page shows to which a click on a phone leads, before the store.
public struct ClickPage: Hashable, Sendable {
  /// The click.
  public let click: ClickID
  /// The path to which the page reports what it sees of the device.
  public let reportPath: String
  /// Where people without the app go.
  public var store: String
  /// The page on the web.
  public var url: String
  /// Opens the app, where the system did not.
  public var opening: OpeningURL?
  /// What a tap copies, for the app to find at its first launch; `nil` when nothing is copied.
  public var copied: String?
  /// Whether it is shown inside another app.
  public var isInApp = false
  /// Title, text and picture, as previews show them.
  public var social: JSON?

  /// A page that goes on to the store.
  public init(click: ClickID, reportPath: String, store: String, url: String) {
    self.click = click
    self.reportPath = reportPath
    self.store = store
    self.url = url
  }

  /// Whether it goes on by itself. It waits where only a tap can do what is to be done: copy the
  /// link, or leave another app for this one.
  public var goesOn: Bool { copied == nil && !(isInApp && opening != nil) }

  /// What the tap copies of a link: it names the click, and is marked as copied by the page. Both
  /// stand at its very end, the mark last, whatever the link has.
  public static func copy(of link: String, click: ClickID) -> String {
    let bare = Target.removing([Target.clickParameter, copiedMark], from: link)
    let named = Target.adding(
      parameter: Target.clickParameter, value: click.text, to: bare)
    return Target.adding(parameter: copiedMark, value: "1", to: named)
  }

  /// The parameter that tells a copied link from one that a person copied.
  public static let copiedMark = "_icp"
}
