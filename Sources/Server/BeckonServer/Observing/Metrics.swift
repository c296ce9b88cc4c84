import BeckonBasics
import BeckonContract
import BeckonModel

/// Every measurement that the server exports, in Prometheus' text format. Routes are told by
/// pattern, never by path, so that the number of series stays bounded.
final class Metrics: Sendable {
  /// Upper bounds of the buckets of request times, in seconds.
  private static let bucketSeconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

  fileprivate struct Series: Hashable {
    let route: Route?
    let status: Int

    /// As the label `route` shows it.
    var name: String { route.map { "\($0.method) \($0.path)" } ?? "none" }
  }

  private struct Values {
    var requests: [Series: Int] = [:]
    var buckets = [Int](repeating: 0, count: Metrics.bucketSeconds.count)
    var seconds = 0.0
    var count = 0
    var loops: [TextKey: Loop] = [:]
    var webhookDeliveries: [TextKey: Int] = [:]
    var postbacks: [Postbacks: Int] = [:]
    /// By their labels.
    var storeNotifications: [TextKey: Int] = [:]
  }

  private struct Postbacks: Hashable {
    let system: String
    let verification: String
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

  /// Counts an attempt to deliver to a webhook, by what became of it.
  func webhookDelivery(_ outcome: String) {
    values.withLock { $0.webhookDeliveries[outcome, default: 0] += 1 }
  }

  /// Counts a postback of Apple's.
  func count(postbackOf system: String, _ verification: String) {
    let kind = Postbacks(system: system, verification: verification)
    values.withLock { $0.postbacks[kind, default: 0] += 1 }
  }

  /// Counts a notification of a store's, by what became of it.
  func count(storeNotificationOf store: String, _ outcome: String) {
    let labels = "store=\"\(store)\",outcome=\"\(outcome)\""
    values.withLock { $0.storeNotifications[labels, default: 0] += 1 }
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

  /// Everything in Prometheus' text format.
  func text(connections: Int, requestsInFlight: Int, webhooksDisabled: Int64?) -> String {
    let values = values.withLock { $0 }
    var lines = ["# TYPE beckon_requests_total counter"]
    for (series, count) in values.requests.sorted(by: { $0.key.order < $1.key.order }) {
      lines.append(
        "beckon_requests_total{route=\"\(series.name)\",status=\"\(series.status)\"} \(count)")
    }
    lines.append("# TYPE beckon_request_seconds histogram")
    for (bound, count) in zip(Self.bucketSeconds, values.buckets) {
      lines.append("beckon_request_seconds_bucket{le=\"\(bound)\"} \(count)")
    }
    lines += [
      "beckon_request_seconds_bucket{le=\"+Inf\"} \(values.count)",
      "beckon_request_seconds_sum \(values.seconds)",
      "beckon_request_seconds_count \(values.count)",
      "# TYPE beckon_connections gauge", "beckon_connections \(connections)",
      "# TYPE beckon_requests_in_flight gauge",
      "beckon_requests_in_flight \(requestsInFlight)",
      "# TYPE beckon_loop_last_success_seconds gauge",
    ]
    let loops = values.loops.sorted { $0.key < $1.key }
    for (name, loop) in loops {
      let seconds = Double(loop.lastSuccess?.milliseconds ?? 0) / 1_000
      lines.append("beckon_loop_last_success_seconds{loop=\"\(name)\"} \(seconds)")
    }
    lines.append("# TYPE beckon_loop_lag gauge")
    for (name, loop) in loops {
      if let lag = loop.lag { lines.append("beckon_loop_lag{loop=\"\(name)\"} \(lag)") }
    }
    lines.append("# TYPE beckon_webhook_attempts_total counter")
    for (outcome, count) in values.webhookDeliveries.sorted(by: { $0.key < $1.key }) {
      lines.append("beckon_webhook_attempts_total{outcome=\"\(outcome)\"} \(count)")
    }
    if let webhooksDisabled {
      lines.append("# TYPE beckon_webhooks_disabled gauge")
      lines.append("beckon_webhooks_disabled \(webhooksDisabled)")
    }
    lines.append("# TYPE beckon_postbacks_total counter")
    let postbacks = values.postbacks.map { kind, count in
      "beckon_postbacks_total{system=\"\(kind.system)\",verification=\"\(kind.verification)\"} "
        + "\(count)"
    }
    lines += postbacks.sorted()
    lines.append("# TYPE beckon_store_notifications_total counter")
    for (labels, count) in values.storeNotifications.sorted(by: { $0.key < $1.key }) {
      lines.append("beckon_store_notifications_total{\(labels)} \(count)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Metrics.Series {
  fileprivate var order: String { "\(name) \(status)" }
}
