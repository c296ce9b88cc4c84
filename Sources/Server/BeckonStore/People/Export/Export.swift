import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Everything that is stored about a person, in pages of bounded size: nobody can make it so much
/// that it cannot be had. Anyone may store events in a person's name.
///
/// A page is one JSON object, written row by row; what is stored as JSON is copied as it is. The
/// first page says who the person is. Each page has the features' lists with as much of them
/// as there is room for, and `next`, behind which the rest stands.
public struct PersonExport {
  /// About what a page may have. One look at the database may take it beyond.
  public static let bytesMax = 4 << 20

  private static let lists = Feature.all.flatMap(\.exports)

  /// What a look at the database counts, so that a page of nothing but looks ends too.
  private static let bytesOfLook = 1_000

  private let scope: Scope
  private let person: Person
  private let proof: Proof
  private let bytesMax: Int
  private let isLate: () -> Bool

  /// Prepares the export of a person for a caller who showed `proof`. What it says of others is for
  /// a secret key only, and so is where the app's webhooks are.
  /// - Parameter isLate: whether nobody waits for the answer any more.
  public init(
    _ scope: Scope, _ person: Person, to proof: Proof, bytesMax: Int = Self.bytesMax,
    isLate: @escaping () -> Bool
  ) {
    self.scope = scope
    self.person = person
    self.proof = proof
    self.bytesMax = bytesMax
    self.isLate = isLate
  }

  /// The page behind a place, which is the `next` of another; the first without one.
  /// - Throws: `DatabaseError`, `.unavailable` when it is late; `FieldError` for what is no place.
  public func page(after text: String?) throws -> [UInt8] {
    let place = try text.map { try ExportPlace($0, of: Self.lists) }
    let exported = try ExportedPerson(scope, person, to: proof)
    var page = Page(try place == nil ? head(exported) : .object(["person": .id(person.id)]))
    page.left = bytesMax
    for (index, list) in Self.lists.enumerated() {
      page.begin(list)
      if page.next == nil, place.map({ $0.list <= index }) ?? true {
        try write(index, exported, behind: place?.list == index ? place : nil, to: &page)
      }
      page.end()
    }
    return page.finished
  }

  private func write(
    _ index: Int, _ exported: ExportedPerson, behind place: ExportPlace?, to page: inout Page
  ) throws {
    let list = Self.lists[index]
    let subjects = try list.subjects(exported).sorted()
    for subject in subjects where place.map({ $0.subject <= subject }) ?? true {
      var key = place?.subject == subject ? place?.key : nil
      var found = 0
      repeat {
        guard !isLate() else { throw DatabaseError.unavailable("nobody waits for the export") }
        guard page.left > 0 else {
          page.next = ExportPlace(list: index, subject: subject, key: key)
          return
        }
        let rows = try list.rows(exported, subject, ExportKey(text: key), list.rowsOfLook)
        for row in rows { page.add(row) }
        page.left -= Self.bytesOfLook
        key = rows.last?.key ?? key
        found = rows.count
      } while found == list.rowsOfLook
    }
  }

  /// Who the person is, and what has a bound by itself.
  private func head(_ exported: ExportedPerson) throws -> JSON {
    let own = try People(scope).json(of: person)
    return .object((own.members ?? []) + (try Feature.all.flatMap { try $0.summary(exported) }))
  }
}

extension ExportedPerson {
  /// A person, as far as what is stored under their installs and user ids is theirs for `proof`.
  /// - Throws: `DatabaseError`.
  init(_ scope: Scope, _ person: Person, to proof: Proof) throws {
    let known = KnownPerson(id: person.id, identities: try People(scope).known(of: person.id))
    let users = known.identities
      .filter { $0.identity.kind == .userID && known.ownsFacts(of: $0, to: proof.trust) }
      .map { scope.app.digest(of: $0.identity) }
    self.init(
      scope: scope, person: person, proof: proof,
      installs: try Installs(scope).proven(of: person.id), users: users,
      visitors: try users.flatMap(Visitors(scope).all),
      people: Set(try People(scope).merged(into: person.id)).union([person.id]))
  }
}

extension PersonExport {
  /// A page while it is written.
  fileprivate struct Page {
    private var bytes: [UInt8]
    private var isFirst = true
    var left = 0
    var next: ExportPlace?

    init(_ head: JSON) {
      bytes = Array(head.bytes.dropLast())
    }

    mutating func begin(_ list: ExportedList) {
      bytes += Array(",\"\(list.name)\":[".utf8)
      isFirst = true
    }

    mutating func add(_ row: ExportRow) {
      let start = bytes.count
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      row.write(to: &bytes)
      left -= bytes.count - start
    }

    mutating func end() { bytes.append(UInt8(ascii: "]")) }

    var finished: [UInt8] {
      let next = next.map { JSON.string($0.text(of: PersonExport.lists)) } ?? .null
      return bytes + Array(",\"next\":".utf8) + next.bytes + Array("}".utf8)
    }
  }
}
