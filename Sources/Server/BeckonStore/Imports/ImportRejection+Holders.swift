import BeckonEngine
import BeckonModel

extension ImportRejection {
  /// The same, with those who stand in the way of the row, so that nobody has to look for them.
  func naming(holdersIn standing: ImportStanding) -> ImportRejection {
    switch reason {
    case .severalPeople:
      let ids = standing.holders
      let people = ids.enumerated().filter { ids.firstIndex(of: $1) == $0 }.map(\.element.text)
      guard let first = people.first else { return self }
      return people.count > 1
        ? ImportRejection(reason, "its identities are those of \(people.joined(separator: ", "))")
        : ImportRejection(reason, "its identities are those of \(first), with another 'user_id'")
    case .codeTaken:
      let holder =
        if case .person(let person) = standing.code { person.text } else { "another link" }
      return ImportRejection(
        reason,
        "'code' belongs or belonged to \(holder); give the row another, or none and one is made")
    default: return self
    }
  }
}
