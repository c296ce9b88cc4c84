import BeckonModel
import BeckonTesting

/// Somebody who plays the game, and how they came to it.
struct GamePlan: Sendable {
  /// What the app on their phone has inside.
  enum Client: CaseIterable, Sendable {
    /// The vendor's old client alone; the app's server signs people up.
    case old
    /// The old client and Beckon's, which tell of the same install.
    case both
    /// Beckon's alone.
    case own
  }

  /// How they came.
  enum Coming: CaseIterable, Sendable {
    case byThemselves
    /// By a link in the browser, and then the store.
    case clicked
    /// The same, and the page has copied the link.
    case copied
    /// By a link that the system handed to the app.
    case opened
    /// A friend has told them their code, which they type.
    case told
    /// The app names who invited them, and nothing shows that it is true.
    case declared
  }

  /// What a friend hands on.
  enum Form: CaseIterable, Sendable { case long, short, unguessable }

  /// By what a link names who invites.
  enum Naming: CaseIterable, Sendable { case user, person, code }

  /// How they sign up.
  enum SignUp: CaseIterable, Sendable { case password, name, server }

  let number: Int
  let inviter: Int?
  let client: Client
  let coming: Coming
  let form: Form
  let naming: Naming
  let signUp: SignUp
  let isIPhone: Bool
  /// When each step is due, in its order.
  private(set) var steps: [Step] = []
  /// When they have signed up.
  private(set) var signedUpAt = Instant(milliseconds: .max)

  /// Something that they do.
  struct Step: Sendable {
    enum Kind: Sendable {
      case click
      case launch
      case anonymous
      case name
      case signUp
      case signIn
      case level(Int)
      case reopen
      /// Adds a coin, as a transaction.
      case coin
    }
    let at: Instant
    let kind: Kind
  }

  static let start = Instant("2026-06-01T06:00:00Z") ?? Instant(milliseconds: 1_780_293_600_000)

  var userID: String { "player-\(number)" }
  var mail: String { "player\(number)@mail.example" }
  var address: String { "82.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)" }
  /// Whether what brought them is the link itself.
  var comesByLink: Bool { [.clicked, .copied, .opened].contains(coming) }

  // MARK: Drawing

  /// Everybody of a day.
  static func all(_ count: Int, seed: UInt64) -> [GamePlan] {
    var chance = SeededGenerator(seed: seed)
    var plans: [GamePlan] = []
    for number in 0..<count { plans.append(GamePlan(number, plans, count, &chance)) }
    return plans
  }

  private init(
    _ number: Int, _ earlier: [GamePlan], _ count: Int, _ chance: inout SeededGenerator
  ) {
    let minute: Int64 = 60_000
    var now = Self.start.adding(
      milliseconds: Int64(number * 600 / count) * minute + .random(in: 0...minute, using: &chance))
    let inviters = earlier.filter { $0.signedUpAt < now }
    // A few have many friends.
    let inviter =
      inviters.isEmpty || chance.hits(0.2)
      ? nil : chance.hits(0.5) ? inviters[0] : chance.pick(inviters)
    let client = chance.pick(Client.allCases)
    var coming = inviter == nil ? .byThemselves : chance.pick(Coming.allCases)
    if client == .old, ![.byThemselves, .clicked, .copied].contains(coming) { coming = .clicked }
    self.number = number
    (self.client, self.coming) = (client, coming)
    self.inviter = coming == .byThemselves ? nil : inviter?.number
    form = chance.pick(Form.allCases)
    naming = coming == .declared ? .user : coming == .told ? .code : chance.pick(Naming.allCases)
    signUp = client == .old ? .server : chance.pick(SignUp.allCases)
    isIPhone = client != .own || chance.hits(0.5)
    draw(&now, &chance)
  }

  private mutating func draw(_ now: inout Instant, _ chance: inout SeededGenerator) {
    func add(_ kind: Step.Kind, after minutes: ClosedRange<Int64>) {
      now = now.adding(milliseconds: Int64.random(in: minutes, using: &chance) * 60_000)
      steps.append(Step(at: now, kind: kind))
    }
    if [.clicked, .copied].contains(coming) {
      for _ in 0..<Int.random(in: 1...2, using: &chance) { add(.click, after: 1...2) }
    }
    add(.launch, after: 2...9)
    if client != .old {
      // Who types a name does it before anything else is known of them.
      let isNamed = coming == .told || coming == .declared
      if isNamed || signUp == .password || chance.hits(0.6) {
        add(.anonymous, after: 1...3)
        if inviter != nil, isNamed || chance.hits(0.7) { add(.name, after: 1...2) }
        if chance.hits(0.3) { add(.level(2), after: 1...3) }
      }
    }
    add(.signUp, after: 3...40)
    signedUpAt = now.adding(milliseconds: 60 * 60_000)
    if client != .old {
      add(.signIn, after: 1...2)
      if chance.hits(0.4) { add(.signIn, after: 10...60) }
      for level in chance.pick(Self.careers) { add(.level(level), after: 2...20) }
      for _ in 0..<Int.random(in: 0...3, using: &chance) { add(.coin, after: 1...9) }
    }
    if isIPhone, inviter != nil {
      for _ in 0..<Int.random(in: 0...2, using: &chance) { add(.reopen, after: 2...30) }
    }
  }

  /// Levels as they come: one after the other, with one left out, at once, down and up again, and
  /// never so far.
  private static let careers = [
    [1, 2, 3, 4, 5, 6], [3, 5], [7], [4, 5, 4, 5], [1, 2, 3, 4], [], [4, 5],
  ]
}
