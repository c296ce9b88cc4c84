import BeckonEngine
import BeckonModel
import BeckonStore

/// What a widget shows whoever asks for it by name. By that nobody has met it: clients tell what
/// they show, as clients of any vendor do.
struct ShownShelf {
  private let widget: Widget
  private let wish: RecommendationWish
  private let name: VisitorName?

  init(_ widget: Widget, _ wish: RecommendationWish, to name: VisitorName?) {
    (self.widget, self.wish, self.name) = (widget, wish, name)
  }

  /// The answer.
  /// - Throws: `DatabaseError`.
  func json(_ trail: Trail, _ models: ShopModels, _ scope: Scope) throws -> JSON {
    let arm = try self.arm(scope)
    let shown = try arm.flatMap { try decide(arm: $0, trail, models, scope) }
    return .object([
      "items": .array((shown?.items ?? []).map { item(of: $0) }),
      "widget": .string(widget.code), "title": .string(widget.title(in: wish.language)),
      "arm": arm.map { .string($0.word) },
    ])
  }

  /// What they see of it; `nil` when it is shown to nobody now.
  private func arm(_ scope: Scope) throws -> WidgetArm? {
    guard widget.isShown(at: scope.now, isTest: wish.isTest) else { return nil }
    // Who tries things out is drawn for nothing, and so is somebody whom nobody can tell apart.
    guard !wish.isTest, let name else { return .main }
    return try WidgetVisitors(scope).arm(
      of: widget, for: ShopVisitors(scope).viewer(named: name))
  }

  private func decide(
    arm: WidgetArm, _ trail: Trail, _ models: ShopModels, _ scope: Scope
  ) throws -> ShownWidget? {
    var place = WidgetPlace(
      widgets: [widget], page: widget.settings.page, arms: [widget.id: arm])
    place.product = wish.product
    place.category = wish.category?.text
    (place.language, place.currency) = (wish.language, wish.currency)
    var room = WidgetLimits.answerProducts
    let decisions = try WidgetFilling(models: models).decisions(at: place, trail, &room, scope)
    guard case .shows(let shown) = decisions.first else { return nil }
    return shown
  }

  private func item(of item: ShownWidget.Item) -> JSON {
    let named = JSON.object([
      "product": .string(item.product.id), "score": item.score.map { .number("\($0)") },
      "reason": .string(item.reason?.rawValue ?? Self.chosenByHand),
    ])
    return named.with(item.product.shown(in: wish.language, wish.currency))
  }

  /// The reason of a product among the widget's `static_items`.
  private static let chosenByHand = "static_item"
}
