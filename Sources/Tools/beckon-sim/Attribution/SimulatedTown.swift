import BeckonModel
import BeckonTesting

/// People with their phones and the networks that they share.
struct SimulatedTown {
  struct Person {
    let phone: SimulatedPhone
    /// Number of the household; people of one household stand side by side.
    let household: Int
    /// Index of the network at home.
    let home: Int
    let office: Int?
    let cafe: Int
    /// Index of the network on the road.
    let mobile: Int
    /// The VPN that the phone always uses.
    let vpn: Int?
    let hasPrivateRelay: Bool
    /// Whether it acts within the hour after the household's first.
    let isTalkedInto: Bool
    /// What makes its leases differ from other people's.
    let salt: UInt64
  }

  private(set) var people: [Person] = []
  private(set) var networks: [SimulatedNetwork] = []
  /// Egresses of Private Relay.
  private(set) var relays: [Int] = []
  private let population: Population

  /// Addresses that one carrier's customers are spread over.
  static let addressesPerCarrier = 16

  init(_ count: Int, _ population: Population, _ chance: inout SeededGenerator) {
    self.population = population
    var offices = Seats(), cafes = Seats(), carriers = Seats(), lines = Seats(), vpns = Seats()
    relays = (0..<max(4, count / 500)).map { _ in add(.relay, 1_000) }
    while people.count < count {
      let size = chance.pick([(18, 1), (32, 2), (19, 3), (20, 4), (8, 5), (3, 6)])
      let home = self.home(size, &lines, &chance)
      let household = people.last.map { $0.household + 1 } ?? 0
      let platform: Platform = chance.hits(population.iPhones) ? .ios : .android
      for member in 0..<size where member == 0 || chance.hits(population.householdReach) {
        // Households tend to one kind of phone.
        let own = member == 0 || chance.hits(0.4)
        let kind: Platform =
          own && member > 0 ? (chance.hits(population.iPhones) ? .ios : .android) : platform
        let phone = SimulatedPhone.any(&chance, platform: kind)
        let isOfficeWorker = chance.hits(population.officeWorkers)
        let isOnVPN = chance.hits(population.otherRelay)
        people.append(
          Person(
            phone: phone, household: household, home: home,
            office: isOfficeWorker
              ? seat(&offices, .office, population.officePeople, &chance) : nil,
            cafe: seat(&cafes, .cafe, population.cafePeople, &chance),
            mobile: mobile(&carriers, &chance),
            vpn: isOnVPN ? seat(&vpns, .vpn, 200...2_000, &chance) : nil,
            hasPrivateRelay: kind == .ios && chance.hits(population.privateRelay),
            isTalkedInto: member > 0 && chance.hits(population.householdTalk),
            salt: chance.next()))
      }
    }
  }

  // MARK: Networks

  /// Places on networks of one kind that people who hear of the app still have to take.
  private struct Seats { var left: [Int] = [] }

  private mutating func add(
    _ kind: SimulatedNetwork.Kind, _ people: Int, isIPv6: Bool = false
  ) -> Int {
    // So far apart that addresses which change do not meet.
    let number = UInt64(networks.count) * 64
    networks.append(
      SimulatedNetwork(kind: kind, people: people, number: number, isIPv6: isIPv6))
    return networks.count - 1
  }

  /// A place on a network of this kind. A batch of networks is filled in random order, each by as
  /// many as hear of the app there; small ones are as many times more as they are smaller.
  private mutating func seat(
    _ seats: inout Seats, _ kind: SimulatedNetwork.Kind, _ sizes: ClosedRange<Int>,
    _ chance: inout SeededGenerator
  ) -> Int {
    while seats.left.isEmpty {
      for _ in 0..<20 {
        let size = chance.size(in: sizes)
        for _ in 0..<sizes.upperBound / size {
          let expected = Double(size) * population.reach
          let rest = chance.hits(expected - expected.rounded(.down)) ? 1 : 0
          guard Int(expected) + rest > 0 else { continue }
          let network = add(kind, size)
          seats.left += Array(repeating: network, count: Int(expected) + rest)
        }
      }
      seats.left.shuffle(using: &chance)
    }
    return seats.left.removeLast()
  }

  private mutating func home(
    _ size: Int, _ lines: inout Seats, _ chance: inout SeededGenerator
  ) -> Int {
    if chance.hits(population.homeSharedIPv4) {
      return seat(&lines, .sharedLine, population.fixedLinePeople, &chance)
    }
    return add(.home, max(2, size), isIPv6: chance.hits(population.homeIPv6))
  }

  private mutating func mobile(
    _ carriers: inout Seats, _ chance: inout SeededGenerator
  ) -> Int {
    if chance.hits(population.mobileIPv6) { return add(.mobileIPv6, 1, isIPv6: true) }
    while carriers.left.isEmpty {
      for _ in 0..<4 {
        let size = chance.size(in: population.carrierPeople)
        let kind: SimulatedNetwork.Kind =
          chance.hits(population.knownCarriers) ? .knownCarrier : .carrier
        let network = add(kind, size)
        let count = Double(size * Self.addressesPerCarrier) * population.reach
        carriers.left += Array(repeating: network, count: max(1, Int(count.rounded())))
      }
      carriers.left.shuffle(using: &chance)
    }
    return carriers.left.removeLast()
  }
}
