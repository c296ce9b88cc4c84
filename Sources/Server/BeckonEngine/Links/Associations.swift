import BeckonModel

/// The two files by which a host says which apps may open its links. Without them a phone opens the
/// browser.
public enum Associations {
  /// Largest file that Apple reads.
  public static let bytesMax = 128 * 1_024
  /// Where Apple looks.
  public static let applePath = "/.well-known/apple-app-site-association"
  /// Where Google looks.
  public static let googlePath = "/.well-known/assetlinks.json"
  /// What Google calls the right to open links.
  public static let relation = "delegate_permission/common.handle_all_urls"

  /// Paths of the host that are no links, in Apple's patterns; the last lets the rest through.
  private static let components: JSON = [
    ["/": "/v1/*", "exclude": true, "comment": "the API"],
    ["/": "/.well-known/*", "exclude": true],
    ["/": "/dashboard*", "exclude": true],
    ["/": "/*"],
  ]

  /// `apple-app-site-association` in the format of iOS 13 and later, for apps of one host; `nil`
  /// when none has a team and a bundle.
  /// https://developer.apple.com/documentation/bundleresources/applinks
  public static func appleAppSite(_ apps: [IOSApp]) -> JSON? {
    let ids = unique(apps.compactMap(\.appID))
    guard !ids.isEmpty else { return nil }
    return [
      "applinks": [
        "details": [["appIDs": .array(ids.map(JSON.string)), "components": components]]
      ]
    ]
  }

  /// `assetlinks.json` for apps of one host; `nil` when none has a package and a certificate.
  /// https://developers.google.com/digital-asset-links/v1/statements
  public static func assetLinks(_ apps: [AndroidApp]) -> JSON? {
    let statements = apps.compactMap { app -> JSON? in
      let fingerprints = unique(app.certificateFingerprints.compactMap(fingerprint))
      guard !fingerprints.isEmpty else { return nil }
      return [
        "relation": [.string(relation)],
        "target": [
          "namespace": "android_app", "package_name": .string(app.package),
          "sha256_cert_fingerprints": .array(fingerprints.map(JSON.string)),
        ],
      ]
    }
    return statements.isEmpty ? nil : .array(statements)
  }

  /// A SHA-256 fingerprint as Google writes it, `14:6D:…`; `nil` for what is not 32 bytes in
  /// hexadecimal, with or without colons.
  public static func fingerprint(_ text: String) -> String? {
    guard let bytes = Hexadecimal.decode(text.split(on: ":").joined()), bytes.count == 32 else {
      return nil
    }
    return bytes.map { Hexadecimal.encode([$0]).uppercased() }.joined(separator: ":")
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<TextKey> = []
    return texts.filter { seen.insert(TextKey($0)).inserted }
  }
}

extension IOSApp {
  /// The team and the bundle, `ABCDE12345.com.example.app`; `nil` without a team.
  public var appID: String? { teamID.map { $0 + "." + bundleID } }
}
