import BeckonBasics
import BeckonContract
import BeckonModel

/// The last facts of each app that were refused, with the reason, as this process has seen them:
/// whoever sent them was told, but often nobody reads what an app is told. Kept in memory only, and
/// what their properties hold is left out.
final class RejectedFacts: Sendable {
  /// Of each app.
  private static let max = 50
  /// Apps of which some are kept.
  private static let appsMax = 1_000
  /// What is kept of a body.
  private static let bodyBytes = 1_024

  /// A fact that was refused.
  struct Entry: Sendable {
    let at: Instant
    let reason: String
    /// Its names, without what they hold.
    let body: JSON
  }

  private let apps = Locked<[Int64: [Entry]]>([:])

  /// Notes those of a batch that were refused.
  func note(
    _ batch: some Sequence<(JSON, IngestEvents.Receipt)>, of app: Int64, at now: Instant
  ) {
    let new = batch.filter { $0.1.status == .rejected }.suffix(Self.max).map { json, receipt in
      Entry(at: now, reason: receipt.reason ?? "", body: Self.masked(json))
    }
    guard !new.isEmpty else { return }
    apps.withLock { apps in
      guard apps[app] != nil || apps.count < Self.appsMax else { return }
      apps[app] = (apps[app, default: []] + new).suffix(Self.max)
    }
  }

  /// Those of an app, the last first.
  func all(of app: Int64) -> [Entry] { apps.withLock { $0[app] ?? [] }.reversed() }

  /// An event's own words, which programs choose; of all else only what it is.
  private static func masked(_ json: JSON) -> JSON {
    let shown: Set<TextKey> = ["name", "at"]
    let members = (json.members ?? [JSON.Member("", json)]).prefix(20).map { member in
      JSON.Member(
        member.name.prefix(bytes: Limits.wordBytes),
        shown.contains(member.name) ? short(member.value) : kinds(member.value))
    }
    let masked = JSON.object(members)
    return masked.bytes.count <= bodyBytes ? masked : ["name": short(json["name"] ?? .null)]
  }

  private static func short(_ json: JSON) -> JSON {
    json.string.map { .string($0.prefix(bytes: Limits.wordBytes)) } ?? kinds(json)
  }

  /// What kind of value it is; of an object, of each member.
  private static func kinds(_ json: JSON) -> JSON {
    switch json {
    case .null: .null
    case .bool: "‹true or false›"
    case .number: "‹number›"
    case .string: "‹text›"
    case .array(let elements): .string("‹\(elements.count) elements›")
    case .object(let members):
      .object(
        members.prefix(20).map {
          JSON.Member($0.name.prefix(bytes: Limits.wordBytes), kind(of: $0.value))
        })
    }
  }

  private static func kind(of json: JSON) -> JSON {
    if case .object(let members) = json { return .string("‹\(members.count) members›") }
    return kinds(json)
  }
}
