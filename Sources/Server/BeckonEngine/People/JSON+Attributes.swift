import BeckonModel

extension JSON {
  /// Attributes after a change, old names first; `null` removes one, what is left out stays.
  public func changed(by changes: JSON) -> JSON {
    var members = members ?? []
    var places: [TextKey: Int] = [:]
    for (place, member) in members.enumerated() { places[member.name] = place }
    for change in changes.members ?? [] {
      if let place = places[change.name] {
        members[place] = change
      } else {
        places[change.name] = members.count
        members.append(change)
      }
    }
    return .object(members.filter { $0.value != .null })
  }
}
