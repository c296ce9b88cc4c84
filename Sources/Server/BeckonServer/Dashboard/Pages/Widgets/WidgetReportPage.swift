import BeckonContract
import BeckonEngine
import BeckonModel

/// What the page of one widget reads, and what its forms do.
struct WidgetReportPage {
  let request: DashboardRequest
  let widget: JSON
  /// By day, with the arms of its experiment.
  let report: JSON
  /// By product, the most sold first.
  let sold: [JSON]

  private static let productRows = 20

  init(_ request: DashboardRequest) async throws {
    let name = try Self.name(request)
    self.request = request
    widget = try await request.ask(WidgetRoute.read, name)
    report = try await request.ask(WidgetRoute.report, name, query: ["by": "day"])
    let products = try await request.ask(WidgetRoute.report, name, query: ["by": "product"])
    sold = Array((products["rows"]?.elements ?? []).prefix(Self.productRows))
  }

  /// Its id or code, as the path has it.
  private static func name(_ request: DashboardRequest) throws -> String {
    guard request.rest.count == 1 else { throw DashboardRefusal.noSuchPage }
    return request.rest[0]
  }

  static let days = DashboardFile(name: "days") { request in
    try await request.csv(WidgetRoute.report, name(request), query: ["by": "day"])
  }

  static let products = DashboardFile(name: "products") { request in
    try await request.csv(WidgetRoute.report, name(request), query: ["by": "product"])
  }

  static let armFile = DashboardFile(name: "arms") { request in
    .csv("arms", try await WidgetReportPage(request).armTable)
  }

  static let pause = DashboardAction("pause", .edit, done: .widgetPaused) { request in
    try await set(request, "paused")
  }

  static let resume = DashboardAction("resume", .edit, done: .widgetResumed) { request in
    try await set(request, "active")
  }

  private static func set(
    _ request: DashboardRequest, _ state: String
  ) async throws -> DashboardAction.Outcome {
    _ = try await request.ask(
      WidgetRoute.update, name(request), body: ["state": .string(state)])
    return .done()
  }
}
