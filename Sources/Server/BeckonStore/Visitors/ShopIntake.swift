import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Stores what clients of any vendor tell of a shop: each report is a fact, on which rules may
/// wait, and besides what a visitor did.
public struct ShopIntake {
  private let scope: Scope
  private let proof: Proof
  private let effects: ShopEffects
  private let mayCreatePeople: Bool
  private let idsAreDrawn: Bool

  /// What became of a report.
  public enum Outcome: Hashable, Sendable {
    /// Stored, as a visitor's, in a session; the note says what was put right or left out.
    case accepted(visitor: KnownVisitor, session: Int64, note: String?)
    /// It was told before.
    case duplicate
    /// Not stored, and never will be.
    case rejected(reason: String)
    /// Not stored, because it only tries campaigns out.
    case test
  }

  /// Takes reports from a caller.
  /// - Parameters:
  ///   - reporter: who says so, as a keyed hash of the caller's network; the catalogue hears what
  ///     two of them agree on.
  ///   - mayCreatePeople: whether a log-in of somebody unknown may make a person now.
  ///   - idsAreDrawn: whether the reports' ids were drawn by chance for this request, so that none
  ///     can have been told before.
  public init(
    _ scope: Scope, _ proof: Proof, by reporter: @autoclosure @escaping () -> Identifier?,
    mayCreatePeople: Bool = true, idsAreDrawn: Bool = false
  ) {
    self.scope = scope
    self.proof = proof
    self.mayCreatePeople = mayCreatePeople
    self.idsAreDrawn = idsAreDrawn
    effects = ShopEffects(scope, by: proof.trust, reporter)
  }

  /// Stores a report.
  /// - Parameter sentAt: when the request was sent, by the clock of the report's `at`.
  /// - Throws: `DatabaseError`.
  public func record(_ report: ShopReport, sentAt: Instant? = nil) throws -> Outcome {
    if report.isTest { return .test }
    let id = FactID(Identifier(clientID: report.id))
    guard let time = EventTime(at: report.at, sentAt: sentAt, received: scope.now) else {
      return .rejected(reason: "older than \(Limits.factAgeDays) days")
    }
    // Before anything that a repetition would do again, such as a log-in after the log-out.
    if proof.trust == .client, !idsAreDrawn, try Facts(scope).claimed(id) != nil {
      return .duplicate
    }
    let visitors = ShopVisitors(scope)
    var visitor = try visitors.present(report.visitor, by: proof.trust)
    if let erasedAt = visitor.erasedAt, time.at <= erasedAt {
      return .rejected(reason: "the visitor was erased")
    }
    if report.visitor.isOfVendor {
      visitor = try visitors.joined(visitor, toInstallOf: proof)
    }
    var notes: [String] = []
    visitor = try login(report, visitor, &notes)
    // A client can claim to be anybody: what the server tells of a visitor whom only a client has
    // tied to a person is nobody's.
    let isNamed = proof.trust == .client || visitor.isProven
    var happening = ShopEffects.Happening(
      event: try effects.priced(report.event), visitor: visitor, at: time.at,
      subject: (isNamed ? visitor.person : nil).map(Event.Subject.person) ?? .none)
    happening.isFirst = visitor.isNew
    let placed = try effects.place(happening, id: id, isFact: false)
    if placed.isRepeated { return .duplicate }
    // What was drawn is the text of an id already.
    let text = placed.purchaseID == nil && idsAreDrawn ? report.id : nil
    switch try storeFact(
      placed, report.banners, id: text ?? (placed.purchaseID ?? id).identifier.uuid)
    {
    case .duplicate: return .duplicate
    case .rejected(let reason): return .rejected(reason: reason)
    case .accepted(let reason): notes += [reason].compactMap { $0 }
    }
    let stored = try effects.store(placed)
    notes += stored.notes
    try leave(report.event, visitor, &notes)
    return .accepted(
      visitor: stored.visitor, session: placed.session,
      note: notes.isEmpty ? nil : notes.joined(separator: "; "))
  }

  private func storeFact(
    _ placed: ShopEffects.Placed, _ banners: [JSON], id: String
  ) throws -> EventIntake.Outcome {
    let happening = placed.happening
    let tapped = banners.isEmpty ? [] : [JSON.Member("active_banners", .array(banners))]
    let properties = JSON.object((happening.event.properties.members ?? []) + tapped)
    let event = Event(
      id: id, name: happening.event.factName(isSure: proof.trust == .server),
      subject: happening.subject, at: happening.at, properties: properties)
    var intake = EventIntake(
      scope,
      EventBatch(
        [event], for: scope.app, trust: proof.trust, sentAt: nil, received: scope.now,
        ofVisitor: happening.visitor.subject))
    return try intake.store().first ?? .duplicate
  }

  // MARK: Who it is

  /// A visitor who says who they are is that person's from this event on.
  private func login(
    _ report: ShopReport, _ visitor: ShopVisitor, _ notes: inout [String]
  ) throws -> ShopVisitor {
    guard case .user(let user) = report.event, user.step != .logout,
      let person = try person(of: user, visitor, &notes)
    else { return visitor }
    try noteConsent(user, of: person, &notes)
    let tie = VisitorTie.login(
      person, isProven: proof.trust == .server, as: visitor.standing)
    return try ShopVisitors(scope).apply(
      tie, to: visitor, movesFacts: report.visitor.isOfVendor)
  }

  /// What somebody says of being written to counts when the app's server tells it, or a client that
  /// has the person's token: anybody can log in as anybody.
  private func noteConsent(
    _ user: ShopUser, of id: PersonID, _ notes: inout [String]
  ) throws {
    let said = user.contactConsent
    guard !said.isEmpty, let person = try People(scope).present(id) else { return }
    guard try proof.trust == .server || Tokens(scope).prove(proof, person.id) else {
      notes.append("what it says of being written to counts with the person's token only")
      return
    }
    try ContactConsents(scope).set(said, of: person, by: proof.trust)
  }

  /// The person of an account: who is that in every other way too, by the app's own id of its user.
  /// Mail and phone stay what they are, whatever a client tells here.
  private func person(
    of user: ShopUser, _ visitor: ShopVisitor, _ notes: inout [String]
  ) throws -> PersonID? {
    let stays = "so the visitor stays \(visitor.person == nil ? "nobody's" : "whose they are")"
    guard let userID = user.userID else {
      // Whoever is known already need not be named again.
      if visitor.person == nil { notes.append("it names no account, \(stays)") }
      return nil
    }
    let request = SignUp.Request(
      identities: [Identity(kind: .userID, value: userID)], installID: nil, campaign: nil,
      referrer: nil, click: nil, attributes: nil, consent: nil, proof: proof, issuesToken: false,
      isSignUp: user.step != .update, mayCreate: mayCreatePeople)
    do {
      return try SignUp(scope, request).run().person
    } catch is SignUp.NewcomerRefused {
      notes.append("too many new people from one address, \(stays)")
      return nil
    }
  }

  /// What an event ends: a log-out the visit, a change of ids the older visitor.
  private func leave(
    _ event: ShopEvent, _ visitor: ShopVisitor, _ notes: inout [String]
  ) throws {
    let visitors = ShopVisitors(scope)
    switch event {
    case .user(let user) where user.step == .logout:
      _ = try visitors.apply(VisitorTie.logout(of: visitor.standing), to: visitor)
    case .visitorChanged(let from):
      guard try !visitors.move(from, into: visitor) else { return }
      notes.append("the older id is nobody, or somebody known, so nothing was moved")
    default: return
    }
  }
}
