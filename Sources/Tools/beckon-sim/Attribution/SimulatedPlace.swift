import BeckonModel
import BeckonTesting

/// Where a phone is: a network, and which of its addresses.
struct SimulatedPlace {
  let network: SimulatedNetwork
  let lease: UInt64

  func address(_ chance: inout SeededGenerator) -> String {
    network.address(lease: lease, &chance)
  }
}

extension SimulatedTown {
  /// The place of a person at a time, by the hour of the day.
  func place(
    of person: Person, at: Instant, _ chance: inout SeededGenerator
  ) -> SimulatedPlace {
    let hour = at.milliseconds / Span.hourMilliseconds
    if let vpn = person.vpn { return SimulatedPlace(network: networks[vpn], lease: 0) }
    let network = whereabouts(person, hour, &chance)
    return SimulatedPlace(
      network: networks[network], lease: lease(networks[network], person, hour))
  }

  /// An egress of Private Relay, another for each connection.
  func relay(_ chance: inout SeededGenerator) -> SimulatedPlace {
    SimulatedPlace(network: networks[chance.pick(relays)], lease: 0)
  }

  private func whereabouts(
    _ person: Person, _ hour: Int64, _ chance: inout SeededGenerator
  ) -> Int {
    let isWork = (9..<17).contains(hour % 24) && hour / 24 % 7 < 5
    let isNight = hour % 24 < 7 || hour % 24 == 23
    if isWork, let office = person.office {
      return chance.pick([
        (50, office), (38, person.mobile), (4, person.cafe), (8, person.home),
      ])
    }
    let weights: (Double, Double, Double) =
      isNight ? (92, 8, 0) : isWork ? (55, 37, 8) : (68, 27, 5)
    return chance.pick([
      (weights.0, person.home), (weights.1, person.mobile), (weights.2, person.cafe),
    ])
  }

  /// Carriers give another of their addresses every two hours, IPv6 phones get another network
  /// every six, one home in twenty a new address each day.
  private func lease(_ network: SimulatedNetwork, _ person: Person, _ hour: Int64) -> UInt64 {
    switch network.kind {
    case .carrier, .knownCarrier:
      Self.mix(person.salt, hour / 2) % UInt64(Self.addressesPerCarrier)
    case .mobileIPv6: UInt64(hour / 6 % 64)
    case .home:
      UInt64(
        (0...max(0, hour / 24)).reversed().first {
          Self.mix(network.number, $0) % 20 == 0
        } ?? 0) % 64
    default: 0
    }
  }

  private static func mix(_ salt: UInt64, _ period: Int64) -> UInt64 {
    var generator = SeededGenerator(seed: salt &+ UInt64(period) &* 0x2545_F491_4F6C_DD1D)
    return generator.next()
  }
}
