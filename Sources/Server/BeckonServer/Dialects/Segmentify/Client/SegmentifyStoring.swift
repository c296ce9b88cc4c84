import BeckonContract
import BeckonContractSegmentify
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// Stores what the events of a request have told of a shop.
struct SegmentifyStoring {
  private let scope: Scope
  private let call: Call
  private var mayCreatePeople: Bool
  private let idsAreDrawn: Bool
  /// Those of whom the request has told, by the clients' ids.
  private(set) var visitors: [TextKey: KnownVisitor] = [:]

  /// - Parameter mayCreatePeople: whether a log-in of somebody unknown may make a person now: with
  ///   an app's key, one of the request.
  init(_ scope: Scope, _ call: Call, mayCreatePeople: Bool) {
    self.scope = scope
    self.call = call
    self.mayCreatePeople = mayCreatePeople
    idsAreDrawn = SegmentifyEventIDs.areDrawn(for: call)
  }

  /// Stores the reports of an event, and gives what its client is told of that.
  /// - Throws: `DatabaseError`.
  mutating func store(
    _ reports: [ShopReport], at index: Int
  ) throws -> [Segmentify.Answer.Note] {
    var notes: [Segmentify.Answer.Note] = []
    for report in reports {
      switch try record(report) {
      case .accepted(_, _, nil), .test: break
      case .accepted(_, _, .some(let note)):
        notes.append(.init(index, .success, "Stored; \(note)."))
      case .duplicate:
        notes.append(.init(index, .success, "It was told before, and counts once."))
      case .rejected(let reason):
        notes.append(.init(index, .badInput, "Not stored: \(reason)."))
      }
    }
    return notes
  }

  /// The caller's admission pays for one person, so whoever else is unknown is not made.
  private mutating func record(_ report: ShopReport) throws -> ShopIntake.Outcome {
    let isNewcomer = try call.proof.key == .publishable && isUnknown(report)
    let call = call
    let intake = ShopIntake(
      scope, call.proof, by: call.reporter, mayCreatePeople: mayCreatePeople,
      idsAreDrawn: idsAreDrawn)
    let outcome = try intake.record(report, sentAt: sentAt)
    if isNewcomer, case .accepted = outcome { mayCreatePeople = false }
    note(report, outcome)
    return outcome
  }

  /// Notes of whom was told, until somebody logs in or out or goes by another id: then each id may
  /// mean somebody else.
  private mutating func note(_ report: ShopReport, _ outcome: ShopIntake.Outcome) {
    switch report.event {
    case .user, .visitorChanged: visitors = [:]
    default:
      guard case .accepted(let visitor, _, _) = outcome, case .vendorID(let id) = report.visitor
      else { return }
      visitors[id] = visitor.behind(visitors[id])
    }
  }

  /// When our own client says that it has sent the request.
  private var sentAt: Instant? {
    call.request.headers[HeaderName.sentAt].flatMap { Int64($0) }.map(
      Instant.init(milliseconds:))
  }

  /// Whether somebody logs in of whom nobody has told.
  private func isUnknown(_ report: ShopReport) throws -> Bool {
    guard let userID = report.customer else { return false }
    return try People(scope).find(Identity(kind: .userID, value: userID)) == nil
  }

  /// Work that stores what one request says. Of who logs in it is asked first whether the caller
  /// may make people now.
  static func work(
    _ call: Call, logsIn: Bool,
    _ body: @escaping @Sendable (Scope, inout SegmentifyStoring) throws -> ReadingReply
  ) -> Work {
    guard logsIn else {
      return .writeThenRead { scope in
        var storing = SegmentifyStoring(scope, call, mayCreatePeople: true)
        return try body(scope, &storing)
      }
    }
    return .admissionThenRead { scope, mayCreate in
      var storing = SegmentifyStoring(scope, call, mayCreatePeople: mayCreate)
      return try body(scope, &storing)
    }
  }
}

extension ShopReport {
  /// The app's own id of somebody who says who they are; `nil` where nobody does.
  var customer: String? {
    guard case .user(let user) = event, user.step != .logout else { return nil }
    return user.userID
  }
}
