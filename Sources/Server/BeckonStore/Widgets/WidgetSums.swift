import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What visitors' acts come to, by day: for each widget in all, and by the products, categories,
/// brands and banners on which they clicked.
struct WidgetSums {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Where something counts.
  private struct Place: Hashable {
    let widget: WidgetID
    let dimension: String
    let day: String
    var name: String
    let arm: String
    let currency: String
  }

  private struct Counts {
    var impressions: Int64 = 0
    var views: Int64 = 0
    var clicks: Int64 = 0
    var conversions: Int64 = 0
    var amount: Int64 = 0
    var claimed: Int64 = 0

    mutating func add(_ act: WidgetAct) {
      switch act.kind {
      case .impression: impressions += act.number
      case .view: views += act.number
      case .click: clicks += act.number
      case .conversion:
        conversions += act.number
        earn(act.number * (act.money?.amount ?? 0), isClaimed: act.isClaimed)
      case .refund: earn(-act.number * (act.money?.amount ?? 0), isClaimed: act.isClaimed)
      case .met, .order, .spent: break
      }
    }

    private mutating func earn(_ money: Int64, isClaimed: Bool) {
      amount += money
      if isClaimed { claimed += money }
    }
  }

  /// Adds acts of this app, in their order.
  /// - Throws: `DatabaseError`.
  func add(_ acts: [WidgetAct]) throws {
    let products = try Products(scope).load(acts.compactMap(\.product))
    var sums: [Place: Counts] = [:]
    var banners = BannersOfVisitors()
    var ofCohorts: [WidgetAct] = []
    for act in acts {
      switch act.kind {
      case .met, .order, .spent: ofCohorts.append(act)
      case .impression, .view, .click, .conversion, .refund:
        for (dimension, name) in names(of: banners.bounded(act), products) {
          sums[place(of: act, dimension.rawValue, name), default: Counts()].add(act)
        }
      }
    }
    try WidgetCohorts(scope).add(ofCohorts)
    for (place, counts) in sums { try store(counts, at: place) }
  }

  private func place(of act: WidgetAct, _ dimension: String, _ name: String) -> Place {
    Place(
      widget: act.widget, dimension: dimension, day: scope.app.day(of: act.at), name: name,
      arm: act.arm, currency: act.money?.currency.code ?? "")
  }

  /// In which dimensions an act counts, and under which names. Of products only those of the
  /// catalogue have a name: clients can make up any number of others.
  private func names(
    of act: WidgetAct, _ products: [TextKey: Product]
  ) -> [(WidgetReport.Grouping.Stored, String)] {
    var names: [(WidgetReport.Grouping.Stored, String)] = [(.day, "")]
    if let banner = act.banner { names.append((.banner, name(ofBanner: banner, act.widget))) }
    guard [.click, .conversion, .refund].contains(act.kind) else { return names }
    guard let id = act.product, let product = products[id] else {
      return names + [(.product, ""), (.category, ""), (.brand, "")]
    }
    let categories = product.categories().map(\.text)
    names.append((.product, id))
    names.append((.brand, product.text(.brand) ?? ""))
    return names + (categories.isEmpty ? [""] : categories).map { (.category, $0) }
  }

  /// The title under which a banner counts: its own, unless the widget's operator has said which
  /// ones are told apart.
  private func name(ofBanner title: String, _ id: WidgetID) -> String {
    let known = scope.app.widgets.first { $0.id == id }?.settings.banners ?? []
    return known.isEmpty || known.contains(title) ? title : ""
  }

  private func store(_ counts: Counts, at given: Place) throws {
    var place = given
    if place.dimension == WidgetReport.Grouping.Stored.banner.rawValue, try isOneTooMany(place) {
      place.name = ""
    }
    let row: SQL.Row = [
      "app": scope.tenant, "widget": .id(place.widget), "dimension": .text(place.dimension),
      "day": .text(place.day), "name": .text(place.name), "arm": .text(place.arm),
      "currency": .text(place.currency), "impressions": .integer(counts.impressions),
      "views": .integer(counts.views), "clicks": .integer(counts.clicks),
      "conversions": .integer(counts.conversions), "amount": .integer(counts.amount),
      "claimed": .integer(counts.claimed),
    ]
    try scope.connection.send(
      """
      INSERT INTO widget_sums \(row: row)
      ON CONFLICT (app, widget, dimension, day, name, arm, currency) DO UPDATE SET
        impressions = widget_sums.impressions + excluded.impressions,
        views = widget_sums.views + excluded.views,
        clicks = widget_sums.clicks + excluded.clicks,
        conversions = widget_sums.conversions + excluded.conversions,
        amount = widget_sums.amount + excluded.amount,
        claimed = widget_sums.claimed + excluded.claimed
      """)
  }

  /// The banners that each visitor has named in a batch: of one who names more than anybody looks
  /// at, the rest is told apart no more. Else one call would use up a day's names.
  private struct BannersOfVisitors {
    private var named: [Int64: Set<TextKey>] = [:]

    mutating func bounded(_ act: WidgetAct) -> WidgetAct {
      guard let banner = act.banner else { return act }
      let known = named[act.visitor] ?? []
      guard !known.contains(TextKey(banner)) else { return act }
      guard known.count < WidgetLimits.bannersOfVisitor else {
        var act = act
        act.banner = ""
        return act
      }
      named[act.visitor, default: []].insert(TextKey(banner))
      return act
    }
  }

  /// Whether a banner's name is new on its day, and the widget has as many there as it may.
  private func isOneTooMany(_ place: Place) throws -> Bool {
    let day: SQL = """
      app = \(scope.tenant) AND widget = \(.id(place.widget))
        AND dimension = \(.text(place.dimension)) AND day = \(.text(place.day))
      """
    let isKnown = try scope.connection.first(
      "SELECT 1 FROM widget_sums WHERE \(day) AND name = \(.text(place.name)) LIMIT 1"
    ) { _ in true }
    guard isKnown == nil else { return false }
    let count = try scope.connection.first(
      """
      SELECT COUNT(*) FROM (
        SELECT DISTINCT name FROM widget_sums WHERE \(day)
        LIMIT \(.integer(WidgetLimits.bannersOfDay))) AS names
      """
    ) { $0.integer(0) }
    return count ?? 0 >= WidgetLimits.bannersOfDay
  }
}
