import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Events of our own clients, some of which tell of a shop: those are facts like the others, and
/// besides what the visitor did who stands for the install or person.
public struct ShopEvents {
  private let scope: Scope
  private var batch: EventBatch
  private let effects: ShopEffects
  /// Those that were looked up in this transaction.
  private var visitors: [Event.Subject: ShopVisitor] = [:]
  private var proven: [Event.Subject: Bool] = [:]
  /// Purchases by their places in the batch, which are looked up before they are stored: of an
  /// order there is one fact, under the id of the first word on it.
  private var purchases: [Int: ShopEffects.Placed] = [:]

  private init(_ scope: Scope, _ batch: EventBatch) {
    self.scope = scope
    self.batch = batch
    effects = ShopEffects(scope, by: batch.trust) { [reporter = batch.reporter] in reporter }
  }

  /// Stores the events of a batch from a place on, until all are stored or it is late, and gives
  /// what became of those that are.
  /// - Throws: `DatabaseError`.
  public static func store(
    _ batch: EventBatch, from place: Int, _ scope: Scope, isLate: () -> Bool
  ) throws -> [EventIntake.Outcome] {
    guard batch.tellsOfShop else {
      return try EventIntake.store(batch, from: place, scope, isLate: isLate)
    }
    var shop = ShopEvents(scope, batch)
    try shop.namePurchases(from: place)
    return try EventIntake.store(shop.batch, from: place, scope, isLate: isLate) { place, outcome in
      try shop.follow(place, outcome)
    }
  }

  private mutating func namePurchases(from place: Int) throws {
    for place in place..<batch.count {
      guard case .ready(let ready) = batch.items[place], let event = ready.shop,
        case .checkout(let checkout) = event, checkout.step == .purchase,
        let placed = try self.place(ready, event)
      else { continue }
      purchases[place] = placed
      batch.name(placed.purchaseID ?? ready.id, at: place)
    }
  }

  private mutating func place(
    _ ready: EventBatch.Ready, _ event: ShopEvent
  ) throws -> ShopEffects.Placed? {
    let subject = batch.owners[ready.subject].subject
    guard try !isStranger(subject), let visitor = try visitor(subject) else { return nil }
    var happening = ShopEffects.Happening(
      event: event, visitor: visitor, at: ready.time.at, subject: subject)
    if event.needsProof { happening.isProven = try isProven(subject) }
    return try effects.place(happening, id: ready.id, isFact: true)
  }

  /// Whether the caller may speak for somebody: a text that anybody could have others shown is none
  /// of theirs.
  private mutating func isProven(_ subject: Event.Subject) throws -> Bool {
    guard batch.trust == .client else { return true }
    if let known = proven[subject] { return known }
    let shown = try isShown(subject)
    proven[subject] = shown
    return shown
  }

  private func isShown(_ subject: Event.Subject) throws -> Bool {
    guard let proof = batch.proof, proof.token != nil else { return false }
    let (tokens, people) = (Tokens(scope), People(scope))
    switch subject {
    case .installID(let text):
      return try Installs(scope).find(client: text).map { try tokens.speaks(proof, for: $0) }
        ?? false
    case .person(let id): return try tokens.proveSurvivor(proof, id)
    case .userID(let text):
      let person = try people.find(Identity(kind: .userID, value: text)).flatMap(people.present)
      return try person.map { try tokens.prove(proof, $0.id) } ?? false
    case .none: return false
    }
  }

  /// Does what follows from an event that was stored.
  private mutating func follow(
    _ place: Int, _ outcome: EventIntake.Outcome
  ) throws -> EventIntake.Outcome {
    guard case .accepted(let reason) = outcome, case .ready(let ready) = batch.items[place],
      let event = ready.shop
    else { return outcome }
    guard let placed = try purchases[place] ?? self.place(ready, event) else {
      return .accepted(reason: [reason, Self.strange].compactMap { $0 }.joined(separator: "; "))
    }
    let notes = try [reason].compactMap { $0 } + effects.store(placed).notes
    return .accepted(reason: notes.isEmpty ? nil : notes.joined(separator: "; "))
  }

  private static let strange =
    "tells nothing of a shop: with an app's key, register the install or user first"

  /// Whether it is told with the app's key of an install or user that is not known: who has the key
  /// could make up visitors by the hundred in one call, while installs that register are counted.
  private func isStranger(_ subject: Event.Subject) throws -> Bool {
    guard batch.trust == .client else { return false }
    let people = People(scope)
    switch subject {
    case .installID(let text): return try Installs(scope).find(client: text) == nil
    case .person(let id): return try people.present(id) == nil
    case .userID(let text):
      return try people.find(Identity(kind: .userID, value: text)).flatMap(people.present) == nil
    case .none: return true
    }
  }

  private mutating func visitor(_ subject: Event.Subject) throws -> ShopVisitor? {
    if let known = visitors[subject] { return known }
    let name: VisitorName
    switch subject {
    case .person(let id): name = .person(id)
    case .userID(let id): name = .userID(id)
    case .installID(let id): name = .installID(id)
    case .none: return nil
    }
    let visitor = try ShopVisitors(scope).present(name, by: batch.trust)
    visitors[subject] = visitor
    return visitor
  }
}
