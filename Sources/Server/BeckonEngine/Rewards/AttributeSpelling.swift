import BeckonModel

/// How the attributes for which reward rules wait are spelt, beside the names that the settings of
/// an app have for them. Any name may be meant; one that differs from a known one only in capitals,
/// underscores and hyphens hardly is.
public enum AttributeSpelling {
  /// The path that an attribute was probably meant to be; `nil` when the settings name it, or
  /// nothing like it.
  public static func meant(by attribute: String, _ settings: AppSettings) -> String? {
    let keys = attribute.split(on: "/", keepsEmpty: true)
    let paths = (settings.recordRules ?? []).map(\.keys) + [referrer(settings)]
    let known = paths.filter { path in
      !path.isEmpty && path.count <= keys.count && !path.contains { $0 == "*" }
    }
    guard !known.contains(where: { zip($0, keys).allSatisfy { $0 == $1 } }) else { return nil }
    let meant = known.first { path in
      zip(path, keys).allSatisfy { NameSuggestion.isSameSpelling($0, $1) }
    }
    return meant.map { ($0 + keys.dropFirst($0.count)).joined(separator: "/") }
  }

  private static func referrer(_ settings: AppSettings) -> [String] {
    settings.referrerAttribute?.split(on: "/", keepsEmpty: true) ?? []
  }
}

extension RewardTrigger {
  /// The attribute for which it waits.
  public var attribute: String? {
    switch self {
    case .attributeFirstSet(let name), .attributeCrosses(let name, _): name
    case .event, .referral, .referrals, .promoted: nil
    }
  }
}
