import BeckonBasics

/// How many connections are open or about to be, in all and of each address.
final class Occupancy: Sendable {
  private struct Counts {
    var all = 0
    var inFlight = 0
    /// Kept only when there is a limit for an address.
    var byAddress: [String: Int] = [:]
  }

  private let connectionsMax: Int
  private let perAddressMax: Int?
  private let counts = Locked(Counts())

  init(_ configuration: HTTPServerConfiguration) {
    connectionsMax = configuration.connectionsMax
    perAddressMax = configuration.connectionsPerAddressMax
  }

  /// Whether one more may be accepted.
  var hasRoom: Bool { counts.withLock { $0.all < connectionsMax } }

  /// One was accepted.
  /// - Returns: whether its address may have one more; if not, it is not counted.
  func enter(_ address: String) -> Bool {
    counts.withLock { counts in
      if let perAddressMax {
        guard counts.byAddress[address, default: 0] < perAddressMax else { return false }
        counts.byAddress[address, default: 0] += 1
      }
      counts.all += 1
      return true
    }
  }

  /// One that had entered is closed.
  func leave(_ address: String) {
    counts.withLock { counts in
      counts.all -= 1
      guard perAddressMax != nil, let left = counts.byAddress[address] else { return }
      counts.byAddress[address] = left > 1 ? left - 1 : nil
    }
  }

  /// A handler has got a request.
  func beginRequest() { counts.withLock { $0.inFlight += 1 } }

  /// A request was answered, or its client is gone.
  func endRequest() { counts.withLock { $0.inFlight -= 1 } }

  /// The numbers of this moment.
  var statistics: HTTPServerStatistics {
    counts.withLock { .init(connections: $0.all, requestsInFlight: $0.inFlight) }
  }
}
