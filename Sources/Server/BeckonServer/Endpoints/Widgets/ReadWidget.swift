import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/widgets/{widget}`, by id or code, with what was changed of it lately.
enum ReadWidget {
  static func prepare(_ call: Call) throws -> Work {
    let widget = try call.widget()
    return .read { scope in
      let changes = try Changes(scope).latest(of: widget.id.identifier).map(\.json)
      return .json(
        .object(
          (describe(widget).members ?? []) + [JSON.Member("history", .array(changes))]))
    }
  }

  /// A widget as its operator has set it.
  static func describe(_ widget: Widget) -> JSON {
    let names: [JSON.Member] = [
      JSON.Member("id", .id(widget.id)), JSON.Member("code", .string(widget.code)),
    ]
    return .object(names + (widget.settings.json.members ?? []))
  }

  /// Products that a warning names; of the rest it tells the number.
  private static let namedProducts = 5

  /// Warns of what a widget does not do as its operator may expect.
  static func warnings(of widget: Widget, _ scope: Scope) throws -> [FactWarning] {
    [try unknownProducts(of: widget, scope), tooManyLists(with: widget, scope)].compactMap { $0 }
  }

  /// Products that were chosen by hand and are not in the catalogue.
  private static func unknownProducts(
    of widget: Widget, _ scope: Scope
  ) throws -> FactWarning? {
    let chosen = widget.settings.staticItems
    let known = try Products(scope).load(chosen).filter { $0.value.deletedAt == nil }
    let missing = chosen.filter { known[$0] == nil }
    guard !missing.isEmpty else { return nil }
    let named = missing.prefix(namedProducts).map { "'" + NameSuggestion.shown($0) + "'" }
      .joined(separator: ", ")
    let others = missing.count - namedProducts
    return FactWarning(
      .unknownProduct,
      "'static_items' has \(named)\(others > 0 ? " and \(others) more" : ""), not in the "
        + "catalogue: tell of them with PUT /v1/products/{product}, or they are not shown.")
  }

  /// More lists than one answer computes, on the widget's page.
  private static func tooManyLists(with widget: Widget, _ scope: Scope) -> FactWarning? {
    let others = scope.app.widgets.filter { $0.id != widget.id }
    let lists = (others + [widget]).lists(onPageOf: widget)
    guard widget.settings.state == .active, lists > WidgetLimits.answerLists else { return nil }
    return FactWarning(
      .tooManyLists,
      "The active widgets of this page have \(lists) different methods, and an answer computes "
        + "\(WidgetLimits.answerLists): the last give nothing. Pause widgets, or let them share "
        + "methods.")
  }
}

/// `GET /v1/widgets`, oldest first; all of them, as an app has few.
enum ListWidgets {
  private static let columns = [
    "id", "code", "name", "page", "placement", "titles", "filter", "methods", "static_items",
    "item_count", "experiment", "trust", "banners", "state", "starts_at", "ends_at",
  ]

  static func prepare(_ call: Call) throws -> Work {
    let shown = call.app.widgets.map(ReadWidget.describe)
    return try .list(call, "widgets", columns: columns) { _, _, _ in Page(rows: shown, next: nil) }
  }
}

extension Call {
  /// The widget that the path names by id or code.
  func widget() throws -> Widget {
    guard let name = parameters.first, let widget = app.widgets.named(name) else {
      throw Problem.notFound("widget")
    }
    return widget
  }
}
