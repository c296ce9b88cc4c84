// The vendor's methods keep the names by which Objective-C knows them.

extension InfobipSocialInvite {
  /// The key that requests show; `nil` before it is set.
  public static func secretKey() -> String? { settings[text: .secretKey] }

  /// Sets the key that requests show: the key `pk_…`, or one that the server knows as such. Every
  /// app holds it, so it is none of a server.
  public static func setSecretKey(_ secretKey: String?) { settings[text: .secretKey] = secretKey }

  /// The key that names the app in paths; `nil` when the secret key does.
  public static func applicationKey() -> String? { settings[text: .applicationKey] }

  /// Sets the key that names the app in paths.
  public static func setApplicationKey(_ applicationKey: String?) {
    settings[text: .applicationKey] = applicationKey
  }

  /// The id of the message that is sent when no other is named.
  public static func defaultMessageId() -> String? { settings[text: .defaultMessageId] }

  /// Sets the id of the message that is sent when no other is named.
  public static func setDefaultMessageId(_ defaultMessageId: String?) {
    settings[text: .defaultMessageId] = defaultMessageId
  }

  /// What the default message says, as the app or the server has told it.
  public static func defaultMessageText() -> String? { settings[text: .defaultMessageText] }

  /// Sets what the default message says, for what the app shows; the server sends what it has.
  public static func setDefaultMessageText(_ defaultMessageText: String?) {
    settings[text: .defaultMessageText] = defaultMessageText
  }

  /// The default message with the user's words, for what the app shows.
  public static func defaultMessageWithCustomText() -> String? {
    settings[text: .defaultMessageWithCustomText]
  }

  /// Sets the default message with the user's words.
  public static func setDefaultMessageWithCustomText(_ defaultMessageWithCustomText: String?) {
    settings[text: .defaultMessageWithCustomText] = defaultMessageWithCustomText
  }

  /// The id of the user's own message.
  public static func customMessageId() -> String? { settings[text: .customMessageId] }

  /// Sets the id of the user's own message.
  public static func setCustomMessageId(_ customMessageId: String?) {
    settings[text: .customMessageId] = customMessageId
  }

  /// What the user has written; it takes the place of `CUSTOM_TEXT`.
  public static func customMessageText() -> String? { settings[text: .customMessageText] }

  /// Sets what the user has written.
  public static func setCustomMessageText(_ customMessageText: String?) {
    settings[text: .customMessageText] = customMessageText
  }

  /// The user's own number; it takes the place of `END_USER_MSISDN`.
  public static func endUserMsisdn() -> String? { settings[text: .endUserMsisdn] }

  /// Sets the user's own number.
  public static func setEndUserMsisdn(_ endUserMsisdn: String?) {
    settings[text: .endUserMsisdn] = endUserMsisdn
  }

  /// The user's own name; it takes the place of `END_USER_USERNAME`.
  public static func endUserUsername() -> String? { settings[text: .endUserUsername] }

  /// Sets the user's own name.
  public static func setEndUserUsername(_ endUserUsername: String?) {
    settings[text: .endUserUsername] = endUserUsername
  }

  /// What in messages that are made here gives way to words.
  public static func clientPlaceholder() -> String? { settings[text: .clientPlaceholder] }

  /// Sets what in messages that are made here gives way to words.
  public static func setClientPlaceholder(_ clientPlaceholder: String?) {
    settings[text: .clientPlaceholder] = clientPlaceholder
  }

  /// Who messages are from: a number of up to 16 digits, or a name of up to 11 letters. `nil` for
  /// the app's default.
  public static func senderId() -> String? { settings[text: .senderId] }

  /// Sets who messages are from. A number or name that the app does not list gives way to the app's
  /// default, and one that is too long is refused when something is sent.
  public static func setSenderId(_ senderId: String?) { settings[text: .senderId] = senderId }

  /// Words for a message's placeholders, in order: those of `IBSIMessagePlaceholders` are filled
  /// in, all others sent as they are.
  public static func clientListForPlaceholders() -> [String] {
    settings[words: .clientListForPlaceholders]
  }

  /// Sets words for a message's placeholders.
  public static func setClientListForPlaceholders(_ clientListForPlaceholders: [String]) {
    settings[words: .clientListForPlaceholders] = clientListForPlaceholders
  }

  /// Whether somebody may be invited more than once; `false` unless set.
  public static func socialInviteResending() -> Bool { settings.resends }

  /// Sets whether somebody may be invited more than once. The server asks the app's own settings
  /// too, and counts invitations of all its users.
  public static func setSocialInviteResending(_ resend: Bool) {
    settings[isOn: .resend] = resend
  }

  /// Whether users may write messages of their own; `false` unless set. It is for what the app
  /// shows: the library does not ask it.
  public static func messageEditing() -> Bool { settings[isOn: .messageEdit] ?? false }

  /// Sets whether users may write messages of their own.
  public static func setMessageEditing(_ edit: Bool) { settings[isOn: .messageEdit] = edit }

  /// Whether it is asked what became of invitations; `true` unless set.
  public static func deliveryReportEnable() -> Bool { settings.reports }

  /// Sets whether it is asked what became of invitations.
  public static func setDeliveryReportEnable(_ enable: Bool) {
    settings[isOn: .deliveryReportEnable] = enable
  }

  private static var settings: InviteSettings { SocialInviteSession.shared.settings }
}
