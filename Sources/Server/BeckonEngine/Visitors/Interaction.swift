import BeckonModel

/// Something done with what a visitor was shown: a list of products, or a notification.
public struct Interaction<Act>: Hashable, Sendable
where Act: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
  /// What was done.
  public let kind: Act
  /// With which list or notification.
  public let instance: String
  /// With what of it: an action's id, or a product's.
  public let interaction: String?

  /// Makes one.
  /// - Throws: `FieldError` when a text is empty or longer than `ShopLimits.wordBytes`.
  public init(_ kind: Act, instance: String, interaction: String? = nil) throws(FieldError) {
    try ShopText.check(instance, "instance", max: ShopLimits.wordBytes)
    try ShopText.check(optional: interaction, "interaction", max: ShopLimits.wordBytes)
    self.kind = kind
    self.instance = instance
    self.interaction = interaction
  }

  init(_ fields: Fields) throws(FieldError) {
    try self.init(
      try fields.require("kind", fields.choice("kind", Act.self)),
      instance: try fields.require("instance", fields.shopWord("instance")),
      interaction: try fields.shopWord("interaction"))
  }

  var json: JSON {
    .object([
      "kind": .string(kind.rawValue), "instance": .string(instance),
      "interaction": interaction.map(JSON.string),
    ])
  }
}

/// What can be done with a list of recommended or found products.
public enum ListAct: String, CaseIterable, Sendable {
  /// The list was given to the page.
  case impression
  /// The list was seen.
  case widgetView = "widget_view"
  /// A product of it was chosen.
  case click
  /// A product that a search found was chosen.
  case search
}

/// What can be done with a notification.
public enum NotificationAct: String, CaseIterable, Sendable {
  /// It was shown.
  case view
  /// It was opened.
  case click
}

extension Interaction<ListAct> {
  /// The shop's own id of the product that was chosen among what a search had found.
  public var foundProduct: String? {
    guard kind == .search, let interaction, interaction.utf8.count <= ShopLimits.productBytes
    else { return nil }
    return interaction
  }
}
