import BeckonModel

/// Turns what somebody asks for into what is written into a record.
public struct RecordEdit: Sendable {
  private let record: JSON
  private let inventory: String
  private let now: Instant

  /// Most paths that one update may name.
  public static let pathsMax = 200

  /// Edits a record.
  /// - Parameter record: as it is read, with the person's balance.
  public init(of record: JSON, _ settings: AppSettings, at now: Instant) {
    self.record = record
    inventory = settings.recordInventory
    self.now = now
  }

  /// Sets what stands at a path; `null` removes it.
  /// - Throws: `FieldError`; `RecordRefusal` for the balance.
  public func replacing(_ path: RecordPath, by value: JSON) throws -> RecordChange {
    guard path.keys.isEmpty else { return RecordChange([try write(value, at: path.keys)]) }
    guard value == .null || value.members != nil else {
      throw FieldError("", "must be an object or null: it is a whole record")
    }
    // What was read may be sent back.
    let members = (value.members ?? []).filter { member in
      member.name != inventory || member.value != record[inventory]
    }
    let kept = Set(members.lazy.map { TextKey($0.name) })
    let removed = (record.members ?? []).map(\.name).filter {
      $0 != inventory && !kept.contains(TextKey($0))
    }
    var writes = removed.map { (keys: [$0], value: JSON.null) }
    for member in members {
      try RecordPath.check(member.name, in: "value")
      writes.append(try write(member.value, at: [member.name]))
    }
    return RecordChange(writes)
  }

  /// Sets what stands at paths below a path; `null` removes it.
  /// - Throws: `FieldError`; `RecordRefusal` for the balance.
  public func updating(_ path: RecordPath, by members: [JSON.Member]) throws -> RecordChange {
    guard members.count <= Self.pathsMax else {
      throw FieldError("", "has more than \(Self.pathsMax) paths")
    }
    var paths: [[String]] = []
    var writes: [(keys: [String], value: JSON)] = []
    for member in members {
      let below = member.name.split(on: "/", keepsEmpty: true)
      let keys = try RecordPath(path.keys + below, in: NameSuggestion.shown(member.name)).keys
      if let other = paths.first(where: { zip($0, keys).allSatisfy { $0 == $1 } }) {
        throw FieldError(
          NameSuggestion.shown(member.name),
          "stands above or below '\(NameSuggestion.shown(other.joined(separator: "/")))'")
      }
      paths.append(keys)
      writes.append(try write(member.value, at: keys))
    }
    return RecordChange(writes)
  }

  private func write(_ value: JSON, at keys: [String]) throws -> (keys: [String], value: JSON) {
    if keys.first == inventory { throw RecordRefusal.inventory(inventory) }
    let stored = try RecordValue(at: now, in: "value")
      .resolve(value, over: record.value(at: keys[...]), depth: keys.count)
    return (keys, stored)
  }
}
