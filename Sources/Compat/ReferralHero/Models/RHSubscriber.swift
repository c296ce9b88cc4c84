// The vendor's names stay as apps write them, underscores too.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BeckonModel

/// What an app says of somebody who joins a campaign, or is changed. Everything is text, as the
/// vendor's SDK has it; what is `nil` is not sent.
public struct RHSubscriber: Hashable, Sendable {
  /// The mail address.
  public var email: String
  /// The host of the member's link, such as `www.example.com`: that of the campaign.
  public var domain: String
  /// What the member is called.
  public var name: String
  /// The phone number.
  public var phone_number: String?
  /// The device's address; the server sees it by itself.
  public var ip_address: String?
  /// The device's system.
  public var os_type: String?
  /// The device's screen.
  public var screen_size: String?
  /// A further field.
  public var extra_field: String?
  /// A further field.
  public var extra_field2: String?
  /// `custom_event_pending`: the referral waits for its conversion event.
  public var status: String?
  /// Who referred them: a code, a link, or a member's mail address.
  public var referrer: String?
  /// Points of a contest; not counted from an app.
  public var points: String?
  /// `false`: no mail that asks to confirm the address.
  public var double_optin: String?
  /// Where they came from.
  public var source: String?
  /// The device's model.
  public var device: String?
  /// What the conversion is worth, such as `19.90`, in the currency of the app.
  public var conversion_value: String?
  /// What kind of conversion it is.
  public var conversion_category: String?
  /// The id of the transaction, which counts once.
  public var transaction_id: String?
  /// The address of a wallet.
  public var crypto_wallet_address: String?
  /// The wallet's provider.
  public var crypto_wallet_provider: String?
  /// A further field with given options.
  public var option_field_value: String?
  /// Another id of the member, for campaigns that know them by it.
  public var other_identifier_value: String?
  /// What the member has spent before.
  public var lifetime_spend: String?
  /// The page on which they joined.
  public var subscribe_page_url: String?
  /// The page on which they came.
  public var landing_page_url: String?
  /// Whether they were added by hand.
  public var is_quick_add_referral: String?
  /// Another service's id of the visitor.
  public var visitor_id: String?
  /// The page on which it happened.
  public var hosting_url: String?

  /// As the vendor's SDK has it; with more that its API knows.
  public init(
    email: String, domain: String, name: String = "", phone_number: String? = nil,
    ip_address: String? = nil, os_type: String? = nil, screen_size: String? = nil,
    extra_field: String? = nil, extra_field2: String? = nil, status: String? = nil,
    referrer: String? = nil, points: String? = nil, double_optin: String? = nil,
    source: String? = nil, device: String? = nil, conversion_value: String? = nil,
    conversion_category: String? = nil, transaction_id: String? = nil,
    crypto_wallet_address: String? = nil, crypto_wallet_provider: String? = nil,
    option_field_value: String? = nil, other_identifier_value: String? = nil,
    lifetime_spend: String? = nil, subscribe_page_url: String? = nil,
    landing_page_url: String? = nil, is_quick_add_referral: String? = nil,
    visitor_id: String? = nil, hosting_url: String? = nil
  ) {
    self.email = email
    self.domain = domain
    self.name = name
    self.phone_number = phone_number
    self.ip_address = ip_address
    self.os_type = os_type
    self.screen_size = screen_size
    self.extra_field = extra_field
    self.extra_field2 = extra_field2
    self.status = status
    self.referrer = referrer
    self.points = points
    self.double_optin = double_optin
    self.source = source
    self.device = device
    self.conversion_value = conversion_value
    self.conversion_category = conversion_category
    self.transaction_id = transaction_id
    self.crypto_wallet_address = crypto_wallet_address
    self.crypto_wallet_provider = crypto_wallet_provider
    self.option_field_value = option_field_value
    self.other_identifier_value = other_identifier_value
    self.lifetime_spend = lifetime_spend
    self.subscribe_page_url = subscribe_page_url
    self.landing_page_url = landing_page_url
    self.is_quick_add_referral = is_quick_add_referral
    self.visitor_id = visitor_id
    self.hosting_url = hosting_url
  }

  /// As the vendor's guide has it.
  public init(
    email: String, domain: String, name: String = "", referrer: String? = nil, IPAddress: String,
    device: String, screen_size: String, os_type: String, status: String? = nil
  ) {
    self.init(
      email: email, domain: domain, name: name, ip_address: IPAddress, os_type: os_type,
      screen_size: screen_size, status: status, referrer: referrer, device: device)
  }

  var members: [JSON.Member] {
    JSON.texts([
      ("email", email), ("domain", domain), ("name", name), ("phone_number", phone_number),
      ("extra_field", extra_field), ("extra_field2", extra_field2), ("status", status),
      ("referrer", referrer), ("points", points), ("double_optin", double_optin),
      ("source", source), ("conversion_value", conversion_value),
      ("conversion_category", conversion_category), ("transaction_id", transaction_id),
      ("crypto_wallet_address", crypto_wallet_address),
      ("crypto_wallet_provider", crypto_wallet_provider),
      ("option_field_value", option_field_value),
      ("other_identifier_value", other_identifier_value), ("lifetime_spend", lifetime_spend),
      ("subscribe_page_url", subscribe_page_url), ("landing_page_url", landing_page_url),
      ("is_quick_add_referral", is_quick_add_referral), ("visitor_id", visitor_id),
      ("hosting_url", hosting_url), ("ip_address", ip_address), ("os_type", os_type),
      ("screen_size", screen_size), ("device", device),
    ])
  }
}

extension JSON {
  /// Members of the texts that are there and not empty.
  static func texts(_ values: [(String, String?)]) -> [JSON.Member] {
    values.compactMap { name, text in
      text.flatMap { $0.isEmpty ? nil : JSON.Member(name, .string($0)) }
    }
  }
}
