import BeckonModel
import BeckonTesting

extension VendorDay {
  /// Users who reinstall, switch phones and share them, whose answers are lost, and whose clocks
  /// are wrong.
  static let linkrunner = VendorDay(
    name: "linkrunner",
    usage: """
             beckon-sim linkrunner [--users N] [--seed S] [--database sqlite|postgres://…]
                 [--repeat-all]
        A day of users whose apps and pages have Linkrunner's clients: they reinstall, switch
        phones and share them, lose answers, and say things early, late or by a wrong clock.
        Checks that reports, revenue, sign-ups and conversion values are what really happened.
        --repeat-all also repeats what counts twice by the protocol, which must be seen.
      """
  ) { size, database in
    let server = try await FraudServer(database, seed: size.seed, at: DayPlan.start)
    let result: Result<DayResult, any Error>
    do {
      var run = DayRun(size, server)
      result = .success(try await run.run())
    } catch {
      result = .failure(error)
    }
    await server.stop()
    return try result.get()
  }
}

/// The day on one server.
private struct DayRun {
  private let plan: DayPlan
  private let server: FraudServer
  private var network: DayNetwork
  private var books = DayBooks()
  private var result = DayResult()
  /// What the server called the click that led to an install.
  private var clicks: [String: String] = [:]

  init(_ size: DaySize, _ server: FraudServer) {
    plan = DayPlan(seed: size.seed, users: size.users)
    network = DayNetwork(seed: size.seed, repeatsAll: size.repeatsAll)
    self.server = server
  }

  mutating func run() async throws -> DayResult {
    let shop = try await DayShop(on: server)
    for delivery in network.deliver(plan.sayings) { try hand(delivery, to: shop) }
    try await server.settle()
    var audit = DayAudit(server, shop, books)
    result.violations += try audit.run()
    result.done = books.done + plan.done + network.done
    return result
  }

  private mutating func hand(_ delivery: DayNetwork.Delivery, to shop: DayShop) throws {
    let saying = delivery.saying
    server.set(delivery.at)
    if !delivery.isRepeated { books.note(saying, at: delivery.at) }
    let answer = try server.ask(saying.request(to: shop, clicks: clicks))
    if case .click = saying.what { clicks[saying.phone.installID] = DayShop.click(in: answer) }
    // A payment that is removed already is none, by the vendor's word.
    if case .serverRemoves = saying.what, delivery.isRepeated, answer.status == 400 { return }
    guard !answer.isSuccess else { return }
    result.violations.append(
      DayViolation(
        about: "the answer to \(saying.what) by \(saying.phone.installID)", expected: "2xx or 3xx",
        found: "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"))
  }
}
