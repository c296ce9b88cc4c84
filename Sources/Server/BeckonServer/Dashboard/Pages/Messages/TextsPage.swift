import BeckonContract
import BeckonEngine
import BeckonModel

extension DashboardPage {
  /// What invitations by text message say.
  static let texts = DashboardPage(
    "texts", .textsOfInvites, .app, in: nil,
    actions: [TextsPage.create, TextsPage.change, TextsPage.delete], tables: [TextsPage.table]
  ) { try await TextsPage($0).html }
}

/// What the page of the texts reads, and what its forms do.
struct TextsPage {
  let request: DashboardRequest
  let texts: [JSON]

  init(_ request: DashboardRequest) async throws {
    self.request = request
    texts = try await request.ask(MessageTextRoute.list)["texts"]?.elements ?? []
  }

  static let table = DashboardTable(name: "texts") { request in
    .csv("texts", try await TextsPage(request).list)
  }

  static let create = DashboardAction("create", .edit, done: .textMade) { request in
    _ = try await request.ask(MessageTextRoute.create, body: body(request))
    return .done()
  }

  static let change = DashboardAction("change", .edit, done: .textChanged) { request in
    _ = try await request.ask(MessageTextRoute.replace, try id(request), body: body(request))
    return .done()
  }

  static let delete = DashboardAction("delete", .edit, done: .textDeleted) { request in
    _ = try await request.ask(MessageTextRoute.delete, try id(request))
    return .done()
  }

  private static func id(_ request: DashboardRequest) throws -> String {
    guard let id = request.field("id") else { throw DashboardRefusal.noSuchPage }
    return id
  }

  /// Browsers send two signs for the end of a line, of which a text message takes one.
  private static func body(_ request: DashboardRequest) -> JSON {
    .object([
      "text": .string(
        (request.field("text") ?? "").split(on: "\r", keepsEmpty: true).joined()),
      "alias": .orNull(request.field("alias")),
      "placeholder": request.field("placeholder").map(JSON.string),
      "word_placeholder": request.field("word_placeholder").map(JSON.string),
    ])
  }

  // MARK: What it shows

  var html: HTML {
    HTML {
      request.opening(backTo: "messages", .backToMessages)
      HTML(.p, .class("lead")) { request.text(.textsLead) }
      Card.html { list.html(request.language) }
      request.making(Self.create, .makeText) { fields(of: nil) }
    }
  }

  private var list: DataTable {
    var table = DataTable(
      .textsOfInvites,
      [
        .init(.textOfInvite, .long, csv: "text"), .init(.parts, .number, csv: "parts"),
        .init(.encoding, .short, csv: "encoding"), .init(.changedAt, .short, csv: "changed_at"),
        .init(.change, .short),
      ], texts.map(row)
    ).or(EmptyState(.noTexts))
    table.csv = request.path(["csv": "texts"])
    return table
  }

  private func row(_ text: JSON) -> [DataTable.Cell] {
    let told = text["text"]?.string ?? ""
    return [
      .init(
        HTML {
          told
          if text["is_default"]?.bool == true {
            " "
            Badge(request.text(.isDefault), .accent).html
          }
          if let alias = text["alias"]?.string { HTML(.div) { HTML(.small) { alias } } }
        }, value: .string(told)),
      .init(text["parts"]?.integer ?? 1, request.figures),
      .init(
        HTML {
          request.text(text["encoding"]?.string, of: Words.encodings)
          HTML(.div) {
            HTML(.small) {
              request.text(.unitsLeft, ["count": "\(text["units_left"]?.integer ?? 0)"])
            }
          }
        }, value: .orNull(text["encoding"]?.string)),
      .time(text["changed_at"]?.string ?? text["created_at"]?.string), .init(changes(of: text)),
    ]
  }

  private func changes(of text: JSON) -> HTML {
    guard request.may(Self.change) else { return HTML([]) }
    let id = text["id"]?.string ?? ""
    return HTML(.details) {
      HTML(.summary) { request.text(.change) }
      request.form(Self.change) {
        HTML.input(.type("hidden"), .name("id"), .value(id))
        fields(of: text)
        HTML(.div) { HTML(.button, .class("small")) { request.text(.change) } }
      }
      if text["is_default"]?.bool != true {
        request.confirmed(Self.delete, .deleteText, .deleteTextHow, hidden: ["id": id])
      }
    }
  }

  private func fields(of text: JSON?) -> HTML {
    // Only the form that was refused keeps what was written.
    let isMine = request.fault != nil && request.field("id") == text?["id"]?.string
    func value(_ name: String) -> String {
      (isMine ? request.field(name) : text?[name]?.string) ?? ""
    }
    return HTML {
      Field(
        "text", request.text(.textOfInvite), .lines(rows: 3), value: value("text"),
        hint: request.text(.textHint), isRequired: true
      ).html
      Field(
        "alias", request.text(.alias), .line(bytesMax: Limits.wordBytes), value: value("alias"),
        hint: request.text(.aliasHint)
      ).html
      HTML.input(.type("hidden"), .name("placeholder"), .value(value("placeholder")))
      HTML.input(.type("hidden"), .name("word_placeholder"), .value(value("word_placeholder")))
    }
  }
}
