import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/people/{person}/export`, in pages: `?after=` takes the `next` of the page before.
enum ExportPerson {
  /// Less than a request may take.
  private static let nanosecondsMax: UInt64 = 10_000_000_000

  static func prepare(_ call: Call) throws -> Work {
    let after = call.query("after")
    let deadline = MonotonicClock.nanoseconds() + nanosecondsMax
    let running = call.services[RunningExports.self]
    return .read { scope in
      let person = try call.person(scope)
      guard running.enter(person.id, by: call.proof.key) else {
        throw Problem(
          .unavailable, "This person, or several, are being exported at this moment. Try again.")
      }
      defer { running.leave(person.id) }
      let export = PersonExport(scope, person, to: call.proof) {
        MonotonicClock.nanoseconds() > deadline
      }
      return Reply(
        status: 200, headers: [("Content-Type", "application/json")],
        body: try export.page(after: after))
    }
  }
}

/// Exports that are being written: one of a person, and few at all, because each keeps one of few
/// readers of the database. Whoever has the key of every phone and a token can ask for one all the
/// time, so these share one place, and the other is for secret keys alone.
final class RunningExports: Sendable {
  /// Exports at the same time, of everybody.
  private static let max = 2

  /// Whose are being written, and for whom.
  private let people = Locked<[PersonID: KeyKind]>([:])

  /// Takes a place for a person's; `false` when there is none.
  func enter(_ person: PersonID, by key: KeyKind) -> Bool {
    people.withLock { people in
      guard people.count < Self.max, people[person] == nil,
        key == .secret || !people.values.contains(key)
      else { return false }
      people[person] = key
      return true
    }
  }

  /// Gives the place back.
  func leave(_ person: PersonID) { people.withLock { $0[person] = nil } }
}
