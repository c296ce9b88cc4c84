import BeckonEngine
import BeckonModel
import Testing

/// What clients tell of widgets is read back to them.
@Suite struct WidgetTouchTests {
  private static let widgets = [
    WidgetCases.widget(1), WidgetCases.widget(2, page: WidgetPage(.basket)),
  ]

  private static func touches(
    _ kind: ListAct, _ instance: String, _ interaction: String?
  ) throws -> [WidgetTouch] {
    let told = try Interaction(kind, instance: instance, interaction: interaction)
    return ShopEvent.interaction(told).touches(of: widgets)
  }

  @Test("By its code or id, an impression with the id of the showing, a click with the product")
  func interactions() throws {
    let showing = WidgetShowing.id(Identifier(high: 1, low: 2))
    #expect(
      try Self.touches(.impression, "code2", showing) == [.init(.impression, Self.widgets[1])])
    #expect(
      try Self.touches(.widgetView, Self.widgets[0].id.text, showing)
        == [.init(.view, Self.widgets[0])])
    #expect(
      try Self.touches(.click, "code1", "shoe") == [
        .init(.click, Self.widgets[0], product: "shoe")
      ])
    #expect(try Self.touches(.click, "code1", showing) == [.init(.click, Self.widgets[0])])
    #expect(
      try Self.touches(.click, "code1", "act_shoe").map(\.product) == ["act_shoe"])
    #expect(try Self.touches(.click, "code3", "shoe") == [])
    #expect(try Self.touches(.search, "code1", "shoe") == [])
  }

  @Test("A group of banners is the widget of its name")
  func banners() throws {
    let banner = try Banner(title: "Sale", product: "shoe")
    func touches(_ kind: BannerEvent.Kind, _ group: String) throws -> [WidgetTouch] {
      let told = try BannerEvent(kind, group: group, banners: [banner])
      return ShopEvent.banner(told).touches(of: Self.widgets)
    }
    #expect(
      try touches(.click, "code1") == [
        .init(.click, Self.widgets[0], product: "shoe", banner: "Sale")
      ])
    #expect(try touches(.update, "code1") == [])
    #expect(try touches(.view, "Other") == [])
  }
}
