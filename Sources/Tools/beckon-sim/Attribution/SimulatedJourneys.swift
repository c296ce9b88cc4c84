import BeckonModel
import BeckonTesting

/// What the people of a town do within two weeks: opened links, and first launches.
struct SimulatedJourneys {
  /// Midnight before it begins, a Monday.
  static let start = Instant(milliseconds: 1_792_368_000_000)
  static let days = 14

  private(set) var visits: [SimulatedVisit] = []
  private(set) var launches: [SimulatedLaunch] = []
  let links: Int

  private let town: SimulatedTown
  private let population: Population
  private var chance: SeededGenerator
  /// What the household before did first.
  private var first: (household: Int, at: Instant, link: Int) = (-1, start, 0)
  private static let campaigns = 5

  init(_ town: SimulatedTown, _ population: Population, _ chance: SeededGenerator) {
    self.town = town
    self.population = population
    self.chance = chance
    links = Self.campaigns + max(10, town.people.count / population.peoplePerLink)
    for person in town.people { live(person) }
    shareLinks()
  }

  /// All of it in the order of time.
  var events: [SimulatedEvent] {
    let all = visits.map(SimulatedEvent.visit) + launches.map(SimulatedEvent.launch)
    return all.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// Whether a link leads to the stores.
  func isStoreLink(_ link: Int) -> Bool {
    var generator = SeededGenerator(seed: UInt64(link) &+ 77)
    return generator.hits(population.storeLinks)
  }

  // MARK: People

  private mutating func live(_ person: SimulatedTown.Person) {
    // So many that the share of organic installs comes out.
    let organic = population.organicInstalls
    let organicPerClicker = population.conversion * organic / (1 - organic)
    let isClicker = chance.hits(1 / (1 + organicPerClicker))
    let isLater = first.household == person.household
    let at =
      isLater && person.isTalkedInto
      ? first.at.adding(milliseconds: Int64.random(in: 60_000...3_600_000, using: &chance))
      : moment()
    let link = isLater && chance.hits(0.5) ? first.link : anyLink()
    if !isLater { first = (person.household, at, link) }
    if isClicker {
      click(person, at, link)
    } else {
      let place = town.place(of: person, at: at, &chance)
      launch(person, at, place, Touches())
    }
  }

  /// A minute of the fortnight; people are awake by day.
  private mutating func moment() -> Instant {
    let hour = chance.pick(Self.hours)
    let day = Int64.random(in: 0..<Int64(Self.days), using: &chance)
    let within = Int64.random(in: 0..<Span.hourMilliseconds, using: &chance)
    return Self.start.adding(
      milliseconds: day * Span.dayMilliseconds + hour * Span.hourMilliseconds + within)
  }

  private static let hours: [(weight: Double, value: Int64)] =
    [(0..<6, 1.0), (6..<9, 4), (9..<17, 5), (17..<22, 8), (22..<24, 3)].flatMap { hours, weight in
      hours.map { (weight: weight, value: Int64($0)) }
    }

  private mutating func anyLink() -> Int {
    chance.hits(population.campaignClicks)
      ? Int.random(in: 0..<Self.campaigns, using: &chance)
      : Int.random(in: Self.campaigns..<links, using: &chance)
  }

  // MARK: Clicks

  /// What a person has opened so far.
  private struct Touches {
    var links: [Int] = []
    /// Visits by the phone's own browsers, one for each link.
    var visits: [Int] = []
    var lastAt: Instant?
    /// Whether the last one was on the phone.
    var isOnPhone = false
    /// What the app may find in the pasteboard.
    var copied: SimulatedName?
  }

  private mutating func click(_ person: SimulatedTown.Person, _ begin: Instant, _ link: Int) {
    var touches = Touches()
    var (at, link) = (begin, link)
    var place = town.place(of: person, at: at, &chance)
    let count = chance.pick([(80, 1), (15, 2), (5, 3)])
    for number in 0..<count {
      if number > 0 {
        link = anyLink()
        let hours = chance.hits(0.3) ? 0.3 : 24
        at = at.adding(milliseconds: Int64(chance.logNormal(median: hours, sigma: 1) * 3.6e6))
        place = town.place(of: person, at: at, &chance)
      }
      open(link, person, at, place, &touches)
      if chance.hits(0.2) {
        at = at.adding(milliseconds: Int64.random(in: 5_000...180_000, using: &chance))
        open(link, person, at, place, &touches)
      }
    }
    guard chance.hits(population.conversion) else { return }
    let delay = delay()
    let launchAt = at.adding(milliseconds: delay)
    let stays =
      delay <= 30 * Span.minuteMilliseconds && chance.hits(population.staysOnNetwork)
    launch(
      person, launchAt, stays ? place : town.place(of: person, at: launchAt, &chance), touches)
  }

  /// From the last click to the first launch, in milliseconds.
  private mutating func delay() -> Int64 {
    let hours =
      switch chance.pick([(76.0, 0), (18.5, 1), (5.5, 2)]) {
      case 0: chance.logNormal(median: 0.1, sigma: 1.3)
      case 1: chance.logNormal(median: 5, sigma: 0.9)
      default: Double.random(in: 24...336, using: &chance)
      }
    return max(15_000, Int64(hours * 3.6e6))
  }

  private mutating func open(
    _ link: Int, _ person: SimulatedTown.Person, _ at: Instant, _ place: SimulatedPlace,
    _ touches: inout Touches
  ) {
    let isOnPhone = !chance.hits(0.06)
    let (agent, isSafari) = person.phone.agent(&chance)
    let isRelayed = isOnPhone && isSafari && person.hasPrivateRelay
    let from = isRelayed ? town.relay(&chance) : place
    if isOnPhone, chance.hits(0.05) {
      visit(link, at.adding(milliseconds: -2_000), from, agent, person, purpose: "prefetch")
    }
    let own = isOnPhone ? agent : chance.pick(SimulatedPhone.desktopAgents)
    visit(link, at, from, own, person, tellsPage: isOnPhone && isStoreLink(link))
    touches.links.append(link)
    touches.visits.append(visits.count - 1)
    (touches.lastAt, touches.isOnPhone) = (at, isOnPhone)
    if isOnPhone, chance.hits(population.copiesLink) {
      touches.copied =
        chance.hits(0.5) ? .copied(link: link) : .copiedPage(visit: visits.count - 1)
    }
    if chance.hits(0.01) { fraud(link, at) }
  }

  private mutating func visit(
    _ link: Int, _ at: Instant, _ place: SimulatedPlace, _ agent: String,
    _ person: SimulatedTown.Person, purpose: String? = nil, tellsPage: Bool = false
  ) {
    // Some have scripts off, some have the page enlarged.
    let tells = tellsPage && chance.hits(0.97)
    let screen = person.phone.model.screen
    let zoomed = Screen(width: screen.width * 5 / 6, height: screen.height * 5 / 6, scale: nil)
    visits.append(
      SimulatedVisit(
        number: visits.count, link: link, at: at, address: place.address(&chance), agent: agent,
        language: person.phone.browserLanguage + ",en;q=0.5", purpose: purpose,
        screen: tells ? (chance.hits(0.03) ? zoomed : screen) : nil,
        timeZone: tells ? person.phone.timeZone : nil))
  }

  // MARK: First launches

  private mutating func launch(
    _ person: SimulatedTown.Person, _ at: Instant, _ place: SimulatedPlace, _ touches: Touches
  ) {
    let age = touches.lastAt.map { at.milliseconds(since: $0) }
    launches.append(
      SimulatedLaunch(
        number: launches.count, at: at, address: place.address(&chance),
        device: person.phone.device, names: names(person, age, touches),
        networkSize: place.network.size, ownLinks: touches.links, age: age))
  }

  private mutating func names(
    _ person: SimulatedTown.Person, _ age: Int64?, _ touches: Touches
  ) -> [SimulatedName] {
    var names: [SimulatedName] = []
    if let copied = touches.copied { names.append(copied) }
    if let last = touches.links.last, chance.hits(population.reopensLink) {
      names.append(.opened(link: last))
    }
    guard person.phone.model.platform == .android else { return names }
    // Whoever goes on to Play at once comes with the click's id; later they search there.
    let isDirect = chance.hits((age ?? .max) <= 30 * Span.minuteMilliseconds ? 0.9 : 0.3)
    if let visit = touches.visits.last, touches.isOnPhone, isDirect,
      isStoreLink(visits[visit].link)
    {
      names.append(.playReferrer(visit: visit))
    } else {
      names.append(.organicReferrer)
    }
    return names
  }

  // MARK: Programs

  /// Whoever shares a link makes messengers fetch it, some by HEAD with a browser's agent.
  private mutating func shareLinks() {
    for visit in visits.indices where chance.hits(0.1) {
      let (link, at) = (visits[visit].link, visits[visit].at.adding(milliseconds: -90_000))
      robot(link, at, chance.pick(SimulatedPhone.robotAgents), "GET")
      robot(link, at, SimulatedPhone.desktopAgents[0], "HEAD")
    }
  }

  /// A click farm's phone, which says it is a phone.
  private mutating func fraud(_ link: Int, _ at: Instant) {
    let phone = SimulatedPhone.any(&chance, platform: .ios)
    robot(link, at, phone.agent(&chance).text, "GET")
  }

  private mutating func robot(_ link: Int, _ at: Instant, _ agent: String, _ method: String) {
    let address = "185.255.\(Int.random(in: 0...3, using: &chance)).7"
    visits.append(
      SimulatedVisit(
        number: visits.count, link: link, at: at, address: address, method: method, agent: agent,
        language: "en-US"))
  }
}
