import BeckonEngine
import BeckonStore

/// How a server runs. Every field is a flag of `beckon serve` and a variable `BECKON_…`.
public struct ServerConfiguration: Sendable {
  /// Address to listen on.
  public var host = "127.0.0.1"
  /// Port to listen on; 0 picks a free one.
  public var port = 8_080
  /// The URL under which people reach the server, without a slash at its end; `nil` for the address
  /// that it listens on.
  public var publicURL: String?
  /// Proxies whose `X-Forwarded-For` is believed.
  public var trustedProxies: [CIDR] = []
  /// Bounds on how often callers may call.
  public var rates = RateLimits()
  /// Milliseconds after which a request is answered 503.
  public var requestMilliseconds = 15_000
  /// Milliseconds that requests in flight get when the server is told to stop.
  public var drainMilliseconds = 10_000
  /// Threads that wait for sockets, from 1.
  public var eventThreads = 2
  /// Whether webhooks may be sent to loopback, private and link-local addresses.
  public var webhookPrivateNetworks = false
  /// Mail servers that take the apps' mails, in the order in which they are tried; none: no mails.
  public var mailGateways: [MailGateway] = []
  /// Mails that one of them is given in a second by this server.
  public var mailPerSecond = 20
  /// A file of certificates, as PEM, by which they are believed; `nil` for the system's.
  public var mailCertificates: String?
  /// Gateways that take the apps' text messages, in the order in which they are tried; none: no
  /// text messages.
  public var smsGateways: [SMSGatewayAddress] = []
  /// Text messages that one of them is given in a second by this server.
  public var smsPerSecond = 20
  /// Where Apple answers what led to an install, by a token of AdServices.
  public var appleAdsURL = "https://api-adservices.apple.com/api/v1/"
  /// SHA-256 of the root certificates, 32 bytes each, by which the App Store's signatures are
  /// believed.
  public var appStoreRoots: Set<[UInt8]> = [AppStoreVerifier.appleRoot]
  /// Where Google's keys are, by which the tokens of its notifications are verified.
  public var googleKeysURL = "https://www.googleapis.com/oauth2/v3/certs"
  /// Where Google gives service accounts access.
  public var googleTokenURL = "https://oauth2.googleapis.com/token"
  /// Where Google Play answers about purchases.
  public var googlePlayURL = "https://androidpublisher.googleapis.com"
  /// Bytes that all shops may take in memory together.
  public var indexBytes = 2_048 << 20
  /// Bytes that each shop may take in memory for its recommendations.
  public var recommendationBytes = 1_024 << 20
  /// Bytes that each shop may take in memory for its search.
  public var searchBytes = 512 << 20
  /// Version of the program, as it tells it.
  public var version = "0.0.0"

  /// The defaults.
  public init() {}
}
