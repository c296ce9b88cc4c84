import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonServer
import BeckonStore
import Foundation

/// `beckon serve`.
enum ServeCommand {
  static let options = [
    Options.Declared("listen", "HOST:PORT", "address (default 127.0.0.1:8080); port 0 picks one"),
    DatabaseAddress.option,
    Options.Declared(
      "public-url", "URL", "how people reach the server (default: where it listens)"),
    Options.Declared("trusted-proxy", "CIDR,…", "whose X-Forwarded-For is believed (default none)"),
    Options.Declared(
      "adservices-url", "URL", "where Apple answers about AdServices tokens (default Apple's)"),
    Options.Declared(
      "app-store-root", "SHA256,…", "roots that count besides Apple's, for tests (default none)"),
    Options.Declared("google-keys-url", "URL", "where Google's keys are (default Google's)"),
    Options.Declared(
      "google-token-url", "URL", "where Google gives accounts access (default Google's)"),
    Options.Declared(
      "google-play-url", "URL", "where Google answers about purchases (default Google's)"),
    Options.Declared(
      "mail-gateway", "URL,…", "mail servers: smtp://USER:PASSWORD@HOST:PORT (default none)"),
    Options.Declared("mail-per-second", "N", "mails a second and gateway (default 20)"),
    Options.Declared(
      "mail-certificates", "FILE", "by which they are believed (default the system's)"),
    Options.Declared(
      "sms-gateway", "URL,…", "gateways of text messages: log:, kannel+https://… (default none)"),
    Options.Declared("sms-per-second", "N", "text messages a second and gateway (default 20)"),
    Options.Declared("log-level", "LEVEL", "debug, info, warning or error (default info)"),
    Options.Declared("request-milliseconds", "N", "deadline of a request (default 15000)"),
    Options.Declared("event-threads", "N", "threads that wait for sockets (default 2)"),
    Options.Declared("rate-limit-address", "N", "guarded calls a minute and address (default 600)"),
    Options.Declared("rate-limit-key", "N", "guarded calls a minute and key (default 60000)"),
    Options.Declared("rate-limit-install", "N", "calls a minute and install (default 1500)"),
    Options.Declared(
      "rate-limit-bytes", "N", "bytes of bodies a minute and address (default 33554432)"),
    Options.Declared(
      "recommendation-megabytes", "N", "memory for the recommendations of a shop (default 1024)"),
    Options.Declared(
      "search-megabytes", "N", "memory for the search of a shop (default 512)"),
    Options.Declared(
      "webhook-private-networks", nil, "webhooks may go to loopback and private addresses"),
  ]

  static let command = Command(
    name: "serve", summary: "run the server", usage: "Usage: beckon serve [OPTIONS]",
    options: options, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    StopSignal.ignoreWhatIsAnErrorToo()
    let configuration = try configuration(options)
    raiseDescriptorLimit()
    let logger = try logger(options)
    let address = try DatabaseAddress(options["database"])
    let (database, lock) = try await address.openForServing()
    defer { withExtendedLifetime(lock) {} }
    let outdated = Locked<DatabaseError?>(nil)
    let server: GrowthServer
    do {
      server = try GrowthServer(
        configuration, database: database, ambient: .system, logger: logger,
        outdated: { error in
          outdated.withLock { $0 = error }
          kill(getpid(), SIGTERM)
        })
    } catch {
      await database.close()
      throw error
    }
    await tellFirstLink(server, database, logger)
    // Before anybody is told that it is ready: a supervisor may stop it in the next moment.
    let stop = StopSignal()
    let ready: JSON = [
      "event": "ready", "url": .string(server.url), "database": .string(address.kind),
      "version": .string(Program.version),
    ]
    Terminal.line(ready.text)
    await stop.wait()
    logger.log(.info, "stopping")
    await server.stop()
    if let error = outdated.withLock({ $0 }) { throw error }
    return 0
  }

  /// Tells how to sign in to the dashboard, until somebody has. On standard error and not in the
  /// log: the link is a secret.
  private static func tellFirstLink(
    _ server: GrowthServer, _ database: any Database, _ logger: Logger
  ) async {
    do {
      let link = try await DashboardLink.first(
        database, publicURL: server.url, command: "beckon serve", ambient: .system)
      if let link { Terminal.error("Dashboard: sign in, once and within a day, by \(link)") }
    } catch {
      logger.log(
        .warning, "no link to the dashboard could be made",
        [JSON.Member("error", .string("\(error)"))])
    }
  }

  /// Each connection takes a file descriptor, and many systems allow 1,024 unless asked.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
  }

  static func logger(_ options: Options) throws -> Logger {
    guard let level = LogLevel(name: options["log-level"] ?? "info") else {
      throw UsageError(
        "--log-level must be debug, info, warning or error", "beckon serve --log-level info")
    }
    return Logger(level: level, now: Ambient.system.now, write: { Terminal.error($0) })
  }

  private static func configuration(_ options: Options) throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.version = Program.version
    if let listen = options["listen"] {
      (configuration.host, configuration.port) = try address(listen)
    }
    configuration.publicURL = try options["public-url"].map(publicURL)
    configuration.trustedProxies = try proxies(options["trusted-proxy"] ?? "")
    configuration.requestMilliseconds =
      try options.number("request-milliseconds", in: 100...600_000)
      ?? configuration.requestMilliseconds
    configuration.appleAdsURL = try webAddress(
      options, "adservices-url", or: configuration.appleAdsURL)
    configuration.googleKeysURL = try webAddress(
      options, "google-keys-url", or: configuration.googleKeysURL)
    configuration.googleTokenURL = try webAddress(
      options, "google-token-url", or: configuration.googleTokenURL)
    configuration.googlePlayURL = try webAddress(
      options, "google-play-url", or: configuration.googlePlayURL)
    try setMail(options, &configuration)
    try setTexts(options, &configuration)
    configuration.appStoreRoots.formUnion(try roots(options["app-store-root"] ?? ""))
    configuration.eventThreads =
      try options.number("event-threads", in: 1...64) ?? configuration.eventThreads
    configuration.recommendationBytes =
      try options.number("recommendation-megabytes", in: 1...1_048_576).map { $0 << 20 }
      ?? configuration.recommendationBytes
    configuration.searchBytes =
      try options.number("search-megabytes", in: 1...1_048_576).map { $0 << 20 }
      ?? configuration.searchBytes
    configuration.webhookPrivateNetworks = options.has("webhook-private-networks")
    configuration.rates.guardedPerAddress =
      try options.number("rate-limit-address", in: 1...1_000_000_000)
      ?? configuration.rates.guardedPerAddress
    configuration.rates.guardedPerKey =
      try options.number("rate-limit-key", in: 1...1_000_000_000)
      ?? configuration.rates.guardedPerKey
    configuration.rates.perInstall =
      try options.number("rate-limit-install", in: 1...1_000_000_000)
      ?? configuration.rates.perInstall
    configuration.rates.bytesPerAddress =
      try options.number("rate-limit-bytes", in: 1...1_000_000_000)
      ?? configuration.rates.bytesPerAddress
    return configuration
  }

  private static func setMail(
    _ options: Options, _ configuration: inout ServerConfiguration
  ) throws {
    configuration.mailGateways = try gateways(
      "mail-gateway", options, MailGateway.list,
      "BECKON_MAIL_GATEWAY=smtp://USER:PASSWORD@mail.example.com:587 beckon serve")
    configuration.mailPerSecond =
      try options.number("mail-per-second", in: Limits.gatewayPerSecond)
      ?? configuration.mailPerSecond
    if let file = options["mail-certificates"] {
      guard FileManager.default.isReadableFile(atPath: file) else {
        throw UsageError(
          "--mail-certificates: there is no file '\(file)' that can be read",
          "--mail-certificates /etc/ssl/certs/ca-certificates.crt")
      }
      configuration.mailCertificates = file
    }
  }

  private static func setTexts(
    _ options: Options, _ configuration: inout ServerConfiguration
  ) throws {
    configuration.smsGateways = try gateways(
      "sms-gateway", options, SMSGatewayAddress.list,
      "BECKON_SMS_GATEWAY=kannel+https://USER:PASSWORD@sms.example.com:13013 beckon serve")
    configuration.smsPerSecond =
      try options.number("sms-per-second", in: Limits.gatewayPerSecond)
      ?? configuration.smsPerSecond
  }

  /// The gateways of an option; none without it.
  private static func gateways<Gateway>(
    _ name: String, _ options: Options, _ read: (String) throws -> [Gateway], _ example: String
  ) throws -> [Gateway] {
    guard let text = options[name] else { return [] }
    do {
      return try read(text)
    } catch {
      // The text may hold a password, and is not repeated.
      throw UsageError("--\(name) \(error)", example)
    }
  }

  /// Fingerprints of certificates, separated by commas.
  private static func roots(_ text: String) throws -> [[UInt8]] {
    try text.split(separator: ",").map { part in
      guard let fingerprint = Associations.fingerprint(String(part)) else {
        throw UsageError(
          "--app-store-root '\(part)' is not 32 bytes in hexadecimal",
          "openssl x509 -in root.pem -noout -fingerprint -sha256")
      }
      return fingerprint.split(separator: ":").compactMap { UInt8($0, radix: 16) }
    }
  }

  /// `127.0.0.1:8080`, `[::1]:8080`, `:8080`.
  static func address(_ text: String) throws -> (String, Int) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else {
      throw UsageError("--listen '\(text)' is not HOST:PORT", "--listen 127.0.0.1:8080")
    }
    let host = text[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    return (host.isEmpty ? "0.0.0.0" : host, port)
  }

  static func publicURL(_ text: String) throws -> String {
    guard let url = URLComponents(string: text), ["http", "https"].contains(url.scheme ?? ""),
      url.host?.isEmpty == false, url.query == nil
    else {
      throw UsageError(
        "--public-url '\(text)' is no web address", "--public-url https://go.example.com")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private static func webAddress(
    _ options: Options, _ name: String, or preset: String
  ) throws -> String {
    guard let text = options[name] else { return preset }
    guard let url = URLComponents(string: text), ["http", "https"].contains(url.scheme ?? ""),
      url.host?.isEmpty == false
    else {
      throw UsageError("--\(name) '\(text)' is no web address", "--\(name) \(preset)")
    }
    return text
  }

  private static func proxies(_ text: String) throws -> [CIDR] {
    try text.split(separator: ",").map { part in
      guard let block = CIDR(part.trimmingCharacters(in: .whitespaces)) else {
        throw UsageError(
          "--trusted-proxy '\(part)' is no block of addresses", "--trusted-proxy 10.0.0.0/8")
      }
      return block
    }
  }
}
