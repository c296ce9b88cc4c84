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
}

/// `GET /v1/widgets`, oldest first; all of them, as an app has few.
enum ListWidgets {
  private static let columns = [
    "id", "code", "name", "page", "placement", "titles", "filter", "methods", "static_items",
    "item_count", "experiment", "state", "starts_at", "ends_at",
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
