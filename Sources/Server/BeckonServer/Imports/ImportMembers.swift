import BeckonEngine
import BeckonModel
import BeckonStore

/// The names that members of a file's objects have, and the columns that they mean. They are
/// gathered when the file is read for the first time, as those of a table stand in its first row.
struct ImportMembers: Sendable {
  /// Different names in one file; more are no names, but something that is counted.
  static let namesMax = 1_000

  /// Names that are not known, and are left out.
  private(set) var leftOut: [String] = []
  private let kind: any ImportKind
  private var known: [TextKey: String] = [:]
  private var seen: Set<TextKey> = []

  /// Of a file in which nothing is gathered yet.
  init(_ kind: any ImportKind) { self.kind = kind }

  /// The columns that are read.
  var columns: [String] { known.keys.sorted().compactMap { known[$0] } }

  /// Takes down the names of an object; what is none is told when its row is read.
  mutating func gather(_ object: [UInt8], ignored: Set<TextKey>) {
    let members = kind.ownWord((try? JSONReader.read(object))?.members ?? [])
    for member in members
    where seen.count <= Self.namesMax && seen.insert(TextKey(member.name)).inserted {
      if ignored.contains(TextKey(member.name)) { continue }
      if let column = kind.member(named: member.name) {
        known[TextKey(member.name)] = column
      } else {
        leftOut.append(member.name)
      }
    }
  }

  /// Looks at the names once all are gathered.
  /// - Throws: `ImportRefused` when there are too many, or one that is to be ignored is not there.
  func check(ignored: [String]) throws {
    guard seen.count <= Self.namesMax else {
      throw ImportRefused(
        "the objects have more than \(Self.namesMax) different members",
        "put what has a name of its own in each object into 'params'")
    }
    if let missing = ignored.first(where: { !seen.contains(TextKey($0)) }) {
      throw ImportRefused(
        "the member '\(NameSuggestion.shown(missing))', which is to be ignored, is not there",
        "--ignore with names of the objects' members")
    }
  }

  /// What stands in a row: the members that are known, by their columns.
  func cells(of object: [UInt8]) -> Result<[JSON.Member], ImportRejection> {
    do throws(JSONError) {
      guard let members = try JSONReader.read(object).members else {
        return .failure(ImportRejection(.unreadable, "what stands there is no object of JSON"))
      }
      return cells(kind.ownWord(members))
    } catch {
      return .failure(ImportRejection(.unreadable, "the object is no JSON: \(error.reason)"))
    }
  }

  private func cells(_ members: [JSON.Member]) -> Result<[JSON.Member], ImportRejection> {
    var (cells, taken): ([JSON.Member], Set<TextKey>) = ([], [])
    for member in members {
      guard let column = known[TextKey(member.name)] else { continue }
      guard taken.insert(TextKey(column)).inserted else {
        return .failure(ImportRejection(.invalid, "two members mean '\(column)'"))
      }
      cells.append(JSON.Member(column, member.value))
    }
    return .success(cells)
  }
}
