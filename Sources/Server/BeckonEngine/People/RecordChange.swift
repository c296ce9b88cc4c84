import BeckonModel

/// What somebody writes into a person's record, which is the person's attributes.
public struct RecordChange: Hashable, Sendable {
  /// What is written, in order.
  private let writes: [Write]

  /// A value at a path.
  struct Write: Hashable, Sendable {
    /// The keys of the path; at least one.
    let keys: [TextKey]
    /// The value; `null` removes what is there.
    let value: JSON
  }

  /// Sets attributes, whatever their names; `null` removes one, what is left out stays.
  public init(attributes: JSON) {
    writes = (attributes.members ?? []).map {
      Write(keys: [TextKey($0.name)], value: $0.value)
    }
  }

  /// Writes values at paths of at least one key, one after the other.
  public init(_ values: [(keys: [String], value: JSON)]) {
    writes = values.map { Write(keys: $0.keys.map { TextKey($0) }, value: $0.value) }
  }

  /// A change as a fact has it.
  public init(properties: JSON) {
    writes = (properties.members ?? []).map { member in
      let keys = member.name.split(on: "/", keepsEmpty: true)
      return Write(keys: keys.map { TextKey($0) }, value: member.value)
    }
  }

  /// The change as a fact has it: values by their paths, `game/level`.
  public var properties: JSON {
    var values: [TextKey: Int] = [:]
    var members: [JSON.Member] = []
    for write in writes {
      let path = write.keys.map(\.text).joined(separator: "/")
      if let place = values[TextKey(path)] {
        members[place] = JSON.Member(path, write.value)
      } else {
        values[TextKey(path)] = members.count
        members.append(JSON.Member(path, write.value))
      }
    }
    return .object(members)
  }

  /// Whether what is written stands at a path, above it or below.
  func touches(_ path: String) -> Bool {
    let keys = path.split(on: "/", keepsEmpty: true)
    return writes.contains { write in
      zip(write.keys, keys).allSatisfy { $0.text == $1 }
    }
  }

  /// A record after the change.
  public func applied(to record: JSON) -> JSON {
    if writes.allSatisfy({ $0.keys.count == 1 }) { return record.changed(by: properties) }
    let after = writes.reduce(record) { record, write in
      record.setting(write.value, at: write.keys.map(\.text)[...])
    }
    return after == .null ? .object([]) : after
  }
}
