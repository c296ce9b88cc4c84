import BeckonContract
import BeckonContractLinkrunner
import BeckonModel

/// Puts the bodies of the calls together: the vendor's fields, and three of Beckon's own, by which
/// what is delivered late or twice still counts right: `event_id` and `payment_id` always, and
/// `timestamp`, milliseconds since 1970 by the device's clock.
struct LinkrunnerCall: Sendable, Hashable {
  /// Where it goes.
  let path: Linkrunner.Path
  /// What it says.
  let body: JSON

  /// What stands in all bodies, but for the token: that is put in when they are sent.
  struct Sender: Sendable {
    let installID: String
    let isDebugging: Bool
    /// `device_data`.
    let device: JSON
    let secondsSinceInstall: Double
    let now: Instant
  }

  private init(_ path: Linkrunner.Path, _ sender: Sender, _ members: KeyValuePairs<String, JSON?>) {
    self.path = path
    let head: [JSON.Member] = [
      JSON.Member("platform", .string(Linkrunner.platformIOS)),
      JSON.Member("install_instance_id", .string(sender.installID)),
    ]
    body = .object(head + (JSON.object(members).members ?? []))
  }

  /// A body with the token that the app has now, in place of one that it had when the call was
  /// made.
  static func body(_ body: JSON, token: String) -> JSON {
    let others = (body.members ?? []).filter { $0.name != "token" }
    return .object([JSON.Member("token", .string(token))] + others)
  }

  static func initialize(
    _ sender: Sender, package: String, appVersion: String, source: String?, link: String?
  ) -> LinkrunnerCall {
    LinkrunnerCall(
      .initialize, sender,
      [
        "package_version": .string(package), "app_version": .string(appVersion),
        "device_data": sender.device, "source": source.map(JSON.string),
        "debug": .bool(sender.isDebugging), "link": link.map(JSON.string),
      ])
  }

  static func attributionData(_ sender: Sender) -> LinkrunnerCall {
    LinkrunnerCall(
      .attributionData, sender,
      ["device_data": sender.device, "debug": .bool(sender.isDebugging)])
  }

  static func trigger(_ sender: Sender, userData: JSON, additional: JSON) -> LinkrunnerCall {
    let data = (additional.members ?? []).filter { $0.name != "device_data" }
    return LinkrunnerCall(
      .trigger, sender,
      [
        "user_data": userData,
        "data": .object(data + [JSON.Member("device_data", sender.device)]),
        "time_since_app_install": sender.sinceInstall, "timestamp": sender.timestamp,
      ])
  }

  static func setUserData(_ sender: Sender, userData: JSON) -> LinkrunnerCall {
    LinkrunnerCall(
      .setUserData, sender,
      [
        "user_data": userData, "device_data": sender.device, "timestamp": sender.timestamp,
      ])
  }

  static func customerUserID(_ sender: Sender, userID: String) -> LinkrunnerCall {
    LinkrunnerCall(
      .customerUserID, sender, ["user_id": .string(userID), "timestamp": sender.timestamp])
  }

  static func event(
    _ sender: Sender, name: String, data: JSON?, id: String, userID: String?
  ) -> LinkrunnerCall {
    LinkrunnerCall(
      .captureEvent, sender,
      [
        "event_name": .string(name), "event_data": data, "event_id": .string(id),
        "user_id": userID.map(JSON.string), "device_data": sender.device,
        "time_since_app_install": sender.sinceInstall, "timestamp": sender.timestamp,
      ])
  }

  static func removePayment(
    _ sender: Sender, userID: String, paymentID: String?
  ) -> LinkrunnerCall {
    LinkrunnerCall(
      .removePayment, sender,
      [
        "user_id": .string(userID), "payment_id": paymentID.map(JSON.string),
        "data": ["device_data": sender.device], "timestamp": sender.timestamp,
      ])
  }

  static func pushToken(_ sender: Sender, _ pushToken: String) -> LinkrunnerCall {
    LinkrunnerCall(
      .updatePushToken, sender,
      ["push_token": .string(pushToken), "timestamp": sender.timestamp])
  }

  static func integrations(_ sender: Sender, clevertapID: String) -> LinkrunnerCall {
    LinkrunnerCall(
      .integrations, sender,
      [
        "integration_info": ["clevertap_id": .string(clevertapID)],
        "timestamp": sender.timestamp,
      ])
  }

  static func deepLink(_ sender: Sender, url: String) -> LinkrunnerCall {
    LinkrunnerCall(
      .handleDeepLink, sender,
      [
        "deeplink_url": .string(url), "device_data": sender.device,
        "timestamp": sender.timestamp,
      ])
  }
}

extension LinkrunnerCall {
  /// A payment as the app hands it over.
  struct Payment: Sendable {
    let amount: Double
    let userID: String
    let id: String
    let type: String
    let status: String
    let data: JSON?

    /// - Throws: `LinkrunnerError.invalidParameters` for an amount that is no number of at least 0.
    init(
      amount: Double, userID: String, id: String, type: String, status: String, data: JSON?
    ) throws(LinkrunnerError) {
      guard amount.isFinite, amount >= 0 else {
        throw .invalidParameters("The amount must be a number of at least 0, and is \(amount).")
      }
      self.amount = amount
      self.userID = userID
      self.id = id
      self.type = type
      self.status = status
      self.data = data
    }
  }

  static func payment(_ sender: Sender, _ payment: Payment) -> LinkrunnerCall {
    LinkrunnerCall(
      .capturePayment, sender,
      [
        "amount": .number("\(payment.amount)"), "user_id": .string(payment.userID),
        "payment_id": .string(payment.id), "type": .string(payment.type),
        "status": .string(payment.status), "event_data": payment.data,
        "time_since_app_install": sender.sinceInstall,
        "data": ["device_data": sender.device], "timestamp": sender.timestamp,
      ])
  }
}

extension LinkrunnerCall.Sender {
  fileprivate var sinceInstall: JSON { .number("\(secondsSinceInstall)") }
  fileprivate var timestamp: JSON { .integer(now.milliseconds) }
}
