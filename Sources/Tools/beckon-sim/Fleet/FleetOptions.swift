/// What both commands are told: the servers, and the keys of an app that `beckon app create` made.
struct FleetOptions: Sendable {
  /// The flags of both.
  static let numbers: Set = ["duplicates", "customers", "inviters"]
  static let texts: Set = ["servers", "publishable-key", "secret-key"]

  let servers: [FleetServer]
  let publishableKey: String
  let secretKey: String
  /// How many servers get each request.
  let copies: Int
  /// Threads, each with a connection of its own for each copy and server.
  let customers: Int
  /// How many people refer the others.
  let inviters: Int

  /// Reads the flags.
  /// - Throws: `FleetFailure` when a server or key is missing.
  init(_ options: SimulationOptions, customers: UInt64) throws {
    let urls = (options.text("servers") ?? "").split(separator: ",").map(String.init)
    servers = urls.compactMap(FleetServer.init)
    guard !servers.isEmpty, servers.count == urls.count else {
      throw FleetFailure(
        description: "--servers http://127.0.0.1:PORT,… is missing or no such list")
    }
    guard let publishable = options.text("publishable-key"), let secret = options.text("secret-key")
    else { throw FleetFailure(description: "--publishable-key and --secret-key are missing") }
    publishableKey = publishable
    secretKey = secret
    copies = Int(max(1, min(options.number("duplicates") ?? 2, 8)))
    self.customers = Int(max(1, min(options.number("customers") ?? customers, 256)))
    inviters = Int(max(1, min(options.number("inviters") ?? 100, 10_000)))
  }
}
