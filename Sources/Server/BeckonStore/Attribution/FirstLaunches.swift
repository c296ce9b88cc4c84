import BeckonEngine
import BeckonModel

/// First launches that are carried out together, because an app that does well has many at a time,
/// and each by itself asks the database half a dozen things, one after the other.
///
/// It makes no difference to the outcome: each finds what those before it have left. A click that
/// one of them gets is claimed for all behind it, and the same install twice is one.
public struct FirstLaunches {
  /// A first launch, and the transaction's scope of its app.
  public typealias Item = (scope: Scope, request: FirstLaunch.Request)

  private let items: [Item]
  private let connection: any Connection
  /// The install of each.
  private let keys: [TenantKey]
  /// The place where each install comes first.
  private let firsts: [TenantKey: Int]

  /// An install and what is decided about it.
  private struct Standing {
    let install: Install
    var decision: StoredDecision?
    /// Its token; `nil` when it was there already.
    let token: String?

    var isNew: Bool { token != nil }
  }

  /// Prepares first launches, each in its scope; all scopes must be of this one transaction.
  public init(_ items: [Item], in connection: any Connection) {
    self.items = items
    self.connection = connection
    keys = items.map {
      TenantKey($0.scope, $0.scope.app.digest(ofInstall: $0.request.installID))
    }
    firsts = Dictionary(zip(keys, keys.indices)) { first, _ in first }
  }

  /// Carries them out, and gives the outcome of each. The same install again gets the same
  /// decision, and no token.
  /// - Throws: `DatabaseError`; then the transaction must be rolled back.
  public func run() throws -> [FirstLaunch.Outcome] {
    var standings = try register()
    try decide(&standings)
    let links = try MatchedLink.find(
      Set(
        firsts.compactMap { key, place in
          standings[key]?.decision?.link.map { TenantKey(items[place].scope, $0.identifier) }
        }), in: connection)
    return try items.indices.map { place in
      guard let standing = standings[keys[place]], let decision = standing.decision else {
        throw DatabaseError.misuse("an install is neither new nor there")
      }
      let scope = items[place].scope
      let link = decision.link.flatMap { links[TenantKey(scope, $0.identifier)] }
      let isFirst = firsts[keys[place]] == place
      let outcome = FirstLaunch.Outcome(
        install: standing.install, token: isFirst ? standing.token : nil, decision: decision,
        link: link?.link, referrer: decision.type > .weak ? try link?.referrer(scope) : nil)
      if outcome.token != nil { try tell(outcome, items[place]) }
      return outcome
    }
  }

  // MARK: Installs

  /// Stores those that are new, and looks for all others.
  private func register() throws -> [TenantKey: Standing] {
    // In the order of their keys, so that two servers that get some of the same wait for each
    // other in one direction only.
    let keys = firsts.keys.sorted()
    let installs = keys.map { install(firsts[$0].map { items[$0] } ?? items[0]) }
    let isNew = try connection.insertNew(
      zip(keys, installs).map { Installs.row(of: $1.install, client: $0, device: $1.device) },
      by: Installs.insertion)
    var standings: [TenantKey: Standing] = [:]
    var tokens: [[DatabaseValue]] = []
    for (key, new) in zip(zip(keys, installs), isNew).filter(\.1).map(\.0) {
      let token = Tokens(new.scope).new(for: new.install.id.identifier)
      tokens.append(token.row)
      standings[key] = Standing(install: new.install, decision: nil, token: token.token)
    }
    try connection.insert(tokens, by: Tokens.insertion)
    let known = keys.filter { standings[$0] == nil }
    for found in try Installs.decided(known, in: connection) {
      standings[found.client] = Standing(
        install: found.install, decision: found.decision, token: nil)
    }
    return standings
  }

  private func install(_ item: Item) -> (scope: Scope, install: Install, device: JSON) {
    let (scope, request) = item
    let install = Install(
      id: scope.newID(), person: nil, network: scope.app.digest(ofNetwork: request.network),
      createdAt: scope.now)
    return (scope, install, request.deviceJSON)
  }

  // MARK: Decisions

  /// Decides, in their order, about those for whom nothing is decided, and stores it.
  private func decide(_ standings: inout [TenantKey: Standing]) throws {
    let places = firsts.values.filter { standings[keys[$0]]?.decision == nil }.sorted()
    let named = try NamedLookup(places.map { items[$0] }, in: connection).run()
    let candidates = try Clicks.candidates(
      for: places.map { search(items[$0].scope, standings[keys[$0]]) }, in: connection)
    var rows: [[DatabaseValue]] = []
    var claims: [(scope: Scope, click: ClickID, install: InstallID)] = []
    var claimed: Set<ClickID> = []
    for (place, (named, candidates)) in zip(places, zip(named, candidates)) {
      guard let install = standings[keys[place]]?.install.id else { continue }
      let (scope, request) = items[place]
      let decision = Ladder.decide(
        install: InstallEvidence(
          signals: Signals(
            network: "", networkClass: request.networkClass, device: request.device),
          named: named.map { $0.claimed(claimed) }),
        candidates: candidates.claimed(claimed),
        settings: AttributionSettings(scope.app.settings), now: scope.now)
      let stored = Decisions(scope).new(decision)
      standings[keys[place]]?.decision = stored
      rows.append(Decisions(scope).row(of: stored, about: install))
      guard let click = decision.click else { continue }
      claimed.insert(click)
      claims.append((scope, click, install))
    }
    try connection.insert(rows, by: Decisions.insertion)
    try Clicks.claim(claims, in: connection)
  }

  /// A decision is kept as long as the clicks that it rests on. After that there is nothing to
  /// match with but what the app names, and the install is what it is.
  private func search(_ scope: Scope, _ standing: Standing?) -> Clicks.Search? {
    guard let standing, standing.isNew else { return nil }
    let window = AttributionSettings(scope.app.settings).weakWindowMilliseconds
    return Clicks.Search(
      scope: scope, network: standing.install.network,
      since: scope.now.adding(milliseconds: -window))
  }

  // MARK: Webhooks

  private func tell(_ outcome: FirstLaunch.Outcome, _ item: Item) throws {
    let (scope, request) = item
    let install = outcome.install
    try Outbox(scope).tell(.install) {
      Outbox.Entry(
        topic: .install, id: install.id.identifier,
        subject: scope.app.digest(ofInstall: request.installID),
        who: [
          JSON.Member("install", .id(install.id)),
          JSON.Member("install_id", .string(request.installID)),
        ],
        data: .object([
          "device": request.deviceJSON,
          "match": .object([
            "type": .string(outcome.decision.type.rawValue),
            "reason": .string(outcome.decision.reason),
            "decision": .id(outcome.decision.id), "link": outcome.link.map { .id($0.id) },
            "deep_link": outcome.link.map { .string($0.url) },
            "referrer": outcome.referrer.map(JSON.id),
          ]),
        ]))
    }
  }
}
