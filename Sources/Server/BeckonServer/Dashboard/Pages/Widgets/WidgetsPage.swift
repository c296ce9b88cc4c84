import BeckonContract
import BeckonEngine
import BeckonModel

extension DashboardPage {
  /// What the shop recommends: its widgets, what a visitor would see in each, and what came of one:
  /// `/dashboard/{app}/widgets/{widget}`.
  static let widgets = DashboardPage(
    "widgets", .widgets, .app, in: .shop,
    actions: [WidgetReportPage.pause, WidgetReportPage.resume],
    tables: [WidgetsPage.table, WidgetsPage.shelfTable],
    files: [WidgetReportPage.days, WidgetReportPage.products, WidgetReportPage.armFile]
  ) { request in
    request.rest.isEmpty
      ? try await WidgetsPage(request).html : try await WidgetReportPage(request).html
  }
}

/// What the page of the recommendations reads: the widgets, and what a visitor would see in each.
struct WidgetsPage {
  private(set) var request: DashboardRequest
  let widgets: [JSON]
  private(set) var shelves: [Shelf] = []

  /// What is shown in one place.
  struct Shelf: Sendable {
    /// The widget, by its code; `nil` for the list that is no widget's.
    let widget: String?
    let name: String
    /// As the native call answers.
    let answer: JSON

    var items: [JSON] { answer["items"]?.elements ?? [] }
  }

  /// Widgets of which it is shown what they hold.
  private static let shelvesMax = 20
  private static let items = "12"

  init(_ request: DashboardRequest) async throws {
    self.request = request
    widgets = try await request.ask(WidgetRoute.list)["widgets"]?.elements ?? []
    do {
      shelves = try await Self.shelves(request, of: widgets)
    } catch {
      guard let fault = FormFault(error) else { throw error }
      self.request.fault = fault
    }
  }

  private static func shelves(
    _ request: DashboardRequest, of widgets: [JSON]
  ) async throws -> [Shelf] {
    var shelves = [
      Shelf(
        widget: nil, name: request.text(.withoutWidget),
        answer: try await request.ask(RecommendationRoute.list, query: asked(request, nil)))
    ]
    for widget in widgets.prefix(shelvesMax) {
      let code = widget["code"]?.string ?? ""
      shelves.append(
        Shelf(
          widget: code, name: widget["name"]?.string ?? code,
          answer: try await request.ask(
            RecommendationRoute.list, query: asked(request, widget))))
    }
    return shelves
  }

  /// For whom, and on which page. Widgets in test are asked as those who try them out see them.
  private static func asked(
    _ request: DashboardRequest, _ widget: JSON?
  ) -> KeyValuePairs<String, String?> {
    let visitor = request.visitor
    func id(_ way: String) -> String? { visitor?.way == way ? visitor?.id : nil }
    let isTest = widget?["state"]?.string == "test"
    return [
      "person": id("person"), "install_id": id("install_id"), "visitor": id("visitor"),
      "product": request.query("product"), "category": request.query("category"),
      "language": request.query("language"), "widget": widget?["code"]?.string,
      "count": widget == nil ? items : nil, "test_mode": isTest ? "true" : nil,
    ]
  }

  static let table = DashboardTable(name: "widgets") { request in
    try await request.csv(WidgetRoute.list)
  }

  static let shelfTable = DashboardTable(name: "shelves") { request in
    .csv("shelves", try await WidgetsPage(request).allItems)
  }
}

extension DashboardRequest {
  /// By what a visitor of the shop is named.
  static let visitorWays: [(word: String, text: Words)] = [
    ("person", .person), ("install_id", .install), ("visitor", .visitorID),
  ]

  /// The visitor in whose place the page is looked at; `nil` for somebody unknown. What they have
  /// looked at says much of them, so operators who only look cannot ask.
  var visitor: (way: String, id: String)? {
    guard seesPeople, let id = query("who") else { return nil }
    let asked = query("by")
    return (Self.visitorWays.first { $0.word == asked }?.word ?? "person", id)
  }

  /// The fields that ask for one.
  var visitorFields: [Field] {
    guard seesPeople else { return [] }
    return [
      Field(
        "by", text(.visitorBy), .choice(Self.visitorWays.map { ($0.word, text($0.text)) }),
        value: query("by") ?? "person"),
      asked("who", .visitorIs, bytesMax: Limits.clientIDBytes),
    ]
  }
}
