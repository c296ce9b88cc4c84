import BeckonModel

extension Words {
  static let search = Words("Search", "Suche")
  static let searchLead = Words(
    "Search as a visitor does. What met the query is marked, and each product says why it is found.",
    "Suchen Sie wie ein Besucher. Was die Anfrage traf, ist markiert, und jedes Produkt sagt, warum "
      + "es gefunden wird.")
  static let query = Words("Query", "Anfrage")
  static let withSoldOut = Words("With what is sold out", "Mit Ausverkauftem")
  static let asTheShopHas = Words("as the shop has set", "wie der Shop es eingestellt hat")
  static let foundProducts = Words("Found products", "Gefundene Produkte")
  static let beforeSearch = Words(
    "What is shown before a search", "Was vor einer Suche gezeigt wird")
  static let noProductFound = Words(
    "No product meets it. Try fewer words, or set words that mean the same.",
    "Kein Produkt trifft zu. Versuchen Sie weniger Wörter, oder geben Sie gleichbedeutende an.")
  static let nothingToShow = Words(
    "There is no product to show yet.", "Es gibt noch kein Produkt zu zeigen.")
  static let bestProducts = Words("Best", "Beste")
  static let moreProducts = Words("More", "Weitere")
  static let wordsDropped = Words(
    "Left out, because nothing has all words: {words}",
    "Ausgelassen, weil nichts alle Wörter hat: {words}")
  static let queryCut = Words(
    "The query was longer than what is read.", "Die Anfrage war länger als das, was gelesen wird.")
  static let noRoomForAll = Words(
    "There is no room for all products in this server’s memory (--search-megabytes).",
    "Im Speicher dieses Servers ist nicht Platz für alle Produkte (--search-megabytes).")
  static let redirectsTo = Words(
    "A shop would lead to {url} instead.", "Ein Shop würde stattdessen zu {url} führen.")
  static let showsBanners = Words("It shows the banners {names}.", "Es zeigt die Banner {names}.")
  static let noneOfThese = Words("None.", "Keine.")
  static let searchSettings = Words("How it is set", "Wie sie eingestellt ist")
  static let searchLanguages = Words("Languages", "Sprachen")
  static let redirects = Words("Queries that lead elsewhere", "Anfragen, die anderswohin führen")
  static let synonyms = Words("Words that mean the same", "Gleichbedeutende Wörter")
  static let sameWords = Words("Words", "Wörter")
  static let noSynonyms = Words("None are set.", "Es sind keine angegeben.")
  static let matchKinds: [TextKey: Words] = [
    "exact": Words("the same word", "dasselbe Wort"),
    "form": Words("another form of it", "eine andere Form davon"),
    "joined": Words("written as one word or two", "zusammen oder getrennt geschrieben"),
    "synonym": Words("means the same here", "bedeutet hier dasselbe"),
    "part": Words("part of a longer word", "Teil eines längeren Wortes"),
    "prefix": Words("begins so", "beginnt so"), "typo": Words("one typo", "ein Tippfehler"),
    "prefix_typo": Words("begins so but for a typo", "beginnt so bis auf einen Tippfehler"),
    "two_typos": Words("two typos", "zwei Tippfehler"),
  ]
  static let searchFields: [TextKey: Words] = [
    "title": Words("in the title", "im Titel"), "brand": Words("in the brand", "in der Marke"),
    "category": Words("in a category", "in einer Kategorie"),
    "label": Words("in a label", "in einem Merkmal"),
  ]
}
