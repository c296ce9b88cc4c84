import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel

/// Every measurement that the server exports, in Prometheus' text format. Routes are told by
/// pattern, never by path, so that the number of series stays bounded.
final class Metrics: Sendable {
  /// Upper bounds of the buckets of request times, in seconds.
  private static let bucketSeconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

  fileprivate struct Series: Hashable {
    let route: Route?
    let status: Int

    /// Method and path tell routes apart, and each request is counted under one.
    func hash(into hasher: inout Hasher) {
      hasher.combine(route?.method)
      hasher.combine(route?.path)
      hasher.combine(status)
    }

    /// As the label `route` shows it.
    var name: String { route.map { "\($0.method) \($0.path)" } ?? "none" }
  }

  private struct Values {
    var requests: [Series: Int] = [:]
    var buckets = [Int](repeating: 0, count: Metrics.bucketSeconds.count)
    var seconds = 0.0
    var count = 0
    var loops: [TextKey: Loop] = [:]
    var counters: [CounterSeries: Int] = [:]
    var failing: [MessageChannel: Set<Int>] = [:]
  }

  /// A counter, with the values of its labels.
  private struct CounterSeries: Hashable {
    let counter: String
    let labels: [TextKey]
  }

  /// How a background loop is doing.
  struct Loop: Sendable {
    /// One that has not succeeded for so long, beside its own pace, makes the server unwell.
    static let patienceMilliseconds: Int64 = 60_000

    let everyMilliseconds: Int64
    var lastSuccess: Instant?
    var lag: Int64?
  }

  private let values = Locked(Values())
  private let counters: [Counter]

  /// - Parameter counters: those of features, in the order in which they are shown.
  init(counters: [Counter]) {
    self.counters = counters
  }

  /// Counts an answered request.
  func count(route: Route?, status: Int, nanoseconds: UInt64) {
    let seconds = Double(nanoseconds) / 1e9
    let series = Series(route: route, status: status)
    values.withLock { values in
      values.requests[series, default: 0] += 1
      values.seconds += seconds
      values.count += 1
      for (index, bound) in Self.bucketSeconds.enumerated() where seconds <= bound {
        values.buckets[index] += 1
      }
    }
  }

  /// Counts what a feature wants counted.
  /// - Parameter labels: a value for each label of the counter.
  func count(_ counter: Counter, _ labels: String...) {
    precondition(labels.count == counter.labels.count, "each label has a value")
    let series = CounterSeries(counter: counter.name, labels: labels.map { TextKey($0) })
    values.withLock { $0.counters[series, default: 0] += 1 }
  }

  /// Notes that a loop exists, so that it is missed if it never runs.
  func loop(_ name: String, everyMilliseconds: Int64) {
    values.withLock { $0.loops[name] = Loop(everyMilliseconds: everyMilliseconds) }
  }

  /// Notes that a loop has run.
  func loop(_ name: String, succeededAt now: Instant, lag: Int64?) {
    values.withLock { values in
      values.loops[name]?.lastSuccess = now
      values.loops[name]?.lag = lag
    }
  }

  /// The loops, by name.
  var loops: [(name: String, loop: Loop)] {
    values.withLock { values in values.loops.sorted { $0.key < $1.key } }
      .map { ($0.key.text, $0.value) }
  }

  /// Notes whether a gateway of messages failed when it was asked just now.
  /// - Parameter place: which of the gateways of its channel, from 0.
  func gateway(_ channel: MessageChannel, _ place: Int, hasFailed: Bool) {
    values.withLock { values in
      if hasFailed {
        values.failing[channel, default: []].insert(place)
      } else {
        values.failing[channel]?.remove(place)
      }
    }
  }

  /// The gateways that failed when they were last asked, as operators name them.
  var failingGateways: [String] {
    let failing = values.withLock(\.failing)
    return MessageChannel.allCases.flatMap { channel in
      (failing[channel] ?? []).sorted().map {
        "gateway \($0 + 1) for \(channel == .mail ? "mails" : "text messages")"
      }
    }
  }

  /// What is counted elsewhere, at this moment.
  struct Load {
    let version: String
    let connections: Int
    let requestsInFlight: Int
    /// `nil` when the database does not say.
    let webhooksDisabled: Int64?
  }

  /// Everything in Prometheus' text format.
  func text(_ load: Load) -> String {
    let values = values.withLock { $0 }
    var text = Exposition()
    text.add(
      "beckon_build_info", .gauge, "1, with the version of the program.",
      [.init(1, ["version": load.version])])
    Self.addRequests(values, load, to: &text)
    Self.addLoops(values.loops, to: &text)
    if let disabled = load.webhooksDisabled {
      text.add(
        "beckon_webhooks_disabled", .gauge, "Webhooks that the server has disabled.",
        [.init(disabled)])
    }
    addCounters(values, to: &text)
    ProcessFigures.add(to: &text)
    return text.text
  }

  private func addCounters(_ values: Values, to text: inout Exposition) {
    for counter in counters {
      let samples = values.counters.filter { $0.key.counter == counter.name }
        .sorted { $0.key.labels.lexicographicallyPrecedes($1.key.labels) }
      text.add(
        counter.name, .counter, counter.help,
        samples.map { series, count in
          .init(count, labels: zip(counter.labels, series.labels).map { ($0, $1.text) })
        })
    }
  }

  private static func addRequests(_ values: Values, _ load: Load, to text: inout Exposition) {
    text.add(
      "beckon_requests_total", .counter, "Requests that were answered, by route and status.",
      values.requests.sorted { $0.key.order < $1.key.order }.map {
        .init($0.value, ["route": $0.key.name, "status": "\($0.key.status)"])
      })
    let buckets = zip(bucketSeconds, values.buckets).map { bound, count in
      Exposition.Sample(count, ["le": "\(bound)"], suffix: "_bucket")
    }
    text.add(
      "beckon_request_seconds", .histogram, "Time from a request to its answer, in seconds.",
      buckets + [
        .init(values.count, ["le": "+Inf"], suffix: "_bucket"),
        .init(values.seconds, suffix: "_sum"), .init(values.count, suffix: "_count"),
      ])
    text.add("beckon_connections", .gauge, "Open connections.", [.init(load.connections)])
    text.add(
      "beckon_requests_in_flight", .gauge, "Requests that wait for their answer.",
      [.init(load.requestsInFlight)])
  }

  private static func addLoops(_ loops: [TextKey: Loop], to text: inout Exposition) {
    let loops = loops.sorted { $0.key < $1.key }
    text.add(
      "beckon_loop_last_success_seconds", .gauge,
      "When a background loop last succeeded, in seconds since 1970.",
      loops.map { name, loop in
        .init(Double(loop.lastSuccess?.milliseconds ?? 0) / 1_000, ["loop": name.text])
      })
    text.add(
      "beckon_loop_lag", .gauge, "What the last round of a background loop left.",
      loops.compactMap { name, loop in loop.lag.map { .init($0, ["loop": name.text]) } })
  }
}

extension Metrics.Series {
  fileprivate var order: String { "\(name) \(status)" }
}
