import BeckonDatabase
import BeckonEngine
import BeckonModel

/// First launches that are carried out together, because an app that does well has many at a time,
/// and each by itself asks the database half a dozen things, one after the other.
///
/// It makes no difference to the outcome: each finds what those before it have left. A click that
/// one of them gets is claimed for all behind it, and the same install twice is one.
///
/// An install waits for a call that describes its device (`DecisionBasis`), and what is known of
/// the device is filled up by every call that knows more.
///
/// For a short while an install that nothing was found to have led to is decided about again by
/// what a further call names; `FurtherCall` says when.
public struct FirstLaunches {
  /// A first launch, and the transaction's scope of its app.
  public typealias Item = (scope: Scope, request: FirstLaunch.Request)

  private let launches: [Launch]
  private let connection: any Connection
  /// The place of the call that registers each install, if it is not there yet.
  private let firsts: [TenantKey: Int]

  /// A class, because what it holds is much to copy.
  private final class Launch {
    let scope: Scope
    let request: FirstLaunch.Request
    /// Its install.
    let key: TenantKey
    /// What the call knows: best of all what led here, then the device.
    var worth: Int { (request.namesOrigin ? 2 : 0) + (request.knowsDevice ? 1 : 0) }
    /// Its device, as it is kept; nobody asks for that of one that is there already.
    private(set) lazy var device = request.device(for: scope.app)
    /// As what a list of earlier installs would have it.
    private(set) lazy var listedAs =
      [key]
      + scope.app.digests(ofDevice: request.deviceJSON).map { TenantKey(scope, $0) }

    init(_ item: Item) {
      (scope, request) = item
      key = TenantKey(scope, scope.app.digest(ofInstall: request.installID))
    }
  }

  /// An install and what is decided about it.
  private struct Standing {
    let install: Install
    var decision: StoredDecision?
    /// Its token; `nil` when it was there already.
    let token: String?
    /// Whether nothing was ever decided about it.
    var isOpen = false
    /// Whether it had no name before.
    var isGiven = false
    /// Its device, as far as that was asked for.
    var device: JSON?
    /// Whether it was decided about for the first time by one of these calls.
    var isDecidedNow = false
    /// The device as it was kept before these calls; `nil` of an install that is new.
    var deviceBefore: String?

    /// What the link said with which the app was opened first.
    /// - Throws: `DatabaseError` for a damaged row.
    func linkParameters(_ launch: Launch) throws -> JSON? {
      let before = try deviceBefore.map { try JSONReader.read($0) }
      return (device ?? before ?? launch.device)[AdParameters.linkMember]
    }
  }

  /// Prepares first launches, each in its scope; all scopes must be of this one transaction.
  public init(_ items: [Item], in connection: any Connection) {
    self.connection = connection
    launches = items.map(Launch.init)
    var firsts: [TenantKey: Int] = [:]
    for (place, launch) in launches.enumerated() {
      // Of several calls about one install the one that knows most is decided about.
      if let first = firsts[launch.key], launches[first].worth >= launch.worth { continue }
      firsts[launch.key] = place
    }
    self.firsts = firsts
  }

  /// Carries them out, and gives the outcome of each. The same install again gets the same
  /// decision, and no token.
  /// - Throws: `DatabaseError`; then the transaction must be rolled back.
  public func run() throws -> [FirstLaunch.Outcome] {
    var standings = try register()
    let decided = try decide(&standings)
    let links = try MatchedLink.find(links(standings), in: connection)
    try store(decided, links)
    let clicks = try Clicks.parameters(of: clicks(standings), in: connection)
    var published: [[DatabaseValue]] = []
    let outcomes = try launches.enumerated().map { place, launch in
      guard let standing = standings[launch.key] else {
        throw DatabaseError.misuse("an install is neither new nor there")
      }
      let decision = standing.decision ?? Decisions(launch.scope).new(.waiting)
      let link = decision.link.flatMap { links[TenantKey(launch.scope, $0.identifier)] }
      let inForce = try link.map { try Links(launch.scope).inForce($0.link, for: decision) }
      let outcome = FirstLaunch.Outcome(
        install: standing.install, token: firsts[launch.key] == place ? standing.token : nil,
        decision: decision, link: inForce,
        referrer: decision.type > .weak ? try link?.referrer(launch.scope) : nil,
        utm: try inForce.map { link in
          let said = try said(by: decision, standing, launch, clicks)
          return link.utm(visited: AdParameters(json: said))
        } ?? UTM())
      if standing.isDecidedNow, firsts[launch.key] == place,
        let row = feedRow(outcome, standing.device ?? launch.device, launch)
      {
        published.append(row)
      }
      return outcome
    }
    try connection.insert(published, by: Feed.rows)
    return outcomes
  }

  private func links(_ standings: [TenantKey: Standing]) -> Set<TenantKey> {
    var links: Set<TenantKey> = []
    for (key, standing) in standings {
      if let link = standing.decision?.link {
        links.insert(TenantKey(app: key.app, link.identifier))
      }
    }
    return links
  }

  /// What the URL said that was clicked, or with which the app was opened first.
  private func said(
    by decision: StoredDecision, _ standing: Standing, _ launch: Launch,
    _ clicks: [TenantKey: JSON]
  ) throws -> JSON? {
    guard let click = decision.click else { return try standing.linkParameters(launch) }
    return clicks[TenantKey(launch.scope, click.identifier)]
  }

  private func clicks(_ standings: [TenantKey: Standing]) -> Set<TenantKey> {
    let clicks = standings.compactMap { key, standing in
      standing.decision?.click.map { TenantKey(app: key.app, $0.identifier) }
    }
    return Set(clicks)
  }

  // MARK: Installs

  /// Stores those that are new, and looks for all others.
  private func register() throws -> [TenantKey: Standing] {
    // In the order of their keys, so that two servers that get some of the same wait for each
    // other in one direction only.
    let launches = firsts.sorted { $0.key < $1.key }.map { self.launches[$0.value] }
    let installs = launches.map(install)
    let given = try give(launches)
    var rows: [[DatabaseValue]] = []
    for (launch, install) in zip(launches, installs) {
      rows.append(
        Installs.row(
          of: install, client: launch.key, device: launch.device,
          isWaiting: basis(launch, since: install.createdAt) != .all,
          isUnnamed: launch.request.isUnnamed))
    }
    let isNew = try connection.insertNew(rows, by: Installs.insertion)
    var standings: [TenantKey: Standing] = [:]
    var tokens: [[DatabaseValue]] = []
    var known: [TenantKey] = []
    for (place, launch) in launches.enumerated() {
      guard isNew[place] else {
        known.append(launch.key)
        continue
      }
      let token = Tokens(launch.scope).new(for: installs[place].id.identifier)
      tokens.append(token.row)
      standings[launch.key] = Standing(
        install: installs[place], decision: nil, token: token.token, isOpen: true)
    }
    try connection.insert(tokens, by: Tokens.insertion)
    // In the order of their keys, as above: those that wait are held.
    for found in try Installs.decided(known, in: connection).sorted(by: { $0.client < $1.client }) {
      standings[found.client] = Standing(
        install: found.install, decision: found.decision, token: nil)
      if let launch = given[found.client] {
        let token = Tokens(launch.scope).new(for: found.install.id.identifier)
        try connection.insert([token.row], by: Tokens.insertion)
        standings[found.client] = Standing(
          install: found.install, decision: found.decision, token: token.token, isGiven: true)
      }
      standings[found.client]?.deviceBefore = found.device
      try lookAgain(at: found.client, found.device, found.isWaiting, &standings)
    }
    return standings
  }

  /// Gives unnamed installs to launches that name them.
  /// - Returns: the launches that got one.
  private func give(_ launches: [Launch]) throws -> [TenantKey: Launch] {
    let found = try UnnamedInstalls.find(
      launches.map { launch in
        launch.request.knowsDevice && !launch.request.isUnnamed
          ? (launch.scope, launch.request) : nil
      }, in: connection)
    var given: [TenantKey: Launch] = [:]
    for (launch, found) in zip(launches, found) where !found.isEmpty {
      let named = try NamedLookup([(launch.scope, launch.request)], in: connection).run().named
      let install = try UnnamedInstalls.give(
        found, to: launch.request, as: launch.key.identifier,
        naming: named.joined().compactMap(\.link), launch.scope)
      if install != nil { given[launch.key] = launch }
    }
    return given
  }

  /// Takes up an install that waits for its device, and fills up what is known of it.
  private func lookAgain(
    at key: TenantKey, _ device: String, _ isWaiting: Bool, _ standings: inout [TenantKey: Standing]
  ) throws {
    guard let place = firsts[key], let install = standings[key]?.install else { return }
    let launch = launches[place]
    guard try isOwn(install, launch) else { return }
    let installs = Installs(launch.scope)
    if isWaiting {
      // Another server may decide about it right now.
      standings[key]?.isOpen = try installs.holdWaiting(install.id)
      standings[key]?.decision = try Decisions(launch.scope).find(install.id)
    }
    guard launch.request.knowsDevice, launch.request.vendor != nil else { return }
    let isOpen = standings[key]?.isOpen ?? false
    let told = isOpen ? launch.device : launch.request.deviceJSON
    guard let more = try JSONReader.read(device).completed(by: told),
      try !Facts(launch.scope).isErased(key.identifier)
    else { return }
    try installs.describe(install.id, more)
    standings[key]?.device = more
  }

  /// Whether a call comes by the protocol by which the install was seen first, or proves that it is
  /// the install's.
  private func isOwn(_ install: Install, _ launch: Launch) throws -> Bool {
    try install.vendor == launch.request.vendor
      || Tokens(launch.scope).speaks(launch.request.proof, for: install)
  }

  private func install(_ launch: Launch) -> Install {
    let scope = launch.scope
    return Install(
      id: scope.newID(), person: nil,
      network: scope.app.digest(ofNetwork: launch.request.network), createdAt: scope.now,
      vendor: launch.request.vendor)
  }

  // MARK: Decisions

  /// A decision that is not stored yet.
  private struct Decided {
    let scope: Scope
    let install: InstallID
    let decision: StoredDecision
  }

  /// Stores decisions, each with the campaign that its link had then.
  private func store(_ decided: [Decided], _ links: [TenantKey: MatchedLink]) throws {
    let rows = try decided.map { one in
      let found = one.decision.link.flatMap { links[TenantKey(one.scope, $0.identifier)]?.link }
      let link = try found.map { try Links(one.scope).inForce($0, for: one.decision) }
      return Decisions(one.scope).row(of: one.decision, about: one.install, link?.campaign)
    }
    try connection.insert(rows, by: Decisions.insertion)
  }

  /// Decides, in their order, about those for whom nothing is decided, and gives what is to be
  /// stored of it.
  private func decide(_ standings: inout [TenantKey: Standing]) throws -> [Decided] {
    let open = try firsts.values.sorted().map { launches[$0] }
      .map { (launch: $0, say: try say(standings[$0.key], $0)) }.filter { $0.say != .none }
    let named = try NamedLookup(
      open.map { ($0.launch.scope, $0.launch.request) }, in: connection
    ).run()
    let listed = try EarlierIDs.known(among: open.flatMap { $0.launch.listedAs }, in: connection)
    let candidates = try Clicks.candidates(
      for: open.map { search($0.launch, standings[$0.launch.key]) },
      recent: open.first?.launch.scope.app.recentClicks,
      caughtUp: caughtUp(open.map(\.launch)), in: connection)
    var decided: [Decided] = []
    var claims: [[DatabaseValue]] = []
    var claimed: Set<ClickID> = []
    for (index, (launch, say)) in open.enumerated() {
      guard let standing = standings[launch.key] else { continue }
      let (scope, request, install) = (launch.scope, launch.request, standing.install.id)
      let basis = standing.isOpen ? basis(launch, since: standing.install.createdAt) : .all
      let found = Ladder.decide(
        install: InstallEvidence(
          firstLaunch: standing.isOpen ? standing.install.createdAt : nil,
          signals: Signals(
            network: "", networkClass: request.networkClass, device: request.device),
          named: named.named[index].map { $0.claimed(claimed) },
          isOrganicByStore: request.isOrganicByStore),
        candidates: candidates[index].claimed(claimed),
        settings: AttributionSettings(scope.app.settings), now: scope.now
      ).limited(to: say)
      let isOld =
        standing.isOpen
        && request.age.isOld(
          since: scope.app.settings.attributionSince,
          isListed: launch.listedAs.contains(where: listed.contains))
      guard let decision = isOld ? .ofOldInstall : basis.allows(found) else { continue }
      let stored = Decisions(scope).new(decision)
      if let old = standings[launch.key]?.decision {
        guard decision.type > old.type else { continue }
        try Decisions(scope).decideAgain(install, stored, instead: old)
      } else {
        decided.append(Decided(scope: scope, install: install, decision: stored))
        if standing.isOpen, standing.token == nil || basis != .all {
          try Installs(scope).endWaiting(install)
        }
        standings[launch.key]?.isDecidedNow = standing.isOpen
      }
      standings[launch.key]?.decision = stored
      try LongLinks(scope).keep(of: stored, named: [request.link, request.pasteboard])
      guard let click = decision.click else { continue }
      if let other = named.guessed[TenantKey(scope, click.identifier)] {
        try Decisions(scope).withdraw(other, from: click)
      }
      claimed.insert(click)
      claims.append([scope.tenant, .id(click), .id(install)])
    }
    try connection.insert(claims, by: Clicks.claims)
    return decided
  }

  /// The generation of clicks to which all of these have caught up.
  private func caughtUp(_ launches: [Launch]) -> RecentClicks.Generation? {
    let generations = Set(launches.map(\.request.caughtUp))
    return generations.count == 1 ? generations.first ?? nil : nil
  }

  /// On what a call decides about an install that was seen first then.
  private func basis(_ launch: Launch, since first: Instant) -> DecisionBasis {
    DecisionBasis(
      knowsDevice: launch.request.knowsDevice, isSignUp: launch.request.isSignUp,
      milliseconds: launch.scope.now.milliseconds(since: first))
  }

  /// What a call may decide about its install.
  private func say(_ standing: Standing?, _ launch: Launch) throws -> FurtherCall.Say {
    guard let standing else { return .full }
    guard let decision = standing.decision else {
      return try standing.isOpen || isOwn(standing.install, launch) ? .full : .none
    }
    let (install, request) = (standing.install, launch.request)
    guard request.namesOrigin, decision.reason != AttributionReason.oldInstall.rawValue else {
      return .none
    }
    // It is the first call about this phone that names it.
    if standing.isGiven { return .full }
    return FurtherCall(
      decided: decision.type,
      wasNamed: decision.reason != AttributionReason.networkAndDevice.rawValue,
      milliseconds: launch.scope.now.milliseconds(since: install.createdAt),
      vendor: install.vendor, caller: request.vendor,
      isProven: try Tokens(launch.scope).speaks(request.proof, for: install),
      isUsed: install.person != nil,
      isSameNetwork: launch.scope.app.digest(ofNetwork: request.network) == install.network
    ).say
  }

  /// A decision is kept as long as the clicks that it rests on. After that there is nothing to
  /// match with but what the app names, and the install is what it is.
  private func search(_ launch: Launch, _ standing: Standing?) -> Clicks.Search? {
    guard let standing, standing.isOpen,
      basis(launch, since: standing.install.createdAt) == .all
    else { return nil }
    let scope = launch.scope
    let window = AttributionSettings(scope.app.settings).weakWindowMilliseconds
    return Clicks.Search(
      network: ClickNetwork(app: scope.app.number, digest: standing.install.network),
      since: standing.install.createdAt.adding(milliseconds: -window))
  }

  // MARK: The feed

  private func feedRow(
    _ outcome: FirstLaunch.Outcome, _ device: JSON, _ launch: Launch
  ) -> [DatabaseValue]? {
    let (scope, request) = (launch.scope, launch.request)
    return Decisions(scope).feedRow(
      outcome.decision, about: outcome.install.id, outcome.link, outcome.referrer, device,
      client: launch.key.identifier, installID: request.installID,
      isByClient: request.proof.trust == .client
    ).map { Feed.row(of: $0, app: scope.app.number, at: scope.now) }
  }
}
