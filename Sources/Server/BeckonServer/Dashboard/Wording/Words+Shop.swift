import BeckonModel

extension Words {
  static let theShop = Words("Shop", "Shop")

  // Products.
  static let products = Words("Products", "Produkte")
  static let productsLead = Words(
    "What the shop’s server, its feeds and its visitors’ apps have told of its products.",
    "Was Server, Feeds und Apps des Shops über seine Produkte gesagt haben.")
  static let productsEmpty = Words(
    "No product yet, or none that is looked for. Import a feed, or tell of products by the API.",
    "Noch kein Produkt, oder keines, das gesucht wird. Importieren Sie einen Feed oder melden Sie "
      + "Produkte über die API.")
  static let product = Words("Product", "Produkt")
  static let productID = Words("Product’s id", "Id des Produkts")
  static let category = Words("Category", "Kategorie")
  static let brand = Words("Brand", "Marke")
  static let price = Words("Price", "Preis")
  static let stock = Words("Stock", "Bestand")
  static let labels = Words("Labels", "Merkmale")
  static let group = Words("Group", "Gruppe")
  static let canBeBought = Words("Can be bought", "Kaufbar")
  static let hiddenProduct = Words("Hidden", "Verborgen")
  static let isHidden = Words("hidden", "verborgen")
  static let isInStock = Words("in stock", "lieferbar")
  static let isSoldOut = Words("sold out", "ausverkauft")
  static let instead = Words("instead of {price}", "statt {price}")
  static let changedAt = Words("Changed", "Geändert")
  static let firstTold = Words("First told of", "Zuerst gemeldet")
  static let missingSince = Words("Missing in its feed since", "Fehlt im Feed seit")
  static let backToProducts = Words("All products", "Alle Produkte")
  static let shownBeside = Words(
    "What is recommended beside it", "Was daneben empfohlen wird")
  static let hideProduct = Words("Hide it", "Verbergen")
  static let showProduct = Words("Show it again", "Wieder zeigen")
  static let productHidden = Words(
    "The product is hidden: it is neither recommended nor found.",
    "Das Produkt ist verborgen: Es wird weder empfohlen noch gefunden.")
  static let productShown = Words("The product is shown again.", "Das Produkt wird wieder gezeigt.")
  static let prices = Words("Prices", "Preise")
  static let saidBy = Words("Said by", "Gesagt von")
  static let noPrices = Words(
    "Its price has never changed.", "Sein Preis hat sich nie geändert.")
  static let fields = Words("Where its fields come from", "Woher seine Angaben kommen")
  static let field = Words("Field", "Feld")
  static let valueOfField = Words("Value", "Wert")
  static let noFields = Words("Nothing is said of it.", "Es ist nichts über es gesagt.")
  static let sources: [TextKey: Words] = [
    "server": Words("the server", "Server"), "client": Words("an app", "App"),
  ]

  // Recommendations.
  static let widgets = Words("Recommendations", "Produktempfehlungen")
  static let widgetsLead = Words(
    "The shop’s widgets, what a visitor would see in each now, and why each product is there.",
    "Die Widgets des Shops, was ein Besucher gerade in jedem sähe, und warum jedes Produkt da ist.")
  static let widget = Words("Widget", "Widget")
  static let widgetsEmpty = Words(
    "No widget yet. The API makes one; lists are recommended without one, too.",
    "Noch kein Widget. Die API macht eines; Listen werden auch ohne eines empfohlen.")
  static let onPage = Words("On page", "Auf Seite")
  static let fromWhat = Words("Filled with", "Gefüllt mit")
  static let byHand = Words("chosen by hand", "von Hand gewählt")
  static let experiment = Words("Experiment", "Versuch")
  static let withoutWidget = Words("The list without a widget", "Die Liste ohne Widget")
  static let whatVisitorSees = Words("What a visitor would see", "Was ein Besucher sähe")
  static let visitorBy = Words("Visitor named by", "Besucher benannt durch")
  static let visitorIs = Words("Visitor", "Besucher")
  static let visitorID = Words("id of a vendor’s client", "Id eines fremden Clients")
  static let onProduct = Words("On the page of product", "Auf der Seite des Produkts")
  static let languageOfTexts = Words("Language", "Sprache")
  static let stillReading = Words(
    "The server still reads what visitors did: lists may be shorter for some minutes.",
    "Der Server liest noch, was Besucher taten: Listen sind vielleicht noch einige Minuten kürzer.")
  static let shownProducts = Words("Shown products", "Gezeigte Produkte")
  static let whyHere = Words("Why it is here", "Warum es hier ist")
  static let score = Words("Score", "Wert")
  static let nothingShown = Words(
    "Nothing would be shown: too little is known, or the widget shows nothing on this page.",
    "Es würde nichts gezeigt: Es ist zu wenig bekannt, oder das Widget zeigt auf dieser Seite "
      + "nichts.")
  static let armIs = Words("sees “{arm}”", "sieht „{arm}“")
  static let pageKinds: [TextKey: Words] = [
    "home": Words("home", "Startseite"), "product": Words("product", "Produkt"),
    "category": Words("category", "Kategorie"), "basket": Words("basket", "Warenkorb"),
    "checkout_customer": Words("checkout, address", "Kasse, Adresse"),
    "checkout_payment": Words("checkout, payment", "Kasse, Zahlung"),
    "order_done": Words("order done", "Bestellung fertig"), "search": Words("search", "Suche"),
    "not_found": Words("not found", "nicht gefunden"), "custom": Words("another", "eine andere"),
    "event": Words("event", "Ereignis"),
  ]
  static let methods: [TextKey: Words] = [
    "recommended": Words("recommended", "empfohlen"), "for_you": Words("for you", "für Sie"),
    "also_viewed": Words("also viewed", "auch angesehen"),
    "bought_together": Words("bought together", "zusammen gekauft"),
    "similar": Words("similar", "ähnlich"), "trending": Words("trending", "im Trend"),
    "popular": Words("popular", "beliebt"), "best_sellers": Words("best sellers", "Bestseller"),
    "new_arrivals": Words("new arrivals", "neu"),
    "last_visited": Words("last visited", "zuletzt angesehen"),
    "price_drops": Words("price drops", "im Preis gesenkt"),
  ]
  static let recommendationReasons: [TextKey: Words] = [
    "came_back": Words(
      "others came back to it after what this visitor saw",
      "andere kamen nach dem, was dieser Besucher sah, darauf zurück"),
    "followed": Words(
      "others saw it next after what this visitor saw",
      "andere sahen es gleich nach dem, was dieser Besucher sah"),
    "similar_sessions": Words(
      "it is in visits like this one", "es kommt in ähnlichen Besuchen vor"),
    "one_step_further": Words(
      "it is in visits like those like this one",
      "es kommt in Besuchen vor, die ähnlichen ähneln"),
    "also_viewed": Words(
      "who saw the page’s product saw it too", "wer das Produkt der Seite sah, sah auch dieses"),
    "bought_together": Words(
      "it was bought with the page’s product", "es wurde mit dem Produkt der Seite gekauft"),
    "trending": Words("it is seen more than before", "es wird öfter angesehen als zuvor"),
    "popular": Words("many look at it", "viele sehen es an"),
    "best_seller": Words("many buy it", "viele kaufen es"),
    "new_arrival": Words("it is new in the shop", "es ist neu im Shop"),
    "last_visited": Words("this visitor saw it lately", "dieser Besucher sah es neulich"),
    "price_drop": Words("it costs less than before", "es kostet weniger als zuvor"),
    "similar_content": Words(
      "it is of the same kind, brand or words",
      "es ist von gleicher Art, Marke oder mit gleichen Wörtern"),
    "static_item": Words("chosen by hand", "von Hand gewählt"),
  ]

  // One widget.
  static let backToWidgets = Words("All widgets", "Alle Widgets")
  static let impressions = Words("Shown", "Gezeigt")
  static let widgetViews = Words("Seen", "Gesehen")
  static let purchases = Words("Purchases", "Käufe")
  static let ofViews = Words("{share} of those seen", "{share} der gesehenen")
  static let pauseWidget = Words("Pause it", "Anhalten")
  static let resumeWidget = Words("Let it run", "Laufen lassen")
  static let widgetPaused = Words("The widget is paused.", "Das Widget ist angehalten.")
  static let widgetResumed = Words("The widget runs.", "Das Widget läuft.")
  static let widgetStates: [TextKey: Words] = [
    "active": Words("runs", "läuft"), "paused": Words("paused", "angehalten"),
    "test": Words("in test", "im Test"),
  ]
  static let arms = Words("What each group of visitors did", "Was jede Gruppe von Besuchern tat")
  static let arm = Words("Group", "Gruppe")
  static let buyers = Words("Buyers", "Käufer")
  static let buying = Words("Who bought", "Wer kaufte")
  static let aboveHoldOut = Words("More than without it", "Mehr als ohne es")
  static let spending = Words("Paid by each in the mean", "Im Mittel von jedem bezahlt")
  static let armNames: [TextKey: Words] = [
    "main": Words("the widget as it is", "das Widget, wie es ist"),
    "hold_out": Words("without the widget", "ohne das Widget"),
  ]
  static let surelyMore = Words("surely more", "sicher mehr")
  static let surelyLess = Words("surely less", "sicher weniger")
  static let maybeChance = Words("may be chance", "kann Zufall sein")
  static let noArms = Words("Nobody has met it yet.", "Noch ist ihm niemand begegnet.")
  static let intervalHow = Words(
    "In brackets: where the true number lies with 95 % certainty. A difference whose two ends are on "
      + "one side of 0 is hardly chance. It compares with visitors to whom the widget is not shown, "
      + "if an experiment holds some out.",
    "In Klammern: wo die wahre Zahl mit 95 % Sicherheit liegt. Ein Unterschied, dessen Enden beide auf "
      + "einer Seite von 0 liegen, ist kaum Zufall. Verglichen wird mit Besuchern, denen das Widget "
      + "nicht gezeigt wird, falls ein Versuch welche auslässt.")
  static let noInteractions = Words(
    "Nothing was told of it in the last 30 days.", "In den letzten 30 Tagen wurde nichts gemeldet.")
  static let byProduct = Words("By product", "Nach Produkt")
}
