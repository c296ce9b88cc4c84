// The vendor's names stay as apps write them, underscores too.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BeckonModel

/// What an app says of somebody who joins a campaign only if they were referred.
public struct RHReferral: Hashable, Sendable {
  /// The mail address.
  public var email: String
  /// What they are called.
  public var name: String
  /// Who referred them: a code, a link, or a member's mail address.
  public var referrer: String?
  /// The page on which it happened.
  public var hosting_url: String?
  /// The host of the member's link.
  public var domain: String?
  /// `custom_event_pending`.
  public var status: String?
  /// What the app says of the device; without it, what the SDK finds out.
  var described = DescribedDevice()

  /// As the vendor's SDK has it.
  public init(
    email: String, name: String = "", referrer: String? = nil, hosting_url: String? = nil
  ) {
    self.email = email
    self.name = name
    self.referrer = referrer
    self.hosting_url = hosting_url
  }

  /// The same with the host of the member's link.
  public init(
    email: String, domain: String, name: String = "", referrer: String? = nil,
    hosting_url: String? = nil, status: String? = nil
  ) {
    self.init(email: email, name: name, referrer: referrer, hosting_url: hosting_url)
    self.domain = domain
    self.status = status
  }

  /// As the vendor's guide has it.
  public init(
    email: String, domain: String? = nil, name: String = "", referrer: String? = nil,
    IPAddress: String, device: String, screen_size: String, os_type: String,
    status: String? = nil
  ) {
    self.init(email: email, name: name, referrer: referrer)
    self.domain = domain
    self.status = status
    described = DescribedDevice(IPAddress, device, screen_size, os_type)
  }

  var members: [JSON.Member] {
    JSON.texts([
      ("email", email), ("name", name), ("referrer", referrer), ("hosting_url", hosting_url),
      ("domain", domain), ("status", status),
    ]) + described.members
  }
}

/// What an app says of somebody who has reached the second conversion event.
public struct RHTrackReferral: Hashable, Sendable {
  /// The mail address.
  public var email: String
  /// What they are called.
  public var name: String
  /// Who referred them, if they are no member yet.
  public var referrer: String?
  /// The id of the transaction, which counts once.
  public var transaction_id: String?
  /// What the conversion is worth, such as `19.90`, in the currency of the app.
  public var conversion_value: String?
  /// What kind of conversion it is.
  public var conversion_category: String?
  var described = DescribedDevice()

  /// As the vendor's SDK has it; with more that its API knows.
  public init(
    email: String, name: String = "", referrer: String? = nil, transaction_id: String? = nil,
    conversion_value: String? = nil, conversion_category: String? = nil
  ) {
    self.email = email
    self.name = name
    self.referrer = referrer
    self.transaction_id = transaction_id
    self.conversion_value = conversion_value
    self.conversion_category = conversion_category
  }

  /// As the vendor's guide has it.
  public init(
    email: String, name: String = "", referrer: String? = nil, IPAddress: String, device: String,
    screen_size: String, os_type: String
  ) {
    self.init(email: email, name: name, referrer: referrer)
    described = DescribedDevice(IPAddress, device, screen_size, os_type)
  }

  var members: [JSON.Member] {
    JSON.texts([
      ("email", email), ("name", name), ("referrer", referrer),
      ("transaction_id", transaction_id), ("conversion_value", conversion_value),
      ("conversion_category", conversion_category),
    ]) + described.members
  }
}

/// What an app says of anybody who has reached the second conversion event.
public struct RHOrganicReferral: Hashable, Sendable {
  /// The mail address.
  public var email: String
  /// What they are called.
  public var name: String
  /// Who referred them, if they are no member yet.
  public var referrer: String?
  /// The page on which it happened.
  public var hosting_url: String?

  /// As the vendor's SDK has it.
  public init(
    email: String, name: String, referrer: String? = nil, hosting_url: String? = nil
  ) {
    self.email = email
    self.name = name
    self.referrer = referrer
    self.hosting_url = hosting_url
  }

  var members: [JSON.Member] {
    JSON.texts([
      ("email", email), ("name", name), ("referrer", referrer), ("hosting_url", hosting_url),
    ])
  }
}

/// The device as an app describes it.
struct DescribedDevice: Hashable, Sendable {
  var address = ""
  var device = ""
  var screen = ""
  var system = ""

  init() {}

  init(_ address: String, _ device: String, _ screen: String, _ system: String) {
    self.address = address
    self.device = device
    self.screen = screen
    self.system = system
  }

  var members: [JSON.Member] {
    JSON.texts([
      ("ip_address", address), ("device", device), ("screen_size", screen), ("os_type", system),
    ])
  }
}
