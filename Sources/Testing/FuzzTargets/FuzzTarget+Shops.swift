import BeckonEngine
import BeckonModel

extension FuzzTarget {
  /// What is told of a shop in our own words: events, products, rows of feeds, and widgets.
  static let shops = FuzzTarget(
    "shops",
    seeds: [
      #"{"category":"Home Page","subcategory":"Men > Shoes"}"#,
      #"{"product_id":"p","title":"T","price":"19.90","currency":"EUR","categories":["A > B"]}"#,
      #"{"step":"add","product_id":7,"quantity":"0.500","price":1e3,"currency":"JPY"}"#,
      #"{"step":"purchase","products":[{"product_id":"p","quantity":2}],"total":"5","order_id":1}"#,
      #"{"kind":"click","instance":"w","group":"g","banners":[{"title":"t","order":1}]}"#,
      #"{"text":"é","test_mode":false}"#,
      #"{"product":"p","languages":{"tr":{"title":"Ayakkabı"}},"currencies":{"USD":{"price":1}}}"#,
      #"{"id":7,"price":"19.90 EUR","sale_price":"9 EUR","availability":"in stock","color":"a/b"}"#,
      #"{"id":"p","price":"EUR 5","sale_price":1,"quantity":"3","gender":"male","size":"[\"S\"]","#
        + #""sale_price_effective_date":"2026-11-24T09:00+0300/2026-11-29","hidden":"no"}"#,
      #"{"name":"W","page":{"kind":"home"},"methods":[{"method":"popular","count":3}],"#
        + #""filter":{"price":{"from":"1","to":"2","currency":"EUR"},"in_stock":true}}"#,
      #"{"name":"W","page":{"kind":"custom","name":"x"},"static_items":["p"],"titles":{"en":"T"},"#
        + #""experiment":{"name":"e","hold_out_percent":10,"variants":[{"name":"b","percent":9}]}}"#,
    ]
  ) { bytes, complaints in
    guard let json = try? JSONReader.read(bytes), let fields = try? Fields(json) else { return }
    for name in ShopEvent.Name.allCases { expectKept(name, json, &complaints) }
    _ = try? ProductWords(fields, id: "p")
    if let row = try? ShoppingFeed.read(fields.all, at: Instant(milliseconds: 0)) {
      _ = try? Fields(row.product).all.count
    }
    if let widget = try? WidgetSettings(fields) {
      let kept = try? WidgetSettings(Fields(widget.json))
      complaints.expect(kept == widget, "a widget is kept otherwise")
    }
  }

  /// What is stored of an event, under the name of its fact, says the same of the shop as the event
  /// did.
  private static func expectKept(
    _ name: ShopEvent.Name, _ json: JSON, _ complaints: inout Complaints
  ) {
    guard let event = try? ShopEvent(name: name.rawValue, properties: json) else { return }
    let (fact, stored) = (event.factName(isSure: true), event.properties)
    guard ShopEvent.isMeant(fact, stored) else { return }
    let again = try? ShopEvent(name: fact, properties: stored)
    complaints.expect(again?.properties.text == stored.text, "\(name) is stored otherwise")
    complaints.expect(again?.factName(isSure: true) == fact, "\(name) becomes another fact")
  }
}
