extension [Widget] {
  /// By what the products of these widgets are found, each once, in the order in which the widgets
  /// stand and ask.
  /// - Parameter arm: what the visitor sees of a widget.
  public func sources(seenAs arm: (Widget) -> WidgetArm) -> [WidgetSource] {
    var known: Set<WidgetSource> = []
    return flatMap { widget in
      let arm = arm(widget)
      return arm == .holdOut ? [] : widget.methods(of: arm).map(\.source)
    }.filter { known.insert($0).inserted }
  }

  /// About how many lists an answer may have to compute where all of these stand on the page of one
  /// of them: of each the arm of an experiment with most of them, whenever the widgets begin. Those
  /// that are paused or tried out ask for none.
  public func lists(onPageOf widget: Widget) -> Int {
    let standing = filter {
      $0.settings.state == .active && $0.settings.page.fits(widget.settings.page)
    }
    return standing.reduce(into: Set<WidgetSource>()) { sources, widget in
      let variants = widget.settings.experiment?.variants ?? []
      let arms = [WidgetArm.main] + variants.map { WidgetArm.variant($0.name) }
      let most = arms.map { arm in Set([widget].sources { _ in arm }) }.max { $0.count < $1.count }
      sources.formUnion(most ?? [])
    }.count
  }
}
