import BeckonEngine
import BeckonModel

/// Registers an install at its first launch and matches it with a click.
public struct FirstLaunch {
  private let scope: Scope
  private let request: Request

  /// What the app and the connection tell.
  public struct Request: Sendable {
    /// The app's own id of the install.
    public let installID: String
    /// The device.
    public let device: DeviceDescription
    /// The device as it is kept, for the export.
    public let deviceJSON: JSON
    /// The network, in its one written form.
    public let network: String
    /// What kind of network it is.
    public let networkClass: NetworkClass
    /// The link with which the app was opened.
    public let link: String?
    /// A click id that the app got by other means.
    public let clickID: String?
    /// Google Play's install referrer.
    public let installReferrer: String?
    /// The install referrer of Meta's own apps.
    public let metaReferrer: String?
    /// A link that the person copied.
    public let pasteboard: String?

    /// Makes a request.
    public init(
      installID: String, device: DeviceDescription, deviceJSON: JSON, network: String,
      networkClass: NetworkClass, link: String?, clickID: String?, installReferrer: String?,
      metaReferrer: String? = nil, pasteboard: String?
    ) {
      self.installID = installID
      self.device = device
      self.deviceJSON = deviceJSON
      self.network = network
      self.networkClass = networkClass
      self.link = link
      self.clickID = clickID
      self.installReferrer = installReferrer
      self.metaReferrer = metaReferrer
      self.pasteboard = pasteboard
    }
  }

  /// The install, its decision, and the matched link.
  public struct Outcome: Sendable {
    /// The install.
    public let install: Install
    /// Its token; `nil` when it was registered before.
    public let token: String?
    /// The decision.
    public let decision: StoredDecision
    /// The matched link.
    public let link: Link?
    /// Whose link it is, unless the match is weak.
    public let referrer: PersonID?
  }

  /// Prepares a first launch.
  public init(_ scope: Scope, _ request: Request) {
    self.scope = scope
    self.request = request
  }

  /// Carries it out. The same install again gets the same decision, and no token.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Outcome {
    if let install = try Installs(scope).find(client: request.installID) {
      // A decision is kept as long as the clicks that it rests on; after that there is nothing to
      // match with, and the install is what it is.
      let decision = try Decisions(scope).find(install.id)
      return try outcome(install, token: nil, decision ?? decide(about: install, network: nil))
    }
    let network = scope.app.digest(ofNetwork: request.network)
    let device = device()
    let install = try Installs(scope).create(
      client: request.installID, device: device, network: network)
    let token = try Tokens(scope).issue(to: install.id.identifier)
    let outcome = try outcome(install, token: token, decide(about: install, network: network))
    try tell(outcome, device)
    return outcome
  }

  /// The device as it is kept, with what Meta had sealed for the app, if it can be opened. Google
  /// Play's word comes first: it is of the click that led to the store.
  private func device() -> JSON {
    let campaign = [request.installReferrer, request.metaReferrer].lazy.compactMap { $0 }
      .compactMap(scope.app.metaCampaign).first
    guard let campaign else { return request.deviceJSON }
    let member = JSON.Member(AdParameters.metaMember, campaign.json)
    return .object((request.deviceJSON.members ?? []) + [member])
  }

  private func tell(_ outcome: Outcome, _ device: JSON) throws {
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
          "device": device,
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

  /// Decides and stores; without a network nothing but what the app names can match.
  private func decide(
    about install: Install, network: Identifier?
  ) throws -> StoredDecision {
    let settings = AttributionSettings(scope.app.settings)
    let since = scope.now.adding(milliseconds: -settings.weakWindowMilliseconds)
    let decision = Ladder.decide(
      install: InstallEvidence(
        signals: Signals(
          network: "", networkClass: request.networkClass, device: request.device),
        named: try named(),
        isOrganicByStore: request.installReferrer.map(InstallReferrer.init)?.isOrganic ?? false),
      candidates: try network.map {
        try Clicks(scope).candidates(network: $0, since: since)
      } ?? ClickCandidates([]),
      settings: settings, now: scope.now)
    if let click = decision.click { _ = try Clicks(scope).claim(click, for: install.id) }
    return try Decisions(scope).insert(decision, about: install.id)
  }

  private func outcome(
    _ install: Install, token: String?, _ decision: StoredDecision
  ) throws -> Outcome {
    let link = try decision.link.flatMap(Links(scope).find)
    let referrer = try link?.referrer.flatMap { try People(scope).present($0)?.id }
    return Outcome(
      install: install, token: token, decision: decision, link: link,
      referrer: decision.type > .weak ? referrer : nil)
  }

  /// What the app names itself, looked up.
  private func named() throws -> [NamedClick] {
    var named: [NamedClick] = []
    if let text = request.clickID {
      named.append(try name(.clickID, click: ClickID(text), nil))
    }
    if let text = request.link, let opened = OpenedLink(text) {
      named.append(try name(.link, click: opened.click, opened))
    }
    if let text = request.installReferrer {
      let referrer = InstallReferrer(text)
      if referrer.namesClick {
        named.append(try name(.installReferrer, click: referrer.click, nil))
      }
    }
    if let text = request.pasteboard, let copied = OpenedLink(text) {
      named.append(try name(.pasteboard, click: copied.click, copied))
    }
    return named
  }

  private func name(
    _ method: AttributionMethod, click: ClickID?, _ opened: OpenedLink?
  ) throws -> NamedClick {
    if let click, let found = try Clicks(scope).find(click) {
      return NamedClick(
        method: method, link: found.link, click: click, at: found.at,
        isClaimed: found.claimedBy != nil)
    }
    let link = try opened.flatMap(Links(scope).find(opened:))
    return NamedClick(method: method, link: link?.id)
  }
}
