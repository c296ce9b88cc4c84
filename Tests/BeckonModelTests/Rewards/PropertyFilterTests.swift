import BeckonModel
import Testing

/// What a reward rule asks of an event's properties.
@Suite struct PropertyFilterTests {
  private static let properties: JSON = [
    "plan": "year", "order": ["total": "19.90", "shop": ["city": "Izmir"], "tags": ["new"]],
    "order.plan": "month", "empty": .null,
  ]

  @Test(
    "A name with dots leads into objects where no property has that name",
    arguments: [
      (["order.total": ["gte": 19]], true), (["order.total": ["gte": 20]], false),
      (["order.shop.city": "Izmir"], true), (["order.shop": ["exists": true]], true),
      // A property of that very name goes first.
      (["order.plan": "month"], true), (["plan.year": ["exists": false]], true),
      (["order.nothing": ["exists": false]], true), (["order.tags.0": "new"], false),
      (["order..total": ["exists": true]], false), ([".": ["exists": true]], false),
      (["empty.x": ["exists": true]], false), (["plan": "year", "order.total": 19.9], true),
    ] as [(JSON, Bool)])
  func paths(filter: JSON, passes: Bool) throws {
    #expect(try PropertyFilter(filter, at: "filter").passes(Self.properties) == passes)
  }

  @Test("Text inside an object that is compared with a number is told by the whole name")
  func texts() throws {
    let filter = try PropertyFilter(["order.shop.city": ["gt": 1], "plan": ["lt": 2]], at: "f")
    #expect(filter.textsForNumbers(in: Self.properties) == ["order.shop.city", "plan"])
  }
}
