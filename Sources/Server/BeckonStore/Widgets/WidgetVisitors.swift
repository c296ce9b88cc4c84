import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Somebody to whom widgets are shown, by what decides about experiments.
public struct WidgetViewer {
  /// The number of the visitor; `nil` of whom nobody has told.
  let number: Int64?
  /// By what they draw.
  let drawing: Identifier
  /// The numbers of the same person's other visitors.
  let others: () throws -> [Int64]
}

/// Which visitors have met which widgets, and what they see of them. A visitor is a number, as
/// `ShopVisitor` has it.
public struct WidgetVisitors {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What a visitor sees of widgets. It is drawn when they meet a widget first, and stays, as long
  /// as the widget's experiment has it. Who asks is about to show the widgets, or not to: both
  /// count as met, so that those who are shown nothing can be compared with the others. One that
  /// is shown to nobody now is met by nobody, whatever a client says.
  /// - Throws: `DatabaseError`.
  public func arms(
    of widgets: [Widget], for viewer: WidgetViewer, at: Instant
  ) throws -> [WidgetID: WidgetArm] {
    guard let visitor = viewer.number, !widgets.isEmpty else { return [:] }
    let met = try met(by: visitor)
    var arms: [WidgetID: WidgetArm] = [:]
    for widget in widgets where arms[widget.id] == nil {
      let arm = try arm(of: widget, met, viewer)
      arms[widget.id] = arm
      if met[widget.id] == nil, widget.isShown(at: scope.now), widget.isShown(at: at) {
        try meet(widget.id, visitor, arm, at)
      }
    }
    return arms
  }

  /// What somebody sees of a widget. Nothing counts as met by that: the client tells when it shows
  /// the widget.
  /// - Throws: `DatabaseError`.
  public func arm(of widget: Widget, for viewer: WidgetViewer) throws -> WidgetArm {
    try arm(of: widget, viewer.number.map(met) ?? [:], viewer)
  }

  /// A person sees the same on each of their devices: what they met on any of them.
  private func arm(
    of widget: Widget, _ met: [WidgetID: WidgetArm], _ viewer: WidgetViewer
  ) throws -> WidgetArm {
    guard let experiment = widget.settings.experiment else { return .main }
    let drawn = Identifier(
      hashing: "widget experiment", experiment.name, viewer.drawing.text, key: scope.app.pepper)
    if let known = met[widget.id] { return widget.arm(known: known, digest: drawn) }
    for other in try viewer.others() {
      if let known = try self.met(by: other)[widget.id] {
        return widget.arm(known: known, digest: drawn)
      }
    }
    return widget.arm(known: nil, digest: drawn)
  }

  private func met(by visitor: Int64) throws -> [WidgetID: WidgetArm] {
    let rows: [(WidgetID, WidgetArm)] = try scope.connection.rows(
      "SELECT widget, arm FROM widget_visitors WHERE app = $1 AND visitor = $2 ORDER BY widget",
      [scope.tenant, .integer(visitor)]
    ) { ($0.id(0), WidgetArm(word: $0.text(1))) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  private func meet(
    _ widget: WidgetID, _ visitor: Int64, _ arm: WidgetArm, _ at: Instant
  ) throws {
    let row: SQL.Row = [
      "app": scope.tenant, "visitor": .integer(visitor), "widget": .id(widget),
      "arm": .text(arm.word), "day": .text(scope.app.day(of: at)), "at": .instant(at),
      "orders": .integer(0), "amount": .integer(0),
    ]
    let added = try scope.connection.run(
      "INSERT INTO widget_visitors \(row: row) ON CONFLICT (app, visitor, widget) DO NOTHING")
    guard added > 0 else { return }
    try WidgetActs(scope).add([
      WidgetAct(.met, widget: widget, visitor: visitor, arm: arm.word, at: at)
    ])
  }

  /// Makes what a visitor did with widgets another's. What that one met too stays as it is.
  /// - Throws: `DatabaseError`.
  func move(from old: Int64, to new: Int64) throws {
    try scope.connection.send(
      """
      DELETE FROM widget_visitors WHERE app = $1 AND visitor = $2 AND widget IN (
        SELECT met.widget FROM widget_visitors AS met WHERE met.app = $1 AND met.visitor = $3)
      """, [scope.tenant, .integer(old), .integer(new)])
    for sql: StaticString in [
      "UPDATE widget_visitors SET visitor = $3 WHERE app = $1 AND visitor = $2",
      """
      UPDATE widget_orders {by widget_orders_by_visitor} SET visitor = $3
      WHERE app = $1 AND visitor = $2
      """,
    ] { try scope.connection.send(sql, [scope.tenant, .integer(old), .integer(new)]) }
    try Leftovers(scope).begin(
      .moveWidgetActs, on: Identifier(visitor: old), to: Identifier(visitor: new))
  }

  /// Forgets what a visitor did with widgets; sums stay, and name nobody.
  /// - Throws: `DatabaseError`.
  func forget(_ visitor: Int64) throws {
    for sql: StaticString in [
      "DELETE FROM widget_visitors WHERE app = $1 AND visitor = $2",
      "DELETE FROM widget_orders WHERE app = $1 AND visitor = $2",
    ] { try scope.connection.send(sql, [scope.tenant, .integer(visitor)]) }
    try Leftovers(scope).begin(.forgetWidgetActs, on: Identifier(visitor: visitor))
  }
}
