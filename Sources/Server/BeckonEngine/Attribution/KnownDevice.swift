import BeckonModel

extension JSON {
  /// What is known of a device, filled up by what a later call tells: the first word counts, unless
  /// it said nothing.
  /// - Returns: `nil` when the call tells nothing new.
  public func completed(by told: JSON) -> JSON? {
    var known = (members ?? []).filter { !Self.saysNothing($0) }
    let names = Set(texts: known.map(\.name))
    let new = (told.members ?? []).filter {
      !names.contains(TextKey($0.name)) && !Self.saysNothing($0)
    }
    guard !new.isEmpty else { return nil }
    known += new
    return .object(known)
  }

  /// Ids of who does not allow tracking are all zeros, until they do.
  private static func saysNothing(_ member: Member) -> Bool {
    switch (member.name, member.value) {
    case (_, .null), (_, ""), ("platform", "other"): return true
    case ("idfa", .string(let id)), ("gaid", .string(let id)):
      return id.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }
    default: return false
    }
  }
}
