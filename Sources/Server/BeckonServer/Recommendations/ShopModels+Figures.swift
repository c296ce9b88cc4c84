import BeckonModel

extension ShopModels.Figures {
  /// As `/health` tells it.
  var json: JSON {
    [
      "warming": .bool(isWarming), "shops": .integer(shops),
      "shops_too_large": .integer(shopsTooLarge), "actions": .integer(actions),
      "products": .integer(products), "bytes": .integer(bytes),
    ]
  }

  /// As `/metrics` tells it.
  var text: String {
    var text = Exposition()
    let tooLarge = "Shops of which --recommendation-megabytes has no room for all."
    for (name, help, value) in [
      ("warming", "1 while stored actions are still being read after a start.", isWarming ? 1 : 0),
      ("shops", "Shops whose products are recommended.", shops),
      ("shops_too_large", tooLarge, shopsTooLarge),
      ("actions", "Views and purchases in memory.", actions),
      ("products", "Products in memory.", products),
      ("bytes", "Memory that recommendations take.", bytes),
    ] {
      text.add("beckon_recommendation_" + name, .gauge, help, [.init(value)])
    }
    return text.text
  }
}
