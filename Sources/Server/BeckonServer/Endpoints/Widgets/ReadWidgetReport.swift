import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/widgets/{widget}/report`: what visitors did with a widget and what followed, `?by=day`,
/// `product`, `category`, `brand`, `banner` or `order`; and for each of the arms of its experiment
/// how sure that is.
enum ReadWidgetReport {
  private static let columns = [
    "impressions", "views", "clicks", "conversions", "revenue",
  ]
  private static let orderColumns = ["at", "arm", "product", "banner", "revenue", "trust"]

  static func prepare(_ call: Call) throws -> Work {
    let widget = try call.widget()
    let grouping: WidgetReport.Grouping = try call.choice("by") ?? .day
    let asked = try call.reportPeriod()
    let (name, isOrders) = (grouping.rawValue, grouping == .order)
    let columns = [name] + (isOrders ? orderColumns : Self.columns + ["others"])
    return try .list(call, "rows", columns: columns) { scope, _, _ in
      let report = WidgetReport(scope, widget.id, in: asked)
      let rows =
        isOrders
        ? try report.orders().map(\.json)
        : try report.rows(by: grouping).map { .row(name, $0.key, $0.figures.members) }
      let told: [JSON.Member] = [
        JSON.Member("by", .string(name)), JSON.Member("from", .instant(report.period.start)),
        JSON.Member("until", .instant(report.period.end)),
        JSON.Member("as_of", .instant(try report.until())),
        JSON.Member("arms", .array(try arms(of: report, widget))),
      ]
      return Page(rows: rows, next: nil, told: told)
    }
  }

  /// Arms in the order in which the widget names them, behind those that it had before.
  private static func arms(of report: WidgetReport, _ widget: Widget) throws -> [JSON] {
    let (figures, cohorts) = (try report.arms(), try report.cohorts())
    let experiment = widget.settings.experiment
    let named =
      [WidgetArm.mainWord] + (experiment?.variants.map(\.name) ?? [])
      + (experiment == nil ? [] : [WidgetArm.holdOutWord])
    let past = Set(figures.keys).union(cohorts.keys).subtracting(named.map { TextKey($0) })
    let holdOut = cohorts[WidgetArm.holdOutWord]
    return (named + past.sorted().map(\.text)).map { arm in
      let isHoldOut = arm == WidgetArm.holdOutWord
      return WidgetArmReport(
        arm: arm, figures: figures[arm] ?? WidgetReport.Figures(),
        cohort: cohorts[arm] ?? WidgetCohort(), holdOut: isHoldOut ? nil : holdOut
      ).json
    }
  }
}

/// What is told of one arm.
private struct WidgetArmReport {
  let arm: String
  let figures: WidgetReport.Figures
  let cohort: WidgetCohort
  /// Those with whom it is compared.
  let holdOut: WidgetCohort?

  var json: JSON {
    let head: [JSON.Member] = [
      JSON.Member("arm", .string(arm)), JSON.Member("visitors", .integer(cohort.visitors)),
      JSON.Member("buyers", .integer(cohort.buyers)),
      JSON.Member("buying", buying), JSON.Member("spending", .array(spending)),
    ]
    return .object(head + figures.members)
  }

  private var buying: JSON {
    guard let share = cohort.buying else { return .null }
    let above = holdOut?.buying.map { Estimate.difference(share, $0) }
    return share.json(above: above)
  }

  /// What a visitor paid in the mean, buyer or not, in each currency.
  private var spending: [JSON] {
    let currencies = Set(cohort.spending.keys).union(holdOut?.spending.keys.map { $0 } ?? [])
    return currencies.sorted().compactMap { key in
      guard let currency = Currency(key.text), let mean = cohort.mean(in: key.text) else {
        return nil
      }
      let above = holdOut?.mean(in: key.text).map { Estimate.meanDifference(mean, $0) }
      let unit = Self.unit(of: currency)
      return .object(
        [JSON.Member("currency", .string(currency.code))]
          + (mean.scaled(by: unit).json(above: above?.scaled(by: unit)).members ?? []))
    }
  }

  /// The smallest unit of a currency in its main one.
  private static func unit(of currency: Currency) -> Double {
    (0..<currency.digits).reduce(1) { unit, _ in unit / 10 }
  }
}

extension Estimate {
  fileprivate func scaled(by unit: Double) -> Estimate {
    Estimate(value * unit, low: low * unit, high: high * unit)
  }

  fileprivate func json(above holdOut: Estimate?) -> JSON {
    .object([
      "value": .rounded(value), "low": .rounded(low), "high": .rounded(high),
      "above_hold_out": holdOut.map {
        ["value": .rounded($0.value), "low": .rounded($0.low), "high": .rounded($0.high)]
      },
    ])
  }
}

extension JSON {
  /// A number with six decimals: more would say nothing.
  fileprivate static func rounded(_ number: Double) -> JSON {
    .number("\((number * 1_000_000).rounded() / 1_000_000)")
  }

  fileprivate static func revenue(_ money: Money) -> JSON {
    [
      "amount": .integer(money.amount), "currency": .string(money.currency.code),
      "decimal": .string(money.decimal),
    ]
  }
}

extension WidgetReport.Figures {
  fileprivate var members: [JSON.Member] {
    let amounts = revenue.sorted { $0.key < $1.key }.map { key, amount in
      let currency = Currency(key.text) ?? .none
      let claim = Money(amount: claimed[key] ?? 0, currency: currency)
      return JSON.revenue(Money(amount: amount, currency: currency)).with(
        ["claimed_amount": .integer(claim.amount), "claimed_decimal": .string(claim.decimal)])
    }
    return [
      JSON.Member("impressions", .integer(impressions)), JSON.Member("views", .integer(views)),
      JSON.Member("clicks", .integer(clicks)), JSON.Member("conversions", .integer(conversions)),
      JSON.Member("revenue", .array(amounts)),
    ]
  }
}

extension CountedOrder {
  fileprivate var json: JSON {
    .object([
      "order": .orNull(payment), "at": .instant(at), "arm": .string(arm),
      "product": product.map(JSON.string), "banner": banner.map(JSON.string),
      "revenue": [.revenue(money)], "trust": .string(trust.rawValue),
    ])
  }
}
