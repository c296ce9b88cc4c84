import BeckonModel

/// Where a Kannel takes messages, and who we are to it.
public struct KannelAddress: Hashable, Sendable {
  /// Host, and port if one is named.
  public let name: String
  /// The `http` or `https` URL of its `sendsms`.
  public let url: String
  /// Who we are to it (`username` of a group `sendsms-user`).
  public let user: String
  /// The user's password.
  public let password: String

  /// Reads `kannel+https://USER:PASSWORD@HOST:PORT/PATH`; `cgi-bin/sendsms` is the path unless
  /// another is named.
  /// - Throws: `SMSGatewayAddress.Refusal`.
  init(_ address: GatewayURL) throws(SMSGatewayAddress.Refusal) {
    (user, password) = try address.pair()
    name = address.name
    url = address.base + "/" + (address.path.isEmpty ? "cgi-bin/sendsms" : address.path)
  }

  /// Reads one.
  /// - Throws: `SMSGatewayAddress.Refusal`.
  public init(_ text: String) throws(SMSGatewayAddress.Refusal) {
    try self.init(GatewayURL(text))
  }
}

/// Where Infobip takes messages, and who we are to it.
public struct InfobipAddress: Hashable, Sendable {
  /// Host, and port if one is named.
  public let name: String
  /// The URL to which messages are sent (`POST /sms/3/messages`).
  public let url: String
  /// The account's API key, which may send text messages.
  public let key: String

  /// Reads `infobip+https://KEY@HOST`; the host is the account's base URL.
  /// - Throws: `SMSGatewayAddress.Refusal`.
  init(_ address: GatewayURL) throws(SMSGatewayAddress.Refusal) {
    guard address.credentials.count == 1, address.path.isEmpty else {
      throw .init(
        description: "must be infobip+https://KEY@HOST, with the host of the account's base URL")
    }
    name = address.name
    url = address.base + "/sms/3/messages"
    key = address.credentials[0]
  }
}

/// Where Twilio takes messages, and who we are to it.
public struct TwilioAddress: Hashable, Sendable {
  /// Host, and port if one is named.
  public let name: String
  /// The URL to which messages are sent (`POST …/Accounts/{account}/Messages.json`).
  public let url: String
  /// The account's SID, or that of an API key of it.
  public let user: String
  /// The account's auth token, or the key's secret.
  public let password: String
  /// The account's auth token, by which Twilio signs its calls to us; `nil` where an API key is
  /// named in its place.
  public let authToken: String?

  /// Reads `twilio+https://ACCOUNT:TOKEN@api.twilio.com`. With an API key in their place, which can
  /// be revoked by itself, the account stands behind the host:
  /// `twilio+https://KEY:SECRET@api.twilio.com/ACCOUNT`.
  /// - Throws: `SMSGatewayAddress.Refusal`.
  init(_ address: GatewayURL) throws(SMSGatewayAddress.Refusal) {
    (user, password) = try address.pair()
    let account = address.path.isEmpty ? user : address.path
    guard account.utf8.allSatisfy({ $0.isLetter || $0.isDigit }) else {
      throw .init(description: "must end in the account's SID, of letters and digits")
    }
    authToken = account == user ? password : nil
    name = address.name
    url = address.base + "/2010-04-01/Accounts/" + account + "/Messages.json"
  }
}
