import BeckonModel
import BeckonTesting
import Testing

/// What all phones of a storm together shall have left on the server.
struct StormBooks: Sendable {
  /// Key of what is not of the last days: vendors' clients do not say when a payment was.
  private static let now = "now"

  private let phones: [StormPhone]

  init(_ phones: [StormPhone]) {
    self.phones = phones
  }

  /// Whether the phone has the vendor's own client: every fourth.
  static func speaksTheWire(_ phone: StormPhone) -> Bool { phone.number % 4 == 3 }

  private func cents(by key: (StormPhone) -> String) -> [String: Int64] {
    phones.reduce(into: [:]) { sums, phone in
      let payments = phone.payments
      if payments.counted > 0 { sums[key(phone), default: 0] += payments.cents }
    }
  }

  private func day(_ phone: StormPhone) -> String {
    Self.speaksTheWire(phone) ? Self.now : String(phone.start.text.prefix(10))
  }

  func expectRevenue(_ live: LiveServer, _ run: Comment) async throws {
    #expect(try await live.revenue(by: "link") == cents { $0.link?.id ?? "" }, run)
    #expect(try await live.revenue(by: "campaign") == cents { $0.link?.campaign ?? "" }, run)
    let expected = cents(by: day)
    var days: [String: Int64] = [:]
    for (day, amount) in try await live.revenue(by: "day") {
      days[expected[day] == nil ? Self.now : day, default: 0] += amount
    }
    #expect(days == expected, run)
    let rows = try await live.native("GET", "/v1/revenue")["revenue"]?.elements ?? []
    let number = rows.reduce(0) { $0 + ($1["payments"]?.integer ?? 0) }
    #expect(number == phones.reduce(0) { $0 + Int64($1.payments.counted) }, run)
  }

  func expectReports(
    _ live: LiveServer, _ links: [StormPhone.Link], _ run: Comment
  ) async throws {
    let counts = links.map { link in "\(phones.count { $0.link?.id == link.id })" }
    var reports: [String: JSON] = [:]
    func told(_ name: String) -> [String?] { links.map { reports[$0.code]?[name]?.string } }
    // Clicks are counted a moment after they are stored.
    try await eventually {
      reports = try await live.reports()
      return told("clicks") == counts
    }
    #expect(told("installs") == counts, run)
    #expect(told("sign-ups") == counts, run)
  }

  func expectFacts(of phone: StormPhone, _ live: LiveServer, _ run: Comment) async throws {
    let export = try await live.export(phone.userID)
    let facts = (export["facts"]?.elements ?? []).compactMap { $0["name"]?.string }
    // A refund is told in the words of a payment, and is the fact of another name.
    let money: Set = ["payment", "payment_refunded"]
    let others = facts.filter { !money.contains($0) }.sorted()
    // By asking for them with the secret key the app's server has named them.
    let signUp = ["beckon.sign_up", "beckon.sign_up_confirmed"]
    #expect(others == (phone.events + signUp).sorted(), run)
    #expect(facts.count(where: money.contains) == phone.payments.all, run)
    #expect(export["payments"]?.elements?.count == phone.payments.all, run)
    #expect(export["installs"]?.elements?.count == 1, run)
  }
}
