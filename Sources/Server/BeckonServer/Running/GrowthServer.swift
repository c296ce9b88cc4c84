import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonHTTP
import BeckonModel
import BeckonStore

/// A running server: the HTTP side, the pipeline, and the loops in the background.
public final class GrowthServer: Sendable {
  private let http: HTTPServer
  private let loops: BackgroundLoops
  private let webhooks: WebhookSender
  private let messages: MessageSender<MailCarrier>
  private let texts: MessageSender<SMSCarrier>
  private let shopReader: ShopReader
  private let finders: ShopFinders
  private let background: Task<Void, Never>?
  private let database: any Database
  private let drainMilliseconds: Int

  /// The URL under which it answers.
  public let url: String
  /// The port that it listens on.
  public var port: Int { http.port }

  /// The vendors whose protocols a server speaks.
  public static let vendors: [Vendor] = VendorInterface.all.map(\.vendor)
  /// What a server knows of vendors.
  public static let forms = VendorForms(vendors: VendorInterface.all)

  /// Starts a server on a database whose schema is up to date.
  /// - Parameter outdated: called when a newer program has migrated the database in a way that this
  ///   one cannot work with; it should be stopped.
  /// - Parameter runsLoops: `false` in a test that runs them itself: two that run the same loop
  ///   take each other's work, and which of them is done with it is chance.
  /// - Throws: `HTTPServerError`.
  public convenience init(
    _ configuration: ServerConfiguration, database: any Database, ambient: Ambient,
    logger: Logger, runsLoops: Bool = true,
    outdated: @escaping @Sendable (DatabaseError) -> Void = { _ in }
  ) throws {
    try self.init(
      configuration, database: database, ambient: ambient, logger: logger,
      vendors: VendorInterface.all, limits: CallLimits(configuration.rates),
      runsLoops: runsLoops, outdated: outdated)
  }

  /// Starts a server that speaks the protocols of these vendors.
  init(
    _ configuration: ServerConfiguration, database: any Database, ambient: Ambient,
    logger: Logger, vendors: [VendorInterface], limits: CallLimits, runsLoops: Bool,
    outdated: @escaping @Sendable (DatabaseError) -> Void
  ) throws {
    self.database = database
    drainMilliseconds = configuration.drainMilliseconds
    let metrics = Metrics(counters: Counter.all)
    let forms = VendorForms(vendors: vendors)
    let directory = AppDirectory(database, forms: forms)
    webhooks = WebhookSender(
      database: database, directory: directory,
      client: WebhookClient(
        allowsPrivateNetworks: configuration.webhookPrivateNetworks, now: ambient.now),
      metrics: metrics, ambient: ambient, logger: logger, version: configuration.version)
    let bound = Locked(Bound())
    let surroundings = LoopSurroundings(database: database, directory: directory, ambient: ambient)
    messages = MessageSender(
      surroundings,
      MailCarrier(
        client: MailClient(certificates: configuration.mailCertificates),
        publicURL: { bound.withLock { $0.url } }),
      gateways: configuration.mailGateways, perSecond: configuration.mailPerSecond,
      metrics: metrics, logger: logger)
    let smsGateways = SMSGateways(
      configuration.smsGateways, logger: logger, now: ambient.now,
      publicURL: { bound.withLock { $0.url } })
    texts = MessageSender(
      surroundings, SMSCarrier(publicURL: { bound.withLock { $0.url } }),
      gateways: smsGateways.all, perSecond: configuration.smsPerSecond,
      metrics: metrics, logger: logger)
    let (webhooks, messages, texts) = (webhooks, messages, texts)
    let memory = IndexMemory(bytesMax: configuration.indexBytes, now: ambient.now)
    let shops = ShopModels(memory, bytesMax: configuration.recommendationBytes)
    let finders = ShopFinders(memory, bytesMax: configuration.searchBytes)
    shopReader = ShopReader(surroundings, shops, finders, memory)
    self.finders = finders
    loops = BackgroundLoops(
      all: Self.loops(
        surroundings, configuration,
        [
          // Before those who send what it decides.
          .reminders(surroundings) { ReminderSurroundings(publicURL: bound.withLock { $0.url }) },
          webhooks.loop, messages.loop, texts.loop, shopReader.loop,
        ], metrics, logger),
      metrics: metrics, ambient: ambient, logger: logger,
      finish: { await webhooks.finish() + messages.finish() + texts.finish() }, outdated: outdated)
    let pipeline = Self.pipeline(
      configuration, database, directory, shops, finders, memory, smsGateways, metrics, ambient,
      logger, vendors, limits, publicURL: { bound.withLock { $0.url } },
      load: { bound.withLock { $0.load() } })
    http = try HTTPServer(
      Self.httpConfiguration(configuration), logger: logger,
      failure: pipeline.refuse,
      handler: pipeline.serve)
    let host = configuration.host.has(":") ? "[\(configuration.host)]" : configuration.host
    let url = configuration.publicURL ?? "http://\(host):\(http.port)"
    self.url = url
    let server = http
    bound.withLock { bound in
      bound.url = url
      bound.load = { [weak server] in
        let statistics = server?.statistics
        return (statistics?.connections ?? 0, statistics?.requestsInFlight ?? 0)
      }
    }
    let loops = loops
    background = runsLoops ? Task { await loops.run() } : nil
  }

  /// All that goes on beside requests.
  private static func loops(
    _ surroundings: LoopSurroundings, _ configuration: ServerConfiguration,
    _ outgoing: [BackgroundLoop], _ metrics: Metrics, _ logger: Logger
  ) -> [BackgroundLoop] {
    let (database, ambient) = (surroundings.database, surroundings.ambient)
    let forms = surroundings.directory.forms
    let appleAds = AppleAdsExchange(
      database: database, forms: forms, ambient: ambient, url: configuration.appleAdsURL,
      web: .system)
    let googlePlay = GooglePlayExchange(
      database: database, forms: forms, ambient: ambient,
      client: GooglePlayClient(
        apiURL: configuration.googlePlayURL, tokenURL: configuration.googleTokenURL,
        web: .system, now: ambient.now),
      metrics: metrics, logger: logger)
    let unknownForms = UnknownForms(surroundings, logger: logger)
    return BackgroundLoop.upkeep(surroundings) + BackgroundLoop.feed(surroundings) + outgoing + [
      unknownForms.loop,
      .holds(surroundings), appleAds.loop, googlePlay.loop, .storeOwners(surroundings),
      .unconfirmedTexts(surroundings), .clickRollUp(surroundings), .clickRuns(surroundings),
      .widgetRollUp(surroundings),
      .unusedProducts(surroundings),
      .waitingInstalls(surroundings),
    ]
  }

  private static func pipeline(
    _ configuration: ServerConfiguration, _ database: any Database, _ directory: AppDirectory,
    _ shops: ShopModels, _ finders: ShopFinders, _ memory: IndexMemory,
    _ smsGateways: SMSGateways,
    _ metrics: Metrics, _ ambient: Ambient, _ logger: Logger, _ vendors: [VendorInterface],
    _ limits: CallLimits,
    publicURL: @escaping @Sendable () -> String,
    load: @escaping @Sendable () -> (connections: Int, requestsInFlight: Int)
  ) -> Pipeline {
    let unnamedProxy = UnnamedProxy(logger)
    let operations = Operations(
      database: database, metricsSource: metrics, ambient: ambient,
      version: configuration.version, startedAt: ambient.now(), load: load,
      unnamedProxy: unnamedProxy, shops: shops, finders: finders, memory: memory)
    let following = FollowLink(
      directory: directory, database: database, clicks: ClickCollector(database),
      limits: limits, agents: AgentCache(), publicURL: publicURL, ambient: ambient)
    let performer = WorkPerformer(database, directory, limits, AuditTrail(ServedRoute.native))
    let dashboard = Dashboard(
      surroundings: DashboardSurroundings(
        performer: performer, directory: directory, publicURL: publicURL,
        version: configuration.version, startedAt: ambient.now()),
      logger: logger)
    let services = Services([
      dashboard, limits, operations, following, directory, shops, finders, metrics, logger,
      RunningExports(), RunningTables(), RejectedFacts(), TakenNames(vendors), PasswordHasher(),
      AppStoreVerifier(roots: configuration.appStoreRoots),
      GoogleKeys(url: configuration.googleKeysURL, web: .system, now: ambient.now),
      WebhookReach(includesPrivateNetworks: configuration.webhookPrivateNetworks),
      MailReach(hasGateway: !configuration.mailGateways.isEmpty), smsGateways,
      InviteAlarm(logger), ClickLook(database, directory.recentClicks),
    ])
    return Pipeline(
      Router(vendors: vendors),
      CallerAddresses(
        trustedProxies: configuration.trustedProxies, unnamedProxy: unnamedProxy),
      Authentication(directory: directory, now: ambient.now), limits,
      performer, Answering(metrics: metrics, logger: logger),
      Pipeline.Surroundings(
        ambient: ambient, publicURL: publicURL, database: database, services: services,
        vendorHeaders: vendors.flatMap(\.pageHeaders)))
  }

  /// What is known only once the socket is bound.
  private struct Bound: Sendable {
    var url = ""
    var load: @Sendable () -> (connections: Int, requestsInFlight: Int) = { (0, 0) }
  }

  /// Stops: requests in flight are finished, then the loops, then the database is closed.
  public func stop() async {
    await http.drain(milliseconds: drainMilliseconds)
    background?.cancel()
    await background?.value
    await webhooks.stop()
    await messages.stop()
    await texts.stop()
    await database.close()
  }

  /// Runs every background loop to its end, so that a test or a simulation need not wait.
  package func runLoopsOnce() async throws { try await loops.runOnce() }

  /// The last row of the feed that recommendations and search know of. It is in memory alone, so a
  /// test cannot ask the database for it.
  package var shopPosition: Int64 { shopReader.position }

  /// How often an index was looked into for a query.
  package var searches: Int64 { finders.searches.withLock { $0 } }

  /// Bytes of a request's target: what somebody pastes into a search is longer than what is read of
  /// it, and cut, not refused.
  private static let urlBytesMax = 16_384

  private static func httpConfiguration(
    _ configuration: ServerConfiguration
  ) -> HTTPServerConfiguration {
    var http = HTTPServerConfiguration()
    http.host = configuration.host
    http.port = configuration.port
    http.eventThreads = configuration.eventThreads
    http.bodyBytesMax = Limits.bodyBytes
    http.urlBytesMax = urlBytesMax
    http.requestMilliseconds = configuration.requestMilliseconds
    return http
  }
}
