import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/people/{person}/export`, in pages: `?after=` takes the `next` of the page before.
enum ExportPerson {
  /// Less than a request may take. With the key of every phone less: readers are few.
  private static func nanosecondsMax(_ key: KeyKind) -> UInt64 {
    key == .secret ? 10_000_000_000 : 2_000_000_000
  }

  static func prepare(_ call: Call) throws -> Work {
    let after = call.query("after")
    let deadline = MonotonicClock.nanoseconds() + nanosecondsMax(call.proof.key)
    let running = call.services[RunningExports.self]
    return .read { scope in
      let person = try call.person(scope)
      let app = call.app.number
      guard running.enter(person.id, of: app, by: call.proof.key) else {
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
/// time, so these share one place of their app, and its other one is for secret keys alone. What
/// one app's users do leaves other apps their places.
final class RunningExports: Sendable {
  /// Exports at the same time, of an app.
  private static let maxOfApp = 2
  /// The same, of all apps.
  private static let max = 4

  private struct Export {
    let app: Int64
    let key: KeyKind
  }

  /// Whose are being written.
  private let people = Locked<[PersonID: Export]>([:])

  /// Takes a place for a person's; `false` when there is none.
  func enter(_ person: PersonID, of app: Int64, by key: KeyKind) -> Bool {
    people.withLock { people in
      let ofApp = people.values.filter { $0.app == app }
      guard people.count < Self.max, ofApp.count < Self.maxOfApp, people[person] == nil,
        key == .secret || !ofApp.contains(where: { $0.key == key })
      else { return false }
      people[person] = Export(app: app, key: key)
      return true
    }
  }

  /// Gives the place back.
  func leave(_ person: PersonID) { people.withLock { $0[person] = nil } }
}
