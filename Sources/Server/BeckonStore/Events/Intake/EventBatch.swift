import BeckonBasics
import BeckonEngine
import BeckonModel

/// The events of one request, made ready to be stored: all that needs no database is done here, so
/// that it takes no time of the transaction.
public struct EventBatch: Sendable {
  /// Name of the event that takes back what another caused; its property `of` is that one's id.
  public static let refund = "refund"

  /// What is known of an event before the database is asked.
  enum Item: Sendable {
    case ready(Ready)
    case rejected(reason: String)
  }

  /// An event that may be stored.
  struct Ready: Sendable {
    fileprivate(set) var id: FactID
    let name: String
    /// Place of its subject in `subjects`.
    let subject: Int
    let time: EventTime
    let consent: String?
    let properties: String
    /// The properties once more, where a rule waits for the event or it is a refund.
    let ruled: JSON?
    /// The event as its sender sent it, where a follower wants it.
    let original: Original?
    /// What it tells of a shop, if it does.
    let shop: ShopEvent?
  }

  /// An event as its sender sent it.
  struct Original: Sendable {
    let clientID: String
    let properties: JSON
  }

  /// Somebody whose events the batch holds.
  struct Owner: Sendable {
    let subject: Event.Subject
    /// Under what the events are stored; `nil` for a person, who may have been merged into another.
    let digest: Identifier?
  }

  /// How many events there are, those that are refused among them.
  public var count: Int { items.count }

  private(set) var items: [Item]
  /// Each once.
  let owners: [Owner]
  let trust: Trust
  /// Keyed hash of the install on which they happened, if they were told of somebody else.
  let install: Identifier?
  /// Whether a page told them, by a route for pages.
  let isFromPage: Bool
  /// Whether a follower wants one of them.
  let isPublished: Bool
  /// Whether one of them tells of a shop.
  let tellsOfShop: Bool
  /// Who tells of it, as a keyed hash of the caller's network.
  let reporter: Identifier?
  /// With what the caller came, where it counts whose token that is.
  let proof: Proof?

  /// Prepares events that came with `trust`, sent at `sentAt` by their clock.
  /// - Parameters:
  ///   - installID: the app's own id of the install on which they happened, where the sender names
  ///     it beside whose they are.
  ///   - visitor: under what those are stored that are nobody's, where a visitor of a shop tells
  ///     them; then what they tell of the shop is known already.
  ///   - reporter: who tells them, as a keyed hash of the caller's network, if they may tell of
  ///     products.
  ///   - proof: with what the caller came, if what visitors do is told.
  public init(
    _ events: [Event], for app: AppContext, trust: Trust, on installID: String? = nil,
    sentAt: Instant?, received: Instant, isFromPage: Bool = false,
    ofVisitor visitor: Identifier? = nil, by reporter: Identifier? = nil, proof: Proof? = nil
  ) {
    self.reporter = reporter
    self.proof = proof
    self.isFromPage = isFromPage
    install = installID.map(app.digest(ofInstall:))
    var places: [Event.Subject: Int] = [:]
    var owners: [Owner] = []
    var isPublished = false
    var tellsOfShop = false
    items = events.map { event in
      guard let time = EventTime(at: event.at, sentAt: sentAt, received: received) else {
        return .rejected(reason: "older than \(Limits.factAgeDays) days")
      }
      guard !event.name.hasPrefix("beckon.") || event.name == "beckon.dropped" else {
        return .rejected(reason: "names that begin with beckon. are Beckon's own")
      }
      let place = places[event.subject] ?? owners.count
      if place == owners.count {
        places[event.subject] = place
        let digest = event.subject == .none ? visitor : nil
        owners.append(
          Owner(subject: event.subject, digest: digest ?? app.digest(of: event.subject)))
      }
      let isRuled = event.name == Self.refund || app.rewardedEvents.contains(event.name)
      let original =
        app.feedInterest.wantsEvent(event.name)
        ? Original(clientID: event.id, properties: event.properties) : nil
      isPublished = isPublished || original != nil
      let shop = isFromPage || visitor != nil ? nil : event.shop
      tellsOfShop = tellsOfShop || shop != nil
      return .ready(
        Ready(
          id: FactID(Identifier(clientID: event.id)), name: event.name, subject: place, time: time,
          consent: event.consent, properties: event.properties.text,
          ruled: isRuled ? event.properties : nil, original: original, shop: shop))
    }
    self.isPublished = isPublished
    self.tellsOfShop = tellsOfShop
    self.owners = owners
    self.trust = trust
  }

  /// Gives an event another id, by which it is known whether it was told before.
  mutating func name(_ id: FactID, at place: Int) {
    guard case .ready(var event) = items[place] else { return }
    event.id = id
    items[place] = .ready(event)
  }

  /// Events on which rules wait, or that tell of a shop, that are stored together: what they pay
  /// takes as long as there are campaigns and people above.
  private static let ruledMax = 10

  /// The places of the events from one on, as many as are stored together.
  func part(from place: Int) -> Range<Int> {
    var ruled = 0
    let end = items[place...].firstIndex { item in
      guard case .ready(let event) = item, event.ruled != nil || event.shop != nil else {
        return false
      }
      ruled += 1
      return ruled > Self.ruledMax
    }
    return place..<(end ?? items.count)
  }
}

extension Event {
  /// What it tells of a shop; `nil` when it does not, or in a way that is not understood, of which
  /// the receipt warns.
  fileprivate var shop: ShopEvent? {
    subject == .none ? nil : try? ShopEvent(name: name, properties: properties)
  }
}

extension AppContext {
  /// Under what the events of a subject are stored; `nil` for a person.
  fileprivate func digest(of subject: Event.Subject) -> Identifier? {
    switch subject {
    case .person: nil
    case .userID(let text): digest(of: Identity(kind: .userID, value: text))
    case .installID(let text): digest(ofInstall: text)
    case .none: Identifier(high: 0, low: 0)
    }
  }
}

extension EventTime {
  /// What the receipt of an event of this time says.
  var note: String? {
    if isClamped { return "the time lay in the future and was set to the time of receipt" }
    return isPayable ? nil : "older than \(Limits.payableAgeDays) days: pays no reward"
  }
}
