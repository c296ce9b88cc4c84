import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Whom an export is about, and who asked for it.
struct ExportedPerson {
  let scope: Scope
  let person: Person
  let proof: Proof
  /// Their installs, with the keyed hash under which facts of each are stored.
  let installs: [(id: InstallID, client: Identifier)]
  /// The keyed hashes of the app's own ids of them, as far as what is stored there is theirs.
  let users: [Identifier]
  /// Under what is stored what they did on pages before they said who they are.
  let visitors: [Identifier]
  /// The person, and those who were merged into them.
  let people: Set<PersonID>

  /// Under what the person's facts are stored: their id, their installs, the app's id of them,
  /// their visits of pages.
  var factSubjects: [Identifier] {
    [person.id.identifier] + installs.map(\.client) + users + visitors
  }
}

/// A list in a person's export. Each may grow without end, so it is given in pages.
struct ExportedList: Sendable {
  /// The name of the export's member.
  let name: String
  /// Rows that one look at the database gives. A fact may have 32 KiB, an install the clicks of a
  /// whole network.
  let rowsOfLook: Int
  /// Of what the list is: the person, an install, somebody under a user id. They are taken in the
  /// order of their ids: what the person was known by when one page was written may have changed
  /// with the next, and the order keeps the rest in its place.
  let subjects: @Sendable (ExportedPerson) throws -> [Identifier]
  /// The rows of a subject behind a key, as many as one look gives.
  let rows: @Sendable (ExportedPerson, _ subject: Identifier, ExportKey, Int) throws -> [ExportRow]
}

/// One row of a list, by which those behind it are found.
struct ExportRow {
  let key: String
  let json: JSON
  /// A last member that is stored as JSON and stays as it is.
  var stored: (name: String, text: String)?

  /// Writes it.
  func write(to bytes: inout [UInt8]) {
    guard let stored else {
      bytes += json.bytes
      return
    }
    bytes += json.bytes.dropLast()
    bytes += Array(",\"\(stored.name)\":".utf8)
    bytes += Array(stored.text.utf8)
    bytes.append(UInt8(ascii: "}"))
  }
}

/// The row behind which a list goes on, as the list itself wrote it; `nil` at the beginning.
struct ExportKey {
  let text: String?

  /// What every place that is none is answered.
  static let unknown = FieldError("after", "must be the 'next' of another page of this export")

  /// A key that is an id.
  /// - Throws: `FieldError`.
  func id<Kind>(_: ID<Kind>.Type = ID<Kind>.self) throws -> ID<Kind>? {
    guard let text else { return nil }
    guard let id = ID<Kind>(text) else { throw Self.unknown }
    return id
  }

  /// A key that is a number; the least there is at the beginning.
  /// - Throws: `FieldError`.
  func number() throws -> Int64 {
    guard let text else { return .min }
    guard let number = Int64(text) else { throw Self.unknown }
    return number
  }

  /// A key that is a time and an id: `1700000000000:trf_…`.
  /// - Throws: `FieldError`.
  func timeAndID<Kind>(_: ID<Kind>.Type) throws -> (at: Instant, id: ID<Kind>)? {
    guard let text else { return nil }
    let parts = text.split(on: ":", maxSplits: 1)
    guard parts.count == 2, let at = Int64(parts[0]), let id = ID<Kind>(parts[1]) else {
      throw Self.unknown
    }
    return (Instant(milliseconds: at), id)
  }
}
