import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// What widgets read and change for a visitor or an order, as SQLite plans it.
struct WidgetPlanTests {
  private static let tables: Set = [
    "widget_acts", "widget_orders", "widget_visitors", "shop_visitors",
  ]

  @Test("Each look-up goes along an index, however many visitors have met however many widgets")
  func plans() async throws {
    let plans = try await QueryPlans.of { scope in
      let home: JSON = [
        "name": "At home", "page": ["kind": "home"], "methods": [["method": "popular"]],
      ]
      let widget = Widget(
        id: WidgetID(Identifier(high: 1, low: 1)), code: "home",
        try WidgetSettings(Fields(home)))
      let visitors = ShopVisitors(scope)
      let old = try visitors.present(.vendorID("1"), by: .client)
      let new = try visitors.present(.vendorID("2"), by: .client)
      for visitor in [old, new] {
        _ = try WidgetVisitors(scope).arms(
          of: [widget], for: visitors.viewer(visitor), at: QueryPlans.now)
      }
      _ = try WidgetVisitors(scope).arm(of: widget, for: visitors.viewer(named: .installID("a")))
      _ = try WidgetActs(scope).lastClick(of: [old.number], before: QueryPlans.now)
      _ = try WidgetActs(scope).page(of: old.number, behind: 0, 9)
      try WidgetOrders(scope).takeBack(FactID(Identifier(high: 1, low: 2)))
      try WidgetVisitors(scope).move(from: old.number, to: new.number)
      try WidgetVisitors(scope).forget(new.number)
    }
    let looks = plans.filter { plan in
      Self.tables.contains { plan.split(separator: " ").dropFirst().first == $0[...] }
    }
    #expect(looks.count > 10, "\(plans)")
    #expect(looks.filter { $0.hasPrefix("SCAN") || $0.hasSuffix("(app=?)") } == [])
  }
}
