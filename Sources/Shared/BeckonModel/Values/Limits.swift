/// Bounds of everything that comes from outside. Bytes are bytes of UTF-8.
public enum Limits {
  /// A URL.
  public static let urlBytes = 2_048
  /// A URL by which an app was opened, or that a browser asks for: one that says all about itself
  /// holds the URLs of several pages.
  public static let openedURLBytes = 8_192
  /// What a store hands an app about where its install came from; Meta's, encrypted and
  /// percent-encoded, has some 2,000 bytes.
  public static let referrerBytes = 8_192
  /// A name that a person reads: of an app, campaign, rule.
  public static let nameBytes = 200
  /// A mail address to which something is sent (RFC 5321, section 4.5.3.1).
  public static let mailboxBytes = 254
  /// A user id, e-mail address, wallet or other identity.
  public static let identityBytes = 320
  /// A password.
  public static let passwordBytes: ClosedRange<Int> = 8...128
  /// The name of an event, attribute or unit.
  public static let wordBytes = 100
  /// A custom code of a link.
  public static let codeBytes = 100
  /// A client's own id of a fact or install, and an `Idempotency-Key` (as with Stripe, 255).
  public static let clientIDBytes = 255
  /// A short technical text: language, time zone, version, device model.
  public static let signalBytes = 100
  /// A token of Apple's AdServices; Apple's have about 250.
  public static let appleAdsTokenBytes = 2_048
  /// Attributes of a person, all together, as compact JSON.
  public static let attributesBytes = 32_768
  /// Attributes of a person, number of names.
  public static let attributesCount = 200
  /// Properties of an event as compact JSON.
  public static let propertiesBytes = 32_768
  /// Events in one batch.
  public static let batchEvents = 1_000
  /// A request body.
  public static let bodyBytes = 2 * 1_024 * 1_024
  /// Keys of an app to which pages seal what they send.
  public static let webKeys = 20
  /// Rows in a page of a list.
  public static let pageRows = 200
  /// Rules of a campaign.
  public static let campaignRules = 50
  /// Amount of a reward or redemption in the unit's smallest part. Sums of as many as the ledger
  /// can hold in practice stay inside 64 bits.
  public static let amount: ClosedRange<Int64> = 1...1_000_000_000_000
  /// Balance of a person in one unit above which nothing more is paid. Two such balances, when two
  /// people turn out to be one, still fit into 64 bits.
  public static let balanceMax: Int64 = 4_000_000_000_000_000_000
  /// Days a reward is held.
  public static let holdDays: ClosedRange<Double> = 0...3_650
  /// Age of a fact that is still accepted.
  public static let factAgeDays: Int64 = 90
  /// Age of a fact that can still pay a reward.
  public static let payableAgeDays: Int64 = 30
  /// Days for which the id of a fact that pays nothing is remembered.
  public static let factIDDays: Int64 = 400
  /// Hours after joining in which a person's referrer can still be set.
  public static let referrerHours: Int64 = 24
  /// Webhooks of an app.
  public static let webhooks = 20
  /// Choices of what a webhook wants.
  public static let webhookSelectors = 50
  /// Deliveries of a webhook that wait. What comes meanwhile stays in the feed, and follows when
  /// there is room.
  public static let webhookBacklog = 10_000
  /// Days for which a delivery is kept, and for which the feed waits for a webhook.
  public static let webhookDays: Int64 = 30
  /// Requests on their way to one webhook at a time; to one that fails, one.
  public static let webhookInFlight = 4
  /// Requests on their way to all webhooks at a time.
  public static let webhooksInFlight = 256
  /// A webhook's secret.
  public static let webhookSecretBytes: ClosedRange<Int> = 16...255
  /// What is kept of a receiver's answer.
  public static let webhookAnswerBytes = 1_024
  /// Attempts kept in a delivery's log, the last ones.
  public static let webhookLogAttempts = 25
  /// Hours for which a secret that was replaced still signs.
  public static let webhookOldSecretHours: ClosedRange<Int64> = 0...168
  /// The subject of a mail.
  public static let mailSubjectBytes = 400
  /// The text of a mail, and its HTML, each.
  public static let mailTextBytes = 65_536
  /// Messages to one recipient in an hour, of one app.
  public static let messagesPerRecipientHour: Int64 = 5
  /// Messages of one app in 24 hours that it may allow itself.
  public static let messagesPerDay: ClosedRange<Int64> = 0...10_000_000
  /// What a text message says, with its placeholders.
  public static let templateBytes = 2_000
  /// A placeholder in it.
  public static let placeholderBytes = 50
  /// A word that takes the place of one.
  public static let templateWordBytes = 200
  /// A phone number as somebody wrote it.
  public static let phoneTextBytes = 250
  /// People who are invited with one call.
  public static let inviteRecipients = 50
  /// Parts in which a text message goes out that an app's server has written.
  public static let textParts = 10
  /// The same of one that was written with an app's publishable key.
  public static let clientTextParts = 2
  /// Texts of one install of an app.
  public static let textsOfInstall = 10
  /// Texts of an app that clients have written which show no token.
  public static let openTexts = 1_000
  /// Another id of a text, such as one that apps have had compiled into them.
  public static let textAliasBytes = 100
  /// Days for which a text of an install is kept that nobody uses.
  public static let installTextDays: Int64 = 400
  /// Texts of an app, beside those of installs.
  public static let textsOfApp = 200
  /// Senders that an app may name.
  public static let textSenders = 20
  /// Numbers of a team that tries an app out.
  public static let trialNumbers = 100
  /// Countries to which an app sends text messages.
  public static let countries = 250
  /// Invitations by text message of one app in a day that it may allow itself.
  public static let invitesPerDay: ClosedRange<Int64> = 0...1_000_000
  /// Hours for which nobody invites a number again that was invited, where that is allowed at all.
  public static let inviteAgainHours: Int64 = 24
  /// Days for which it is known how invitations to numbers that begin alike were followed.
  public static let inviteDays: Int64 = 90
  /// Text messages that a gateway tells of with one call; more are left out.
  public static let inboundTexts = 1_000
  /// Bytes that are read of what comes with a gateway's call: Infobip tells of a hundred messages
  /// at once.
  public static let gatewayCallBytes = 200_000
  /// Bytes that are read of a text message which somebody sends to us.
  public static let replyBytes = 1_000
  /// Mails on their way to one gateway at a time, from one server.
  public static let mailsInFlight = 8
  /// Text messages on their way to one gateway at a time, from one server. If it dies, of so many
  /// nobody knows whether they were sent.
  public static let textsInFlight = 32
  /// Days for which a message that was sent or given up is kept.
  public static let messageDays: Int64 = 30
  /// Facts for which rules wait that are kept of a member whose mail address is not shown to be
  /// theirs, in one campaign.
  public static let waitingFactsOfMember: Int64 = 200
  /// Days for which those are kept.
  public static let waitingFactDays: Int64 = 90
  /// Bytes that are read of a gateway's answer by HTTP.
  public static let gatewayReplyBytes = 16_384
  /// What is kept of a gateway's answer.
  public static let gatewayAnswerBytes = 500
  /// The address of a gateway, as the operator writes it, with user and password.
  public static let gatewayBytes = 2_048
  /// Gateways of a server.
  public static let gateways = 10
  /// Messages that a gateway is given in a second, by one server.
  public static let gatewayPerSecond: ClosedRange<Int> = 1...10_000
}
