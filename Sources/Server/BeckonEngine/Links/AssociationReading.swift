import BeckonModel

extension Associations {
  /// Ids of the apps for which a file of Apple's format speaks, in the present form and the one
  /// before iOS 13.
  public static func appIDs(in file: JSON) -> [String] {
    (file["applinks"]?["details"]?.elements ?? []).flatMap { detail in
      (detail["appIDs"]?.elements ?? []).compactMap(\.string)
        + [detail["appID"]?.string].compactMap { $0 }
    }
  }

  /// Packages that may open links by a file of Google's format, with the fingerprints of their
  /// certificates.
  public static func packages(in file: JSON) -> [TextKey: [String]] {
    let pairs = (file.elements ?? []).compactMap { statement -> (TextKey, [String])? in
      let relations = statement["relation"]?.elements?.compactMap(\.string) ?? []
      guard relations.contains(relation), let target = statement["target"],
        target["namespace"]?.string == "android_app", let package = target["package_name"]?.string
      else { return nil }
      return (
        TextKey(package), target["sha256_cert_fingerprints"]?.elements?.compactMap(\.string) ?? []
      )
    }
    return Dictionary(pairs, uniquingKeysWith: +)
  }
}
