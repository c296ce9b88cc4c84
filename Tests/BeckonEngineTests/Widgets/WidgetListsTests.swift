import BeckonEngine
import Testing

/// The lists that an answer computes for the widgets of its pages.
@Suite struct WidgetListsTests {
  @Test("Widgets that find products by the same share a list, in the order in which they stand")
  func shared() {
    let widgets = [
      WidgetCases.widget(1, methods: [WidgetMethod(.trending), WidgetMethod(.popular)]),
      WidgetCases.widget(2, methods: [WidgetMethod(.popular), WidgetMethod(.similar)]),
      WidgetCases.widget(3, methods: [WidgetMethod(.popular, window: .day)]),
    ]
    let sources = widgets.sources { _ in .main }
    #expect(sources.map(\.method) == [.trending, .popular, .similar, .popular])
    #expect(sources.last?.window == .day)
    #expect(widgets.sources { _ in .holdOut } == [])
  }

  @Test("As many lists are counted as the widgets of a page can ask for, whatever is drawn")
  func counted() {
    let home = WidgetCases.widget(1) {
      $0.experiment = WidgetExperiment(
        name: "e", holdOutPercent: 10,
        variants: [
          .init(
            name: "two", percent: 50, methods: [WidgetMethod(.trending), WidgetMethod(.similar)])
        ])
    }
    let widgets = [
      home, WidgetCases.widget(2, methods: [WidgetMethod(.bestSellers)]),
      WidgetCases.widget(3, page: WidgetPage(.basket), methods: [WidgetMethod(.newArrivals)]),
      WidgetCases.widget(4, methods: [WidgetMethod(.lastVisited)]) { $0.state = .paused },
    ]
    #expect(widgets.lists(onPageOf: home) == 3)
    #expect(widgets.lists(onPageOf: widgets[2]) == 1)
  }
}
