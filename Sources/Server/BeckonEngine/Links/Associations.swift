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

  /// Paths of a host that are no links, in Apple's patterns.
  private static let excluded: [JSON] = [
    ["/": "/v1/*", "exclude": true, "comment": "the API"],
    ["/": "/.well-known/*", "exclude": true],
    ["/": "/dashboard*", "exclude": true],
  ]

  /// The paths of a host whose links an app may open.
  public struct Paths: Hashable, Sendable {
    /// `/promo`, and `` for the whole host.
    public let own: [String]
    /// Paths below those that are other apps'.
    public let others: [String]

    /// All links of a host.
    public static let all = Paths(own: [""], others: [])

    /// Names paths.
    public init(own: [String], others: [String]) {
      self.own = own
      self.others = others
    }

    /// In Apple's patterns, of which the first that fits decides.
    fileprivate var components: JSON {
      let isWhole = own.contains("")
      let others: [JSON] = isWhole ? others.map { ["/": .string($0 + "/*"), "exclude": true] } : []
      let taken: [JSON] = isWhole ? [["/": "/*"]] : own.map { ["/": .string($0 + "/*")] }
      return .array((isWhole ? excluded + others : []) + taken)
    }
  }

  /// `apple-app-site-association` in the format of iOS 13 and later, for apps of one host; `nil`
  /// when none has a team and a bundle.
  /// https://developer.apple.com/documentation/bundleresources/applinks
  public static func appleAppSite(_ apps: [(app: IOSApp, paths: Paths)]) -> JSON? {
    let details = unique(apps.map(\.paths)).compactMap { paths -> JSON? in
      let ids = unique(
        apps.filter { $0.paths == paths }.compactMap(\.app.appID).map { TextKey($0) })
      guard !ids.isEmpty else { return nil }
      return [
        "appIDs": .array(ids.map { .string($0.text) }), "components": paths.components,
      ]
    }
    return details.isEmpty ? nil : ["applinks": ["details": .array(details)]]
  }

  /// `assetlinks.json` for apps of one host; `nil` when none has a package and a certificate.
  /// https://developers.google.com/digital-asset-links/v1/statements
  public static func assetLinks(_ apps: [AndroidApp]) -> JSON? {
    let statements = apps.compactMap { app -> JSON? in
      let fingerprints = unique(
        app.certificateFingerprints.compactMap(fingerprint).map { TextKey($0) })
      guard !fingerprints.isEmpty else { return nil }
      return [
        "relation": [.string(relation)],
        "target": [
          "namespace": "android_app", "package_name": .string(app.package),
          "sha256_cert_fingerprints": .array(fingerprints.map { .string($0.text) }),
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

  private static func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }
}

extension IOSApp {
  /// The team and the bundle, `ABCDE12345.com.example.app`; `nil` without a team.
  public var appID: String? { teamID.map { $0 + "." + bundleID } }
}
