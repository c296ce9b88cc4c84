import BeckonModel

extension Postback {
  /// Reads a postback of SKAdNetwork, 1.0 to 4.0. Only what names it must be there, so that a
  /// version that is yet to come is kept too.
  /// https://developer.apple.com/documentation/storekit/verifying-an-install-validation-postback
  /// - Throws: `FieldError` when it is no postback at all.
  public init(skAdNetwork fields: Fields) throws(FieldError) {
    let wholeNumber = Int64(0)...Int64.max
    let adNetwork = try fields.string("ad-network-id", max: Limits.clientIDBytes)
    let app = try fields.integer("app-id", in: wholeNumber)
    let transaction = try fields.string("transaction-id", max: Limits.clientIDBytes)
    let signature = try fields.string("attribution-signature", max: Self.signatureBytes)
    self.adNetwork = try fields.require("ad-network-id", adNetwork)
    advertisedApp = try fields.require("app-id", app)
    self.transaction = try fields.require("transaction-id", transaction).lowercased()
    system = .skAdNetwork
    version = fields.word("version") ?? "1.0"
    source =
      fields.word("source-identifier") ?? fields.value("campaign-id")?.integer.map { "\($0)" }
    // What is not signed makes no second postback of one that was copied.
    sequenceIndex = PostbackSignature.signsSequence(version) ? fields.sequenceIndex() : 0
    conversion = fields.value("redownload")?.bool.map { $0 ? .redownload : .download }
    interaction = fields.value("fidelity-type")?.integer.map { $0 == 0 ? .view : .click }
    // Before 3.0 only the winner was told.
    didWin = fields.value("did-win")?.bool ?? true
    // 0 stands for no app.
    sourceApp = fields.value("source-app-id")?.integer.flatMap { $0 > 0 ? $0 : nil }
    sourceDomain = fields.value("source-domain")?.string
    marketplace = nil
    fineValue = fields.fineValue()
    coarseValue = fields.coarseValue()
    country = fields.word("country-code")
    self.signature = PostbackSignature(
      skAdNetwork: fields, try fields.require("attribution-signature", signature))
  }

  /// Longest signature, in base 64; those of P-256 have 96 letters.
  private static let signatureBytes = 512
}

extension PostbackSignature {
  fileprivate init(skAdNetwork fields: Fields, _ signature: String) {
    let version = fields.value("version")?.string ?? "1.0"
    let names = Self.signedFields[version]
    signer =
      switch version {
      case "1.0", "2.0": .appleP192
      default: names.map { _ in .apple } ?? .unknownVersion
      }
    form = .der
    bytes = Base64.standard.decode(signature)
    // Apple's text says to put the source app in if it was received, and test postbacks carry a 0;
    // others who verify leave a 0 out. Whichever Apple does, a signature over either text is
    // Apple's, and both mean the same: no source app. So both are tried.
    let isZero = fields.value("source-app-id")?.integer == 0
    let lists = names.map { names in isZero ? [names, names.filter { $0 != Self.source }] : [names]
    }
    texts = (lists ?? []).compactMap { Self.text(of: $0, fields) }
  }

  private static let source = "source-app-id"
  private static let sequence = "postback-sequence-index"

  /// Whether the sequence's number is signed in a version; not known of one that is yet to come.
  fileprivate static func signsSequence(_ version: String?) -> Bool {
    signedFields[version ?? ""].map { $0.contains(sequence) } ?? true
  }

  /// What is signed of each version, in order.
  private static let signedFields: [TextKey: [String]] = {
    let third = [
      "version", "ad-network-id", "campaign-id", "app-id", "transaction-id", "redownload", source,
      "fidelity-type", "did-win",
    ]
    return [
      "1.0": ["ad-network-id", "campaign-id", "app-id", "transaction-id"],
      "2.0": Array(third[..<7]), "2.1": Array(third[..<7]), "2.2": Array(third[..<8]),
      "3.0": third,
      "4.0": third.map { $0 == "campaign-id" ? "source-identifier" : $0 }
        + [sequence],
    ]
  }()

  /// The values with an invisible separator between; `nil` when one is missing. The source, which
  /// Apple may withhold, is left out with its separator.
  private static func text(of names: [String], _ fields: Fields) -> [UInt8]? {
    var parts: [String] = []
    for name in names {
      if let part = fields.value(name)?.signedText {
        parts.append(part)
      } else if name == source {
        if let domain = fields.value("source-domain")?.string { parts.append(domain) }
      } else {
        return nil
      }
    }
    return Array(parts.joined(separator: "\u{2063}").utf8)
  }
}

extension JSON {
  /// A value as it stands in a signed text. One with a separator would let a signature hold for
  /// fields that are cut otherwise.
  fileprivate var signedText: String? {
    switch self {
    case .string(let text): text.unicodeScalars.contains("\u{2063}") ? nil : text
    case .number(let text): text
    case .bool(let truth): truth ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
