extension Mistake {
  private static func inviting(
    _ title: String, _ method: String, _ path: String, _ body: String = "",
    as key: TestApp.Key = .none, headers: [(String, String)] = [("Authorization", "App {pk}")]
  ) -> Mistake {
    Mistake(
      title, method, path, body, as: key, headers: headers,
      help: "requestError.serviceException.text")
  }

  private static let invitation = #"""
    {"messageKey": "D1", "recipients": {"destinations": [{"address": "4915112345678"}]}}
    """#

  /// What those do who move here with Infobip's Social Invites.
  static let socialInvites = [
    inviting(
      "Social Invites: the key stands behind `Bearer`", "POST", InviteClient.invitation, invitation,
      as: .publishable, headers: []),
    inviting(
      "Social Invites: a client that is not changed invites before the app allows it", "POST",
      InviteClient.invitation, invitation),
    inviting(
      "Social Invites: the message's id is not registered", "GET",
      "/1/social-invite/application/{pk}/message/D1"),
    inviting(
      "Social Invites: the application's key is not registered", "GET",
      "/1/social-invite/application/APPKEY/message/D1"),
    Mistake(
      "Social Invites: the setting is no object", "PATCH", "/v1/app", #"{"social_invites": true}"#),
  ]
}
