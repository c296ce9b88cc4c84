import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// Why somebody was matched, credited and paid, or not.
  static let why = DashboardPage("why", .why, .app, in: .loop, tables: [WhyPage.table]) {
    try await WhyPage($0).html
  }
}

/// What is known of whatever somebody asks about: first what it is, then all that was decided.
struct WhyPage {
  let request: DashboardRequest
  /// What is asked about; `nil` when nothing is yet.
  let asked: String?
  var people: [PersonStory] = []
  var installs: [JSON] = []
  var links: [LinkStory] = []
  var payments: [PaymentStory] = []

  /// Of things that several are known by one word, so many are told.
  private static let shownMax = 3

  init(_ request: DashboardRequest) async throws {
    self.request = request
    asked = request.query("q").map { $0.prefix(bytes: Limits.urlBytes) }
    guard let asked else { return }
    if let id = PersonID(asked) {
      try await add(person: id.text)
    } else if let id = InstallID(asked) {
      try await add(install: id.text)
    } else if let id = LinkID(asked) {
      try await add(link: id.text)
    } else if let id = FactID(asked) {
      try await add(payments: { $0.id = id })
    } else if let id = TransferID(asked) {
      try await add(transfer: id)
    } else if asked.has("@") {
      try await addPeople(by: "email")
    } else if asked.hasPrefix("+") {
      try await addPeople(by: "phone")
    } else {
      try await addAnything(asked)
    }
  }

  /// What a word may be that says nothing of its kind.
  private mutating func addAnything(_ asked: String) async throws {
    try await addLinks(by: asked)
    guard !asked.has(text: "://") else { return }
    for name in ["user_id", "code", "install_id", "other_id", "wallet"] where people.isEmpty {
      try await addPeople(by: name)
    }
    try await add(install: asked)
    try await add(payments: { $0.reference = asked })
  }

  // MARK: Finding

  private mutating func addPeople(by name: String) async throws {
    let found = try await request.find(PersonRoute.list, query: [name: asked])
    for person in (found?["people"]?.elements ?? []).prefix(Self.shownMax) {
      if let id = person["person"]?.string { try await add(person: id) }
    }
  }

  private mutating func add(person id: String) async throws {
    guard !people.contains(where: { $0.id == id }), people.count < Self.shownMax,
      let story = try await PersonStory(id, request)
    else { return }
    people.append(story)
    for install in story.installs where installs.count < Self.shownMax {
      try await addDecision(about: install["install"]?.string)
    }
  }

  /// An install by our id of it or the app's own, and whoever uses it.
  private mutating func add(install name: String) async throws {
    guard let decision = try await addDecision(about: name) else { return }
    if let person = decision["person"]?.string { try await add(person: person) }
    if let link = decision["link"]?.string, links.isEmpty { try await add(link: link) }
  }

  @discardableResult
  private mutating func addDecision(about install: String?) async throws -> JSON? {
    guard let install, let decision = try await request.find(InstallRoute.explain, install) else {
      return nil
    }
    if !installs.contains(where: { $0["install"] == decision["install"] }) {
      installs.append(decision)
    }
    return decision
  }

  private mutating func addLinks(by code: String) async throws {
    let found = try await request.find(LinkRoute.list, query: ["code": code])
    for link in (found?["links"]?.elements ?? []).prefix(Self.shownMax) {
      if let id = link["id"]?.string { try await add(link: id) }
    }
  }

  private mutating func add(link id: String) async throws {
    guard let story = try await LinkStory(id, request) else { return }
    links.append(story)
  }

  private mutating func add(
    payments choose: @Sendable (inout FoundPayments.Filter) -> Void
  ) async throws {
    var filter = FoundPayments.Filter()
    choose(&filter)
    let found = try await PaymentStory.all(filter, request)
    payments += found
    for payment in found where people.isEmpty {
      if let person = payment.person { try await add(person: person) }
    }
  }

  private mutating func add(transfer id: TransferID) async throws {
    let transfer = try await request.read { try Ledger($0).find(id)?.json }
    if let fact = transfer?["fact"]?.string.flatMap({ FactID($0) }) {
      try await add(payments: { $0.id = fact })
    }
    let owner = transfer?["to"]?.string.map { $0.split(on: ":").last ?? "" }
    if people.isEmpty, let owner { try await add(person: owner) }
  }

  /// Whether nothing is known by what was asked.
  var isEmpty: Bool { people.isEmpty && installs.isEmpty && links.isEmpty && payments.isEmpty }
}
