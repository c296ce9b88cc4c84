import BeckonModel

extension JSON {
  /// What stands below a value in a record: the members of an object, or the elements of an array
  /// under their numbers; `nil` of any other value.
  var children: [Member]? {
    switch self {
    case .object(let members): members
    case .array(let elements): elements.enumerated().map { Member(String($0), $1) }
    default: nil
    }
  }

  /// The value at a path of a record; `nil` when there is none.
  public func value(at keys: ArraySlice<String>) -> JSON? {
    guard let key = keys.first else { return self == .null ? nil : self }
    let child = members == nil ? children?.first { $0.name == key }?.value : self[key]
    return child?.value(at: keys.dropFirst())
  }

  /// The value that a name in a rule means: the attribute of that very name, else what stands at
  /// that path of the record.
  public func attribute(_ name: String) -> JSON? {
    if let value = self[name] { return value }
    let keys = name.split(on: "/", keepsEmpty: true)
    return keys.count > 1 ? value(at: keys[...]) : nil
  }

  /// The record with a value at a path, `null` to remove what is there. What has no children any
  /// more goes too; a text or number on the way gives way to an object.
  func setting(_ value: JSON, at keys: ArraySlice<String>) -> JSON {
    guard let key = keys.first else { return value }
    // An element that changes leaves a list a list; anything else turns it into an object.
    if case .array(var elements) = self, let index = Int(key), elements.indices.contains(index),
      String(index) == key
    {
      let child = elements[index].setting(value, at: keys.dropFirst())
      if child != .null {
        elements[index] = child
        return .array(elements)
      }
    }
    var members = children ?? []
    let place = members.firstIndex { $0.name == key }
    let child = (place.map { members[$0].value } ?? .null).setting(value, at: keys.dropFirst())
    switch (place, child) {
    case (let place?, .null): members.remove(at: place)
    case (nil, .null): return self
    case (let place?, _): members[place] = Member(key, child)
    case (nil, _): members.append(Member(key, child))
    }
    return members.isEmpty ? .null : .object(members)
  }
}
