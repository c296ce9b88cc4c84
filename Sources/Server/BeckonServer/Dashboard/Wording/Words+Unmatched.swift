import BeckonModel

extension Words {
  // Ids that match no product.
  static let unmatchedProducts = Words(
    "Ids that match no product", "Ids, zu denen es kein Produkt gibt")
  static let calledByApps = Words("Called by an app", "Von einer App genannt")
  static let namedTimes = Words("Named", "Genannt")
  static let namedIn = Words("In", "In")
  static let namedFirst = Words("First", "Zuerst")
  static let namedLast = Words("Last", "Zuletzt")
  static let noUnmatched = Words(
    "All ids that events named lately are products of the server or of a feed.",
    "Alle Ids, die Ereignisse zuletzt nannten, sind Produkte des Servers oder eines Feeds.")
  static let unmatchedOf = Words(
    "{unmatched} of {actions} views, changes of baskets, purchases and choices among what a search "
      + "found name such an id, since",
    "{unmatched} von {actions} Ansichten, Änderungen von Warenkörben, Käufen und Treffern einer Suche "
      + "nennen eine solche Id, seit")
  static let unmatchedHow = Words(
    "Neither the shop’s server nor a feed has told of them, so they are recommended to nobody. Mostly "
      + "the app writes ids otherwise than the feed, such as 123 instead of SKU-123. Anyone with the "
      + "app’s key can make up ids, too.",
    "Weder der Server des Shops noch ein Feed hat von ihnen berichtet, darum werden sie niemandem "
      + "empfohlen. Meist schreibt die App Ids anders als der Feed, etwa 123 statt SKU-123. Wer den "
      + "Schlüssel der App hat, kann Ids aber auch erfinden.")
  static let unmatchedCut = Words(
    "There are more, or may be: those named most often are shown.",
    "Es gibt mehr oder vielleicht mehr: Gezeigt werden die am häufigsten genannten.")
  static let unusualUnmatched = Words(
    "{unmatched} of the last {actions} things that visitors did with products name an id that matches "
      + "no product of the catalogue.",
    "{unmatched} der letzten {actions} Dinge, die Besucher mit Produkten taten, nennen eine Id, zu der "
      + "es im Katalog kein Produkt gibt.")
  static let shopActions: [TextKey: Words] = [
    "view": Words("views", "Ansichten"),
    "basket_add": Words("put into baskets", "in Warenkörbe gelegt"),
    "basket_remove": Words("taken out of baskets", "aus Warenkörben genommen"),
    "purchase": Words("purchases", "Käufe"),
    "found": Words("chosen in a search", "in einer Suche gewählt"),
  ]
}
