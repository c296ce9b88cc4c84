import BeckonModel

/// Something that a visitor did with a widget.
public struct WidgetTouch: Hashable, Sendable {
  /// What was done.
  public enum Kind: Sendable {
    /// The widget was in an answer, or on a page.
    case impression
    /// It was seen.
    case view
    /// A product or banner of it was chosen.
    case click
  }

  /// What was done.
  public let kind: Kind
  /// With which widget.
  public let widget: Widget
  /// The product that was chosen.
  public let product: String?
  /// The banner with which it was done.
  public let banner: String?

  /// Makes one.
  public init(_ kind: Kind, _ widget: Widget, product: String? = nil, banner: String? = nil) {
    self.kind = kind
    self.widget = widget
    self.product = product
    self.banner = banner
  }
}

/// The id of one showing of a widget, as clients repeat it. It names no product, which is what a
/// click names in its place.
public enum WidgetShowing {
  private static let prefix = "act_"

  /// The id of a showing.
  public static func id(_ identifier: Identifier) -> String { prefix + identifier.text }

  /// Whether a text is such an id.
  public static func isID(_ text: String) -> Bool {
    text.hasPrefix(prefix)
      && Identifier(text: String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
        != nil
  }
}

extension ShopEvent {
  /// What it says was done with which of an app's widgets. A group of banners is the widget whose
  /// code is the group's name.
  public func touches(of widgets: [Widget]) -> [WidgetTouch] {
    switch self {
    case .interaction(let told):
      guard let kind = told.kind.touch, let widget = widgets.named(told.instance) else { return [] }
      let product = told.interaction.flatMap { WidgetShowing.isID($0) ? nil : $0 }
      return [WidgetTouch(kind, widget, product: kind == .click ? product : nil)]
    case .banner(let told):
      guard let kind = told.kind.touch, let widget = widgets.named(told.group) else { return [] }
      return told.banners.map {
        WidgetTouch(kind, widget, product: $0.product, banner: $0.title)
      }
    default: return []
    }
  }
}

extension ShopEvent {
  /// The name by which it means a widget that an app with widgets has not: a misspelt one would
  /// never be missed in a report.
  public func unknownWidget(of widgets: [Widget]) -> String? {
    guard case .interaction(let told) = self, told.kind.touch != nil, !widgets.isEmpty,
      widgets.named(told.instance) == nil
    else { return nil }
    return told.instance
  }
}

extension ListAct {
  fileprivate var touch: WidgetTouch.Kind? {
    switch self {
    case .impression: .impression
    case .widgetView: .view
    case .click: .click
    case .search: nil
    }
  }
}

extension BannerEvent.Kind {
  fileprivate var touch: WidgetTouch.Kind? {
    switch self {
    case .impression: .impression
    case .view: .view
    case .click: .click
    case .group, .update: nil
    }
  }
}
