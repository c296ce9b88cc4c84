import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Looks up what apps name themselves at first launches: clicks and links.
struct NamedLookup {
  /// What is looked up for one of them.
  private struct Name {
    let method: AttributionMethod
    let click: ClickID?
    /// Where the link is, which counts when there is no such click.
    let address: LinkAddress?
    /// The long link that it is, which need not have a row.
    var long: LinkID?
  }

  private let launches: [(scope: Scope, names: [Name])]
  private let connection: any Connection

  init(
    _ launches: [(scope: Scope, request: FirstLaunch.Request)], in connection: any Connection
  ) {
    self.launches = launches.map { ($0.scope, Self.names(in: $0.request, $0.scope)) }
    self.connection = connection
  }

  /// What was found.
  struct Found {
    /// For each launch.
    let named: [[NamedClick]]
    /// Who has a click by its network and device, and gives way to who names it.
    let guessed: [TenantKey: InstallID]
  }

  /// Looks all of them up.
  /// - Throws: `DatabaseError`.
  func run() throws -> Found {
    guard launches.contains(where: { !$0.names.isEmpty }) else {
      return Found(named: launches.map { _ in [] }, guessed: [:])
    }
    var keys: Set<TenantKey> = []
    for (scope, names) in launches {
      for case let click? in names.map(\.click) { keys.insert(TenantKey(scope, click.identifier)) }
    }
    let clicks = try Clicks.find(keys, in: connection)
    let found = launches.map { scope, names in
      names.map { name in
        name.click.flatMap { click in
          clicks[TenantKey(scope, click.identifier)].map { known in
            NamedClick(
              method: name.method, link: known.link, click: click, at: known.at,
              isClaimed: known.claimedBy != nil && !known.isGuessed)
          }
        }
      }
    }
    let addresses = zip(launches, found).flatMap { launch, found in
      zip(launch.names, found).compactMap { $1 == nil ? $0.address : nil }
    }
    let links = try Links.find(Set(addresses), in: connection)
    let named = zip(launches, found).map { launch, found in
      zip(launch.names, found).map { name, found in
        let link = name.address.flatMap { links[$0] }
        let isOwn = link?.app == launch.scope.app.number
        return found ?? NamedClick(method: name.method, link: name.long ?? (isOwn ? link?.id : nil))
      }
    }
    return Found(
      named: named,
      guessed: clicks.compactMapValues { $0.isGuessed ? $0.claimedBy : nil })
  }

  private static func names(in request: FirstLaunch.Request, _ scope: Scope) -> [Name] {
    var names: [Name] = []
    if let text = request.clickID {
      names.append(Name(method: .clickID, click: ClickID(text), address: nil))
    }
    let forms = scope.app.forms.links
    if let text = request.link, let opened = OpenedLink(text, forms: forms) {
      names.append(name(.link, opened, scope))
    }
    if let text = request.installReferrer {
      let referrer = InstallReferrer(text)
      if referrer.namesClick {
        names.append(Name(method: .installReferrer, click: referrer.click, address: nil))
      }
    }
    if let text = request.pasteboard, let copied = OpenedLink(text, forms: forms) {
      names.append(name(.pasteboard, copied, scope))
    }
    return names
  }

  private static func name(
    _ method: AttributionMethod, _ opened: OpenedLink, _ scope: Scope
  ) -> Name {
    let long = LongLinks(scope).served(opened.long)
    return Name(
      method: method, click: opened.click,
      address: long == nil ? Links(scope).address(of: opened) : nil, long: long?.id)
  }
}

extension NamedClick {
  /// The same after some clicks have been claimed.
  func claimed(_ claimed: Set<ClickID>) -> NamedClick {
    NamedClick(
      method: method, link: link, click: click, at: at,
      isClaimed: isClaimed || click.map(claimed.contains) ?? false)
  }
}
