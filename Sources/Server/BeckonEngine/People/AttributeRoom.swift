import BeckonModel

/// Room for what the app's server says about a person, among attributes that clients wrote:
/// somebody may have claimed the person before, and filled them up.
public enum AttributeRoom {
  /// Whether these are no more, and no larger, than one person may have.
  public static func fits(_ attributes: JSON) -> Bool {
    (attributes.members ?? []).count <= Limits.attributesCount
      && attributes.bytes.count <= Limits.attributesBytes
  }

  /// The attributes, without as many as must go so that they fit: first those that are not to be
  /// kept, from the oldest on, then other values of those that are. `nil` when what is to be kept
  /// does not fit.
  /// - Parameter kept: what the app's server has written, and what it writes now.
  public static func fit(_ attributes: JSON, keeping kept: JSON) -> JSON? {
    var members = attributes.members ?? []
    var values: [TextKey: JSON] = [:]
    for member in kept.members ?? [] { values[member.name] = member.value }
    for name in members.map(\.name) where values[name] == nil {
      if fits(.object(members)) { break }
      members.removeAll { TextKey($0.name) == TextKey(name) }
    }
    for (place, member) in members.enumerated() {
      if fits(.object(members)) { break }
      if let value = values[member.name] { members[place] = JSON.Member(member.name, value) }
    }
    return fits(.object(members)) ? .object(members) : nil
  }
}
