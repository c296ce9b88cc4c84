import BeckonModel

/// A phone number as the plans of the world's networks know it.
public struct PhoneNumber: Hashable, Sendable {
  /// What is behind a number.
  public enum Line: String, CaseIterable, Sendable {
    /// A mobile phone.
    case mobile
    /// A fixed line.
    case fixed
    /// One of the two: where the plan does not tell them apart, as in North America.
    case mobileOrFixed = "mobile_or_fixed"
    /// Something that is no phone of a person: free or premium services, pagers, voice mail.
    case service
    /// The plan knows nothing of it.
    case unknown

    /// Whether a text message may arrive.
    public var takesTexts: Bool { self == .mobile || self == .mobileOrFixed }
  }

  /// In E.164 form: `+4915112345678`.
  public let e164: String
  /// The country to which it belongs (ISO 3166); `nil` when it belongs to none, as those of
  /// satellites.
  public let region: String?
  /// What is behind it.
  public let line: Line
  /// Whether the plan has numbers that begin so; one that is only possible has the right length.
  public let isValid: Bool
  /// Whether it was written with an extension, which E.164 does not have.
  public let hasExtension: Bool

  /// Makes a number.
  public init(
    e164: String, region: String?, line: Line, isValid: Bool, hasExtension: Bool = false
  ) {
    self.e164 = e164
    self.region = region
    self.line = line
    self.isValid = isValid
    self.hasExtension = hasExtension
  }

  /// Why no text message is sent to it; `nil` when one can be.
  public var textFault: PhoneFault? {
    if hasExtension { return .hasExtension }
    guard isValid else { return .notAssigned }
    guard line.takesTexts else { return .notMobile }
    // A text to a satellite costs as much as hundreds.
    return region == nil ? .unknownCountry : nil
  }
}

/// Why a text is no phone number, or none that takes a text message.
public enum PhoneFault: String, Error, CaseIterable, Sendable {
  /// There is no number in it.
  case notANumber = "not_a_number"
  /// It begins with no country that there is, or with none at all and no region is set.
  case unknownCountry = "unknown_country"
  /// It has too few digits for its country.
  case tooShort = "too_short"
  /// It has too many.
  case tooLong = "too_long"
  /// No number of its country has as many digits.
  case wrongLength = "wrong_length"
  /// It can be dialled only from nearby: the area is missing.
  case localOnly = "local_only"
  /// It has an extension.
  case hasExtension = "has_extension"
  /// Its country has no numbers that begin so.
  case notAssigned = "not_assigned"
  /// It is a fixed line, or a service.
  case notMobile = "not_mobile"

  /// What is wrong and what to do, behind the name of a field.
  public var advice: String {
    switch self {
    case .notANumber: "is no phone number"
    case .unknownCountry:
      "names no country; begin with + and the country's code, or set the app's region"
    case .tooShort: "has too few digits for a number of its country"
    case .tooLong: "has too many digits for a number of its country"
    case .wrongLength: "has a number of digits that its country does not use"
    case .localOnly: "lacks the area code; write the whole number"
    case .hasExtension: "has an extension, to which no text message goes; leave it away"
    case .notAssigned: "begins as no number of its country does; look for a wrong digit"
    case .notMobile: "is no number of a mobile phone"
    }
  }
}
