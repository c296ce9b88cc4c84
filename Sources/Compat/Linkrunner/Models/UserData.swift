import BeckonBasics
import BeckonModel

/// What the app tells of a person.
public struct UserData: Sendable {
  /// The app's own id of the person.
  public let id: String
  /// Name.
  public let name: String?
  /// Phone number.
  public let phone: String?
  /// E-mail address.
  public let email: String?
  /// Whether the person is new to the app.
  public let isFirstTimeUser: Bool?
  /// When the person joined, as text.
  public let userCreatedAt: String?
  /// The person's id in Mixpanel.
  public let mixPanelDistinctId: String?
  /// The device's id in Amplitude.
  public let amplitudeDeviceId: String?
  /// The person's id in PostHog.
  public let posthogDistinctId: String?
  /// The device's id in Braze.
  public let brazeDeviceId: String?
  /// The app instance's id in Google Analytics.
  public let gaAppInstanceId: String?
  /// The session's id in Google Analytics.
  public let gaSessionId: String?
  /// The device's id in Netcore.
  public let netcoreDeviceGuid: String?

  /// Makes the data; only `id` is needed.
  public init(
    id: String, name: String? = nil, phone: String? = nil, email: String? = nil,
    isFirstTimeUser: Bool? = nil, userCreatedAt: String? = nil, mixPanelDistinctId: String? = nil,
    amplitudeDeviceId: String? = nil, posthogDistinctId: String? = nil,
    brazeDeviceId: String? = nil, gaAppInstanceId: String? = nil, gaSessionId: String? = nil,
    netcoreDeviceGuid: String? = nil
  ) {
    self.id = id
    self.name = name
    self.phone = phone
    self.email = email
    self.isFirstTimeUser = isFirstTimeUser
    self.userCreatedAt = userCreatedAt
    self.mixPanelDistinctId = mixPanelDistinctId
    self.amplitudeDeviceId = amplitudeDeviceId
    self.posthogDistinctId = posthogDistinctId
    self.brazeDeviceId = brazeDeviceId
    self.gaAppInstanceId = gaAppInstanceId
    self.gaSessionId = gaSessionId
    self.netcoreDeviceGuid = netcoreDeviceGuid
  }

  /// The value of `user_data`.
  /// - Parameter isHashing: whether name, phone and mail go as their SHA-256.
  func json(isHashing: Bool) -> JSON {
    func personal(_ text: String?) -> JSON? {
      text.map { .string(isHashing ? Hash.sha256Text($0) : $0) }
    }
    return .object([
      "id": .string(id), "name": personal(name), "phone": personal(phone),
      "email": personal(email), "is_first_time_user": isFirstTimeUser.map(JSON.bool),
      "user_created_at": userCreatedAt.map(JSON.string),
      "mixpanel_distinct_id": mixPanelDistinctId.map(JSON.string),
      "amplitude_device_id": amplitudeDeviceId.map(JSON.string),
      "posthog_distinct_id": posthogDistinctId.map(JSON.string),
      "braze_device_id": brazeDeviceId.map(JSON.string),
      "ga_app_instance_id": gaAppInstanceId.map(JSON.string),
      "ga_session_id": gaSessionId.map(JSON.string),
      "netcore_device_guid": netcoreDeviceGuid.map(JSON.string),
    ])
  }
}

extension Hash {
  /// SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits.
  static func sha256Text(_ text: String) -> String {
    let digits = Array("0123456789abcdef")
    return String(
      sha256(Array(text.utf8)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
