import BeckonModel

/// Who says to have signed a postback.
public enum PostbackSigner: Hashable, Sendable {
  /// Apple, with the key of production.
  case apple
  /// Apple, with a key for developing: 0 for end-to-end tests, 1 for a phone's developer settings.
  case appleDevelopment(Int)
  /// Apple, with the key of SKAdNetwork 1.0 and 2.0 on the curve P-192, which libraries no longer
  /// support.
  case appleP192
  /// A version whose signed text we do not know.
  case unknownVersion
  /// A key that is none of Apple's.
  case unknownKey

  /// The public key as SubjectPublicKeyInfo in base 64; `nil` when there is none to verify with.
  public var publicKey: String? {
    switch self {
    case .apple:
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWdp8GPcGqmhgzEFj9Z2nSpQVddayaPe4FMzqM9wib1+aHaaIzoHoLN9zW4K8y4SPykE3YVK3sVqW6Af0lfx3gg=="
    case .appleDevelopment(0):
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAELeEDzpJEP+/qRSE5hJVC1p1J0ssUnQGMzBBbvnACBok8OVGGLgxL0myrKiy6lvRtSlLRsWit87i+vftD8AEqeQ=="
    case .appleDevelopment:
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YzdO7eM97s/IJ25kdW5CZ3A14USE5IJ5Ha/vhWaxI6UBI1ZxCEvjrKxVluVGe6qWwF1BDFq+QHqKfH5u+wxHQ=="
    case .appleP192, .unknownVersion, .unknownKey: nil
    }
  }

  /// The signer of AdAttributionKit's `kid`.
  init(keyID: String) {
    self =
      switch keyID {
      case "apple-cas-identifier/0": .apple
      case "apple-development-identifier/0": .appleDevelopment(0)
      case "apple-development-identifier/1": .appleDevelopment(1)
      default: .unknownKey
      }
  }
}

/// A postback's signature by ECDSA with SHA-256, and what it may have been made over.
public struct PostbackSignature: Hashable, Sendable {
  /// How the signature's two numbers are written.
  public enum Form: Hashable, Sendable {
    /// As ASN.1.
    case der
    /// One behind the other.
    case raw
  }

  /// Who says to have signed.
  public let signer: PostbackSigner
  /// How the signature is written.
  public let form: Form
  /// The signature; `nil` when it is not even base 64.
  public let bytes: [UInt8]?
  /// The texts of which one must have been signed; empty when a field is missing.
  public let texts: [[UInt8]]
}

/// What is held of a postback.
public enum PostbackVerification: String, CaseIterable, Sendable {
  /// Apple signed it.
  case verified
  /// Apple signed it with a key for developing, and the app takes such.
  case development
  /// Nobody can tell: an old key, or a version that came after this program.
  case unverifiable
  /// Apple did not sign it.
  case invalid

  /// Whether it says more than what is held of another postback of the same transaction.
  public func outranks(_ other: PostbackVerification) -> Bool { rank > other.rank }

  private var rank: Int {
    switch self {
    case .invalid: 0
    case .unverifiable: 1
    case .development: 2
    case .verified: 3
    }
  }
}

/// Why. The texts are part of the API.
public enum PostbackReason: String, CaseIterable, Sendable {
  /// The signature holds.
  case signatureHolds = "signature_holds"
  /// It does not.
  case signatureDoesNotHold = "signature_does_not_hold"
  /// A key for developing signed it, and the app does not take such.
  case developmentKey = "development_key"
  /// None of Apple's keys.
  case unknownKey = "unknown_key"
  /// The key is on the curve P-192.
  case legacyKey = "legacy_key"
  /// A version whose signed text is not known.
  case unknownVersion = "unknown_version"
}

extension Postback {
  /// What is to be held of it.
  /// - Parameter acceptsDevelopment: whether the app takes postbacks of development builds.
  /// - Parameter check: whether the owner of a public key (SubjectPublicKeyInfo in base 64) made
  ///   this signature over this text.
  public func judged(
    acceptsDevelopment: Bool,
    check: (String, _ signature: [UInt8], PostbackSignature.Form, _ text: [UInt8]) -> Bool
  ) -> (verification: PostbackVerification, reason: PostbackReason) {
    guard let key = signature.signer.publicKey else {
      switch signature.signer {
      case .appleP192: return (.unverifiable, .legacyKey)
      case .unknownVersion: return (.unverifiable, .unknownVersion)
      default: return (.invalid, .unknownKey)
      }
    }
    let holds = signature.bytes.map { bytes in
      signature.texts.contains { check(key, bytes, signature.form, $0) }
    }
    guard holds == true else { return (.invalid, .signatureDoesNotHold) }
    guard case .appleDevelopment = signature.signer else { return (.verified, .signatureHolds) }
    return acceptsDevelopment ? (.development, .signatureHolds) : (.invalid, .developmentKey)
  }
}
