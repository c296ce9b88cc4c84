import BeckonEngine
import BeckonModel
import BeckonStore

/// What a widget shows whoever asks for it by name. By that nobody has met it: clients tell what
/// they show, as clients of any vendor do.
struct ShownShelf: Sendable {
  private let widget: Widget
  private let wish: RecommendationWish

  init(_ widget: Widget, _ wish: RecommendationWish) {
    (self.widget, self.wish) = (widget, wish)
  }

  /// The answer.
  /// - Throws: `DatabaseError`, and a `Problem` for who may not see what that visitor did.
  func json(_ models: ShopModels, _ reader: SnapshotReader) async throws -> JSON {
    let (arm, page) = try await reader.read { scope in
      let name = try wish.visitor.known(to: reader.call, scope)
      let seen = try self.arm(for: name, scope)
      return (seen, try seen.map { try prepared($0, for: name, scope) })
    }
    let decisions = try await WidgetFilling(models: models).decisions(
      on: [page].compactMap { $0 }, reader)
    var items: [ShownWidget.Item] = []
    if case .shows(let shown)? = decisions.first?.first { items = shown.items }
    let written = models.held(reader.call.app.number)?.shown ?? ShownProducts(bytesMax: 0)
    let shown = written.json(
      of: items.map { (members(of: $0), $0.product) }, in: wish.language, wish.currency)
    return .object([
      "items": .array(shown),
      "widget": .string(widget.code), "title": .string(widget.title(in: wish.language)),
      "arm": arm.map { .string($0.word) },
    ])
  }

  /// What they see of it; `nil` when it is shown to nobody now.
  private func arm(for name: VisitorName?, _ scope: Scope) throws -> WidgetArm? {
    guard widget.isShown(at: scope.now, isTest: wish.isTest) else { return nil }
    // Who tries things out is drawn for nothing, and so is somebody whom nobody can tell apart.
    guard !wish.isTest, let name else { return .main }
    return try WidgetVisitors(scope).arm(
      of: widget, for: ShopVisitors(scope).viewer(named: name))
  }

  private func prepared(
    _ arm: WidgetArm, for name: VisitorName?, _ scope: Scope
  ) throws -> PreparedWidgets {
    var place = WidgetPlace(
      widgets: [widget], page: widget.settings.page, arms: [widget.id: arm])
    place.product = wish.product
    place.category = wish.category?.text
    (place.language, place.currency) = (wish.language, wish.currency)
    let trail = try name.map { try Trails(scope).trail(shownTo: $0) } ?? Trail()
    return try PreparedWidgets(place, trail, scope)
  }

  /// What the API says of it before what a shop shows.
  private func members(of item: ShownWidget.Item) -> JSON {
    .object([
      "product": .string(item.product.id), "score": item.score.map { .number("\($0)") },
      "reason": .string(item.reason?.rawValue ?? Self.chosenByHand),
    ])
  }

  /// The reason of a product among the widget's `static_items`.
  private static let chosenByHand = "static_item"
}
