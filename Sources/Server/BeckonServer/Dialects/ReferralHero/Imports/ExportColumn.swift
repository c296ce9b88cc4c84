import BeckonModel

/// A column of the vendor's list of subscribers, by the name that its API has for it. Headings are
/// compared by their letters and digits alone: `Referral Code`, `referral_code` and `referralCode`
/// are one.
enum ExportColumn: String, CaseIterable {
  case id, name, email, code, referrer, status, verified, source, device
  case firstName = "first_name"
  case lastName = "last_name"
  case phone = "phone_number"
  case wallet = "crypto_wallet_address"
  case walletProvider = "crypto_wallet_provider"
  case otherID = "other_identifier_value"
  case link = "referral_link"
  case referrerID = "referrer_id"
  case referrerCode = "referrer_code"
  case referrerEmail = "referrer_email"
  case peopleReferred = "people_referred"
  case createdAt = "created_at"
  case extraField = "extra_field"
  case extraField2 = "extra_field_2"
  case extraField3 = "extra_field_3"
  case extraField4 = "extra_field_4"
  case optionField = "option_field"

  /// What the column may be called besides.
  private var others: [String] {
    switch self {
    case .id: ["subscriberid", "subscriber"]
    case .name: ["fullname", "subscribername"]
    case .email: ["emailaddress", "mail"]
    case .code: ["referralcode", "mwr", "sharecode"]
    case .referrer: ["referredby", "advocate"]
    case .status: ["referralstatus", "state"]
    case .verified: ["isverified", "emailverified"]
    case .source: ["signupsource"]
    case .firstName: ["givenname"]
    case .lastName: ["surname", "familyname"]
    case .phone: ["phone", "mobile"]
    case .wallet: ["wallet", "walletaddress", "cryptowallet"]
    case .walletProvider: ["walletprovider"]
    case .otherID: ["otheridentifier", "otherid", "identifier"]
    case .link: ["link", "referralurl", "sharelink", "uniquelink", "universallink"]
    case .referrerID: ["referredbyid", "referrersubscriberid"]
    case .referrerCode: ["referredbycode", "referrerreferralcode", "referredbyreferralcode"]
    case .referrerEmail: ["referredbyemail", "advocateemail", "referreremailaddress"]
    case .peopleReferred: ["referrals", "confirmedreferrals", "numberofreferrals", "referralcount"]
    case .createdAt:
      [
        "date", "created", "signupdate", "signedupat", "registeredat", "registrationdate",
        "joinedat",
      ]
    case .optionField: ["optionfieldvalue", "option"]
    case .device, .extraField, .extraField2, .extraField3, .extraField4: []
    }
  }

  /// The column that a heading means; `nil` for one that is not known.
  init?(heading: String) {
    let letters = Self.letters(heading)
    let found = Self.allCases.first { column in
      Self.letters(column.rawValue) == letters || column.others.contains { $0 == letters }
    }
    guard let found else { return nil }
    self = found
  }

  private static func letters(_ text: String) -> String {
    let bytes = text.utf8.prefix(100).map(\.asciiLowercased)
    return String(decoding: bytes.filter { $0.isLetter || $0.isDigit }, as: UTF8.self)
  }

  /// What the row says in this column, if anything.
  /// - Throws: `FieldError` when it is longer than this many bytes.
  func text(_ row: Fields, max: Int = Limits.identityBytes) throws(FieldError) -> String? {
    try row.string(rawValue, max: max)
  }
}
