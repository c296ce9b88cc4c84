import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Keys, apps and links that were looked up lately. What this program changes is forgotten at once,
/// what another program changes within half a second (`watch`). Where it is known of which app that
/// is, all others stay in memory.
final class AppDirectory: Sendable {
  /// Entries of each kind after which all are forgotten. Keys and apps are the operator's, and an
  /// app has a few keys for pages.
  private static let entriesMax = 100_000
  /// What links may take up: a publishable key can make any number of them.
  private static let linkBytesMax = 64 << 20

  struct KeyOwner: Sendable {
    let app: Int64
    let kind: KeyKind
    /// When the key ends, or ended; `nil` for one without an end.
    let until: Instant?
  }

  struct OwnedWebKey: Sendable {
    let app: Int64
    let key: WebKey
  }

  private struct Entries {
    /// Moves with every change, so that what was read before it is not kept after it.
    var generation = 0
    var keys: [TextKey: KeyOwner] = [:]
    var apps: [Int64: AppContext] = [:]
    var links = BoundedCache<TextKey, FollowedLink>(bytesMax: AppDirectory.linkBytesMax)
    var webKeys: [WebKeyID: OwnedWebKey] = [:]
    var linkDomains: [TextKey: Int64]?
    var published: [PublishedApp]?
    var outsideChanges: Int64?
  }

  private let database: any Database
  private let entries = Locked(Entries())

  /// What this program knows of vendors.
  let forms: VendorForms
  /// The clicks that are in no run yet.
  let recentClicks = RecentClicks()

  init(_ database: any Database, forms: VendorForms = .own) {
    self.database = database
    self.forms = forms
  }

  /// Who owns a key that is good now; `vendor` is the one whose clients send it.
  func owner(of key: String, vendor: Vendor? = nil, at now: Instant) async throws -> KeyOwner? {
    guard key.utf8.count <= Limits.clientIDBytes else { return nil }
    let owner = try await lookUp(\.keys, TextKey("\(vendor?.name ?? "") \(key)")) { connection in
      try Accounts(connection).find(key: key, vendor: vendor).map {
        KeyOwner(app: $0.app, kind: $0.kind, until: $0.until)
      }
    }
    return owner.flatMap { owner in owner.until.map { $0 > now } ?? true ? owner : nil }
  }

  /// An app by its number.
  func app(_ number: Int64) async throws -> AppContext? {
    try await lookUp(\.apps, number) { [forms, recentClicks] connection in
      try Accounts.context(of: number, forms: forms, recentClicks: recentClicks, connection)
    }
  }

  /// A key to which pages seal, and whose it is.
  func webKey(_ id: WebKeyID) async throws -> OwnedWebKey? {
    try await lookUp(\.webKeys, id) { connection in
      try WebKeys(connection).find(id).map { OwnedWebKey(app: $0.app, key: $0.key) }
    }
  }

  /// Whether a path on a host is some app's prefix of links.
  func isPrefix(host: String, path: String) async throws -> Bool {
    try await linkDomains()[LinkPrefix.text(host, [path])] != nil
  }

  /// The app that has a host, or a path below it, to itself.
  func owner(ofPrefix prefix: String) async throws -> AppContext? {
    guard let number = try await linkDomains()[TextKey(prefix)] else { return nil }
    return try await app(number)
  }

  /// The link of a code on a host that is some app's, or on the public one; or under a path on it
  /// that is some app's.
  func link(host: String, path: String = "", code: String) async throws -> FollowedLink? {
    guard let prefix = Self.prefix(host, path, try await linkDomains()) else { return nil }
    let address = LinkAddress(prefix: prefix, code: code)
    let key = Self.key(address)
    let (known, generation) = entries.withLock { ($0.links[key], $0.generation) }
    if let known { return known }
    let found = try await database.read { try Self.link(address, $0) }
    guard let found else { return nil }
    entries.withLock { entries in
      guard entries.generation == generation else { return }
      entries.links.keep(found, for: key, texts: key.text.utf8.count + found.bytes)
    }
    return found
  }

  private static func link(
    _ address: LinkAddress, _ connection: any Connection
  ) throws -> FollowedLink? {
    guard let link = try Links.find(address, connection) else { return nil }
    // The settings name the store pages. When they change, the link is forgotten too.
    let settings =
      link.options.storeVisitors == nil
      ? nil : try Accounts.context(of: link.app, connection)?.settings
    return FollowedLink(link, link.targets(settings ?? AppSettings()))
  }

  /// What the links in memory take up, about.
  var linkBytes: Int { entries.withLock { $0.links.bytes } }

  /// The same, with the link's app, if all is in memory.
  func known(host: String, path: String, code: String) -> (FollowedLink, AppContext)? {
    entries.withLock { entries in
      guard let domains = entries.linkDomains,
        let prefix = Self.prefix(host, path, domains),
        let link = entries.links[Self.key(LinkAddress(prefix: prefix, code: code))],
        let app = entries.apps[link.link.app]
      else { return nil }
      return (link, app)
    }
  }

  /// With a byte between the two that no prefix has: a code may hold a slash (`%2F`).
  private static func key(_ address: LinkAddress) -> TextKey {
    TextKey(address.prefix + "\0" + address.code)
  }

  /// The prefix under which codes stand there; empty on the public host, `nil` where none stand.
  private static func prefix(
    _ host: String, _ path: String, _ domains: [TextKey: Int64]
  ) -> String? {
    let text = path.isEmpty ? host : LinkPrefix.text(host, [path])
    return domains[text] != nil ? text : path.isEmpty ? "" : nil
  }

  private func linkDomains() async throws -> [TextKey: Int64] {
    let (known, generation) = entries.withLock { ($0.linkDomains, $0.generation) }
    if let known { return known }
    let found = try await database.read { try Accounts.linkDomains($0) }
    entries.withLock { if $0.generation == generation { $0.linkDomains = found } }
    return found
  }

  /// Every app, as far as the world may see it.
  func published() async throws -> [PublishedApp] {
    let (known, generation) = entries.withLock { ($0.published, $0.generation) }
    if let known { return known }
    let found = try await database.read { try Accounts.published($0) }
    entries.withLock { if $0.generation == generation { $0.published = found } }
    return found
  }

  private func lookUp<Key: Hashable & Sendable, Value: Sendable>(
    _ kind: WritableKeyPath<Entries, [Key: Value]> & Sendable, _ key: Key,
    _ read: @escaping @Sendable (any Connection) throws -> Value?
  ) async throws -> Value? {
    let (known, generation) = entries.withLock { ($0[keyPath: kind][key], $0.generation) }
    if let known { return known }
    let found = try await database.read(read)
    entries.withLock { entries in
      guard entries.generation == generation else { return }
      if entries[keyPath: kind].count >= Self.entriesMax { entries[keyPath: kind] = [:] }
      entries[keyPath: kind][key] = found
    }
    return found
  }

  /// Forgets what has changed of an app; the next look-ups read it anew.
  func forget(_ change: Announcement) {
    entries.withLock { entries in
      // What is being read just now may be what it was before.
      entries.generation += 1
      switch change.kind {
      case .keys:
        entries.keys = entries.keys.filter { $0.value.app != change.app }
        entries.webKeys = entries.webKeys.filter { $0.value.app != change.app }
      case .configuration:
        entries.apps[change.app] = nil
        entries.links.forget { $0.link.app == change.app }
        entries.linkDomains = nil
        entries.published = nil
      }
    }
  }

  /// Forgets everything; the next look-ups read the database.
  func forget() {
    entries.withLock { entries in
      entries = Entries(
        generation: entries.generation + 1, outsideChanges: entries.outsideChanges)
    }
    // Where something was not heard, the database may be another, and have lost the latest clicks.
    if database.gainsByGathering { recentClicks.forget() }
  }

  /// Forgets what another program has changed in the database since the last call; everything,
  /// where nobody says what that is.
  func watch() async throws {
    let current = try await database.outsideChanges()
    let last = entries.withLock { entries in
      defer { entries.outsideChanges = current }
      return entries.outsideChanges
    }
    guard last != current else { return }
    // Nobody knows what has changed before the first call.
    guard let last, let changes = await database.announcements(behind: last) else {
      return forget()
    }
    for change in changes { forget(change) }
  }
}
