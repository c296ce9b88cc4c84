import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// The app's mails and text messages, and each of them: `/dashboard/{app}/messages/{message}`.
  static let messages = DashboardPage(
    "messages", .messages, .app, in: .run,
    actions: [MessagePage.resend, MessagePage.callOff, MessagePage.stopSending],
    tables: [MessagesPage.table, MessagesPage.blockTable, MessagesPage.budgetTable]
  ) { request in
    request.rest.isEmpty
      ? try await MessagesPage(request).html : try await MessagePage(request).html
  }
}

/// What the list of the messages reads, with the budgets and what was stopped.
struct MessagesPage {
  let request: DashboardRequest
  let messages: ListedRows
  let sums: MessageSums

  init(_ request: DashboardRequest) async throws {
    self.request = request
    sums = try await request.read { try MessageSums($0) }
    messages = try await request.list(
      MessageRoute.list, "messages", query: try Self.query(request))
  }

  /// Who only looks finds nobody by address: they do not see any.
  private static func query(
    _ request: DashboardRequest
  ) throws -> KeyValuePairs<String, String?> {
    let sought = request.seesPeople ? request.query("recipient") : nil
    let isMail = sought?.has("@") == true
    return [
      "state": request.query("state"), "kind": request.query("kind"),
      "person": request.query("person"), "email": isMail ? sought : nil,
      "phone": isMail ? nil : sought,
    ]
  }

  /// It has the addresses, and what gateways answered.
  static let table = DashboardTable(name: "messages") { request in
    try request.needs(.edit)
    return try await request.csv(MessageRoute.list, query: try query(request))
  }

  static let budgetTable = DashboardTable(name: "budgets") { request in
    .csv("budgets", try await MessagesPage(request).budgets)
  }

  static let blockTable = DashboardTable(name: "stopped") { request in
    .csv("stopped", try await MessagesPage(request).blocks)
  }
}

extension DashboardRequest {
  /// To whom a message goes, as this operator may see it.
  func recipient(of message: JSON) -> String {
    let address =
      message["recipient"]?.string ?? message["email"]?.string ?? message["phone"]?.string
    guard let address else { return "–" }
    guard !seesPeople else { return address }
    let isMail = message["channel"]?.string == MessageChannel.mail.rawValue
    return Identity(kind: isMail ? .email : .phone, value: address).masked
  }

  /// Where a message stands, marked.
  func messageState(_ message: JSON) -> HTML {
    let word = message["state"]?.string
    let tone: Badge.Tone =
      switch word.flatMap({ MessageState(word: $0) }) {
      case .sent: .good
      case .failed: .bad
      case .uncertain: .warn
      case .suppressed, nil: .plain
      case .queued, .sending: .accent
      }
    return Badge(text(word, of: Words.messageStates), tone).html
  }
}
