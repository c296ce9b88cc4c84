import BeckonContractSegmentify
import BeckonEngine
import BeckonModel
import BeckonStore

/// Stores what the events of a request have told of a shop.
struct SegmentifyStoring {
  private let intake: ShopIntake

  /// - Parameter mayCreatePeople: whether a log-in of somebody unknown may make a person now.
  init(_ scope: Scope, _ call: Call, mayCreatePeople: Bool) {
    intake = ShopIntake(scope, call.proof, mayCreatePeople: mayCreatePeople)
  }

  /// Stores the reports of an event, and gives what its client is told of that.
  /// - Throws: `DatabaseError`.
  func store(
    _ reports: [ShopReport], at index: Int
  ) throws -> [Segmentify.Answer.Note] {
    try reports.compactMap { report in
      switch try intake.record(report) {
      case .accepted(_, _, nil), .test: nil
      case .accepted(_, _, .some(let note)): .init(index, .success, "Stored; \(note).")
      case .duplicate: .init(index, .success, "It was told before, and counts once.")
      case .rejected(let reason): .init(index, .badInput, "Not stored: \(reason).")
      }
    }
  }

  /// Work that stores what one request says. Of who logs in it is asked first whether the caller
  /// may make people now.
  static func work(
    _ call: Call, logsIn: Bool,
    _ body: @escaping @Sendable (Scope, SegmentifyStoring) throws -> Segmentify.Answer
  ) -> Work {
    guard logsIn else {
      return .write { scope in
        .segmentify(
          try body(scope, SegmentifyStoring(scope, call, mayCreatePeople: true)))
      }
    }
    return .admission { scope, mayCreate in
      let storing = SegmentifyStoring(scope, call, mayCreatePeople: mayCreate)
      return (.segmentify(try body(scope, storing)), true)
    }
  }
}
