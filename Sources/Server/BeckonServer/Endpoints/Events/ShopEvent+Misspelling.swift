import BeckonContract
import BeckonEngine
import BeckonModel

extension ShopEvent {
  /// What events of shops say, and hardly any others.
  private static let properties = ["product_id", "products", "order_id", "interaction"]

  /// Warns of an event that says what a shop's events say, by a name that is nearly one of theirs:
  /// it would count for nothing in recommendations and search.
  static func misspelling(of event: Event) -> FactWarning? {
    guard properties.contains(where: { event.properties[$0] != nil }),
      Name(word: event.name) == nil,
      let meant = NameSuggestion.misspelling(of: event.name, among: Name.allCases.map(\.rawValue))
    else { return nil }
    return FactWarning(
      .notAShopEvent,
      "It is stored, but tells nothing of a shop: no event of shops is called "
        + "'\(NameSuggestion.shown(event.name))'. Did you mean '\(meant)'?")
  }
}
