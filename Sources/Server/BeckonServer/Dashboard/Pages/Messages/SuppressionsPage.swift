import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// To whom the app sends nothing.
  static let suppressions = DashboardPage(
    "suppressions", .suppressions, .app, in: nil,
    actions: [SuppressionsPage.add, SuppressionsPage.end], tables: [SuppressionsPage.table]
  ) { try await SuppressionsPage($0).html }
}

/// What the list of those reads to whom nothing is sent, and how somebody comes onto it and off.
struct SuppressionsPage {
  let request: DashboardRequest
  let entries: ListedRows

  init(_ request: DashboardRequest) async throws {
    self.request = request
    entries = try await request.list(
      MessageRoute.listSuppressions, "suppressions", query: Self.query(request))
  }

  private static func query(_ request: DashboardRequest) -> KeyValuePairs<String, String?> {
    ["channel": request.query("channel"), "reason": request.query("reason")]
  }

  static let table = DashboardTable(name: "suppressions") { request in
    try request.needs(.edit)
    return try await request.csv(MessageRoute.listSuppressions, query: query(request))
  }

  static let add = DashboardAction("add", .edit, done: .recipientSuppressed) { request in
    _ = try await request.ask(MessageRoute.suppress, try address(request))
    return .done()
  }

  static let end = DashboardAction("end", .edit, done: .suppressionEnded) { request in
    _ = try await request.ask(MessageRoute.endSuppression, try address(request))
    return .done()
  }

  private static func address(_ request: DashboardRequest) throws -> String {
    guard let address = request.field("address") else {
      throw FormFault(request.text(.needsAddress), field: "address")
    }
    return address
  }

  var html: HTML {
    HTML {
      request.opening(backTo: "messages", .backToMessages)
      HTML(.p, .class("lead")) { request.text(.suppressionsLead) }
      request.filter(
        fields: [
          request.asked(
            "channel", .channel, any: .anyChannel,
            choices(Words.channels, MessageChannel.allCases.map(\.rawValue))),
          request.asked(
            "reason", .reason, any: .anyReason,
            choices(Words.suppressionReasons, Suppressions.Reason.allCases.map(\.rawValue))),
        ])
      Card.html { list.html(request.language) }
      request.making(Self.add, .suppressAddress) {
        Field(
          "address", request.text(.recipient), .line(bytesMax: Limits.identityBytes),
          value: request.field("address") ?? "", hint: request.text(.suppressHint),
          isRequired: true
        ).html
      }
    }
  }

  private func choices(
    _ texts: [TextKey: Words], _ words: [String]
  ) -> [(word: String, text: String)] {
    words.map { ($0, request.text($0, of: texts)) }
  }

  private var list: DataTable {
    DataTable(
      .suppressions,
      [
        .init(.recipient, .long), .init(.channel, .short), .init(.reason, .short),
        .init(.since, .short), .init(.change, .short),
      ],
      entries.rows.map { entry in
        let address = entry["email"]?.string ?? entry["phone"]?.string
        return [
          .init(address == nil ? request.text(.onlyHashIsLeft) : request.recipient(of: entry)),
          .init(request.text(entry["channel"]?.string, of: Words.channels)),
          .init(request.text(entry["reason"]?.string, of: Words.suppressionReasons)),
          .time(entry["since"]?.string),
          .init(
            address.map { request.button(Self.end, .sendToThemAgain, hidden: ["address": $0]) }
              ?? HTML([])),
        ]
      }
    ).or(EmptyState(.noSuppressions))
      .paged(request, csv: request.seesPeople ? "suppressions" : nil, next: entries.next)
  }
}
