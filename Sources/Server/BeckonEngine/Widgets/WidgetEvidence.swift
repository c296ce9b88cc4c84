import BeckonModel

/// A figure, and between which two it would lie with a confidence of 95 % if all visitors that
/// there could be were asked.
public struct Estimate: Hashable, Sendable {
  /// The figure.
  public let value: Double
  /// The lower bound.
  public let low: Double
  /// The upper bound.
  public let high: Double

  /// Makes an estimate.
  public init(_ value: Double, low: Double, high: Double) {
    self.value = value
    self.low = low
    self.high = high
  }

  /// Two-sided quantile of the normal distribution for 95 %.
  static let quantile = 1.959963984540054

  /// The share of visitors who did something: Wilson's score interval (E. B. Wilson, "Probable
  /// inference, the law of succession, and statistical inference", 1927), which holds for few
  /// visitors and shares near 0 too. `nil` without a visitor.
  public static func share(_ some: Int64, of all: Int64) -> Estimate? {
    guard all > 0 else { return nil }
    let (count, share) = (Double(all), Double(min(max(0, some), all)) / Double(all))
    let square = quantile * quantile
    let middle = (share + square / (2 * count)) / (1 + square / count)
    let spread = (share * (1 - share) / count + square / (4 * count * count)).squareRoot()
    let reach = quantile * spread / (1 + square / count)
    return Estimate(share, low: max(0, middle - reach), high: min(1, middle + reach))
  }

  /// By how much one share is above another: R. G. Newcombe's hybrid of two score intervals
  /// ("Interval estimation for the difference between independent proportions", 1998, method 10).
  public static func difference(_ one: Estimate, _ other: Estimate) -> Estimate {
    func reach(_ up: Double, _ down: Double) -> Double { (up * up + down * down).squareRoot() }
    let value = one.value - other.value
    return Estimate(
      value, low: value - reach(one.value - one.low, other.high - other.value),
      high: value + reach(one.high - one.value, other.value - other.low))
  }

  /// The mean of a sum over visitors, by the central limit theorem: its standard error is the
  /// square root of the sample's variance over the number of visitors. `nil` with fewer than two.
  /// - Parameters:
  ///   - sum: of what is never below zero, so that the lower bound is not either.
  ///   - squares: the sum of each visitor's square.
  public static func mean(sum: Double, squares: Double, of all: Int64) -> Estimate? {
    guard all > 1 else { return nil }
    let (count, mean) = (Double(all), sum / Double(all))
    // What floating point has lost must not make the variance negative.
    let variance = max(0, (squares - sum * mean) / (count - 1))
    let reach = quantile * (variance / count).squareRoot()
    return Estimate(mean, low: max(0, mean - reach), high: mean + reach)
  }

  /// By how much one mean is above another, of independent visitors: variances add up.
  public static func meanDifference(_ one: Estimate, _ other: Estimate) -> Estimate {
    let (first, second) = (one.high - one.value, other.high - other.value)
    let reach = (first * first + second * second).squareRoot()
    let value = one.value - other.value
    return Estimate(value, low: value - reach, high: value + reach)
  }
}

/// What the visitors of an arm bought, who met a widget in some time.
public struct WidgetCohort: Hashable, Sendable {
  /// Visitors.
  public var visitors: Int64 = 0
  /// Those of them who bought something within `WidgetLimits.orderDays`.
  public var buyers: Int64 = 0
  /// What they paid, by currency, in its smallest unit.
  public var spending: [TextKey: Spending] = [:]

  /// What visitors paid in one currency.
  public struct Spending: Hashable, Sendable {
    /// The sum.
    public var amount: Int64
    /// The sum of each visitor's square.
    public var squares: Double

    /// Makes one.
    public init(amount: Int64, squares: Double) {
      self.amount = amount
      self.squares = squares
    }
  }

  /// Nobody.
  public init() {}

  /// Which share of the visitors bought something.
  public var buying: Estimate? { Estimate.share(buyers, of: visitors) }

  /// What a visitor paid in a currency, in its smallest unit; buyers and others.
  public func mean(in currency: String) -> Estimate? {
    let spent = spending[TextKey(currency)] ?? Spending(amount: 0, squares: 0)
    return Estimate.mean(sum: Double(spent.amount), squares: spent.squares, of: visitors)
  }
}

/// Which orders count for what a visitor did.
public enum WidgetOrderRule {
  /// Whether an order is so soon after something, a click or a first meeting, that it is compared
  /// or counted.
  public static func counts(_ order: Instant, after something: Instant) -> Bool {
    let apart = order.milliseconds(since: something)
    return (0...WidgetLimits.orderDays * Span.dayMilliseconds).contains(apart)
  }

  /// Whether something is told so soon that it counts. A client without a network tells late, but
  /// whoever has the app's key can write any time into an event, and days that are long reported
  /// must not change by that. The app's server is believed.
  public static func isInTime(_ happened: Instant, by trust: Trust, now: Instant) -> Bool {
    trust == .server
      || now.milliseconds(since: happened) <= WidgetLimits.lateDays * Span.dayMilliseconds
  }
}
