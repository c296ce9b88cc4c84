// The vendor's names stay as apps write them, capital letters and underscores too.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BeckonContractSegmentify
import BeckonModel
import BeckonSDK

/// What became of a notification, or of the wish to get some.
public enum NotificationType: String, CaseIterable, Codable, Sendable {
  /// It was shown.
  case VIEW
  /// It was opened.
  case CLICK
  /// The device may be notified.
  case PERMISSION_INFO
  /// The device wants notifications about something.
  case SUBSCRIBE_TOPIC
  /// It wants no more of them.
  case UNSUBSCRIBE_TOPIC
}

/// Whose service takes notifications to the device.
public enum ProviderType: String, CaseIterable, Codable, Sendable {
  /// Apple's.
  case APNS
  /// Google's.
  case FIREBASE
}

/// What the app tells of notifications.
public final class NotificationModel {
  /// Where notifications go.
  public var deviceToken: String?
  /// The campaign.
  public var instanceId: String?
  /// The product that it is about.
  public var interactionId: String?
  /// Never sent: with it anybody could write to all of the app's phones.
  public var firebaseServerKey: String?
  /// What happened; `PERMISSION_INFO` or `CLICK` unless set, as the call has it.
  public var type: NotificationType?
  /// What it is about.
  public var topic: String?
  /// Texts of the app's own.
  public var params: [String: String]?
  /// The visitor; the one that this client knows unless set.
  public var userId: String?
  /// Whose service it is.
  public var providerType: ProviderType?
  /// Mail address. It proves nothing.
  public var email: String?
  /// The app's name of the customer. It proves nothing.
  public var userName: String?
  /// The system's version; found out unless set.
  public var osVersion: String?
  /// The system, `IOS` unless set.
  public var os: String?

  /// Says nothing yet.
  public init() {}

  /// - Parameter isSubscription: whether it is about what the device may be notified of.
  func fact(isSubscription: Bool) -> Fact {
    let type = type ?? (isSubscription ? .PERMISSION_INFO : .CLICK)
    let members = JSON.object([
      "deviceToken": .text(deviceToken), "instanceId": .text(instanceId),
      "interactionId": .text(interactionId), "type": .string(type.rawValue),
      "topic": .text(topic), "params": params.map { JSON(foundation: $0 as [String: Any]) },
      "userId": .text(userId), "providerType": .text(providerType?.rawValue),
      "email": .text(email), "userName": .text(userName), "osVersion": .text(osVersion),
      "os": .string(os ?? "IOS"),
    ])
    return Fact(isSubscription ? .subscription : .notification, members.members ?? [])
  }
}

/// The campaign of the notification that was opened last, for the app's other analytics.
public final class UtmModel {
  /// `segmentify`.
  public var utm_source: String?
  /// `push`.
  public var utm_medium: String?
  /// The campaign.
  public var utm_campaign: String?
  /// The product.
  public var utm_content: String?

  /// Says nothing yet.
  public init() {}
}
