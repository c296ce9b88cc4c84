import BeckonModel

extension Postback {
  /// Reads a postback of AdAttributionKit: a JSON Web Signature (RFC 7515) and, beside it, what is
  /// not signed.
  /// https://developer.apple.com/documentation/adattributionkit/verifying-a-postback
  /// - Throws: `FieldError` when it is no postback at all.
  public init(adAttributionKit fields: Fields) throws(FieldError) {
    let jws = try fields.string("jws-string", max: Self.jwsBytes)
    guard let signed = JSONWebSignature(compact: try fields.require("jws-string", jws)) else {
      throw fields.error("jws-string", "must be HEADER.PAYLOAD.SIGNATURE in base64url (RFC 7515)")
    }
    let payload = signed.payload
    func require(_ name: String, _ value: String?) throws(FieldError) -> String {
      guard let value else { throw fields.error("jws-string", "has no '\(name)'") }
      return value
    }
    guard let app = payload.value("advertised-item-identifier")?.integer, app >= 0 else {
      throw fields.error("jws-string", "has no 'advertised-item-identifier'")
    }
    advertisedApp = app
    adNetwork = try require("ad-network-identifier", payload.word("ad-network-identifier"))
    transaction = try require("postback-identifier", payload.word("postback-identifier"))
      .lowercased()
    system = .adAttributionKit
    version = nil
    source = payload.word("source-identifier")
    sequenceIndex = payload.sequenceIndex()
    conversion = payload.word("conversion-type").flatMap(PostbackConversion.init(word:))
    interaction = fields.word("ad-interaction-type").flatMap(PostbackInteraction.init(word:))
    didWin = payload.value("did-win")?.bool ?? true
    // 0 stands for no app.
    sourceApp = payload.value("publisher-item-identifier")?.integer.flatMap { $0 > 0 ? $0 : nil }
    sourceDomain = nil
    marketplace = payload.word("marketplace-identifier")
    fineValue = fields.fineValue()
    coarseValue = fields.coarseValue()
    country = fields.word("country-code")
    // Of an algorithm other than this one no key of Apple's is known.
    let signer = PostbackSigner(keyID: signed.header["kid"]?.string ?? "")
    signature = PostbackSignature(
      signer: signed.algorithm == "ES256" ? signer : .unknownKey, form: .raw,
      bytes: signed.signature, texts: [signed.signedBytes])
  }

  /// Longest signed text; Apple's have about 800 bytes.
  private static let jwsBytes = 8_192
}
