import BeckonContract
import BeckonEngine
import BeckonModel

/// What Apple's conversion values mean: as it is, and how a change would be read before it is
/// saved.
struct ConversionSchemaPart {
  let request: DashboardRequest
  /// As the native call tells it; `nil` before there was one.
  let stored: JSON?

  init(_ request: DashboardRequest) async throws {
    self.request = request
    stored = try await request.find(PostbackRoute.readSchema)
  }

  static let table = DashboardTable(name: "schema") { request in
    .csv("schema", try await ConversionSchemaPart(request).storedTable)
  }

  /// Shows how the rules would be read; nothing is stored.
  static let preview = DashboardAction("preview-schema", .edit, done: .settingsSaved) { request in
    let part = try await ConversionSchemaPart(request)
    return .shown(part.shown(try written(request)))
  }

  static let save = DashboardAction("save-schema", .edit, done: .schemaSaved) { request in
    _ = try await request.ask(PostbackRoute.setSchema, body: try written(request).json)
    return .done()
  }

  private static func written(_ request: DashboardRequest) throws -> ConversionSchema {
    guard let rules = try? JSONReader.read(Array((request.field("rules") ?? "").utf8)) else {
      throw FormFault(request.text(.noJSON), field: "rules")
    }
    return try ConversionSchema(Fields(["rules": rules]))
  }

  // MARK: What it shows

  var html: HTML {
    Card.html {
      storedTable.html(request.language)
      if request.may(Self.preview) {
        // What was refused stays in sight.
        if let written = request.field("rules") {
          form(rules: written, Self.preview, .previewSchema)
        } else {
          HTML(.details) {
            HTML(.summary) { request.text(.change) }
            form(rules: stored?["rules"]?.text ?? Self.example, Self.preview, .previewSchema)
          }
        }
      }
    }
  }

  private static let example =
    #"[{"name": "Signed up", "when": {"sign_up": true}, "fine": 1, "coarse": "medium"}]"#

  private func form(rules: String, _ action: DashboardAction, _ button: Words) -> HTML {
    request.form(action) {
      Field(
        "rules", request.text(.schemaRules), .lines(rows: 8), value: rules,
        hint: request.text(.schemaHint)
      ).html
      HTML(.div) { HTML(.button) { request.text(button) } }
    }
  }

  /// How the rules would be read, with the button that saves them.
  private func shown(_ schema: ConversionSchema) -> HTML {
    HTML {
      Card.html(request.text(.previewSchema)) {
        Self.table(of: schema.rules.map(\.json), request).html(request.language)
        HTML(.p, .class("note")) { request.text(.schemaFromNow) }
        form(rules: JSON.array(schema.rules.map(\.json)).text, Self.save, .saveSchema)
        HTML(.p) { HTML(.a, .href(request.path())) { request.text(.backToSettings) } }
      }
    }
  }

  private var storedTable: DataTable {
    var table = Self.table(of: stored?["rules"]?.elements ?? [], request)
    table.csv = request.path(["csv": "schema"])
    return table
  }

  /// The value that each rule gives, window by window, the least first.
  private static func table(of rules: [JSON], _ request: DashboardRequest) -> DataTable {
    func place(_ rule: JSON) -> (Int64, Int64) {
      (rule["window"]?.integer ?? 0, rule["fine"]?.integer ?? -1)
    }
    return DataTable(
      .conversionSchema,
      [
        .init(.window, .short, csv: "window"), .init(.fineValue, .number, csv: "fine"),
        .init(.coarseValue, .short, csv: "coarse"), .init(.meansThat, .long, csv: "when"),
        .init(.name, csv: "name"),
      ],
      rules.sorted { place($0) < place($1) }.map { rule in
        let window = rule["window"]?.integer ?? 0
        return [
          .init(
            HTML(request.text("\(window)", of: Words.windows)), value: .integer(window)),
          .init(rule["fine"]?.integer.map { "\($0)" }),
          .init(request.text(rule["coarse"]?.string, of: Words.coarseValues)),
          .init(
            meaning(of: rule["when"], request)
              + (rule["lock"]?.bool == true ? " " + request.text(.endsWindow) : "")),
          .init(rule["name"]?.string),
        ]
      }
    ).or(EmptyState(.noSchema))
  }

  /// What an install has done of which a value tells.
  private static func meaning(of trigger: JSON?, _ request: DashboardRequest) -> String {
    guard let trigger else { return "–" }
    if trigger["install"] != nil { return request.text(.wasLaunched) }
    if trigger["sign_up"] != nil { return request.text(.hasSignedUp) }
    if trigger["payment"] != nil { return request.text(.hasPaid) }
    if let sum = trigger["revenue"] {
      let money = (sum["at_least"].map { $0.string ?? $0.text } ?? "") + " "
      return request.text(.hasSpent, ["sum": money + (sum["currency"]?.string ?? "")])
    }
    let filter = trigger["filter"].map { " " + $0.text } ?? ""
    return request.text(
      .hasDone,
      [
        "event": (trigger["event"]?.string ?? "–") + filter,
        "count": "\(trigger["count"]?.integer ?? 1)",
      ])
  }
}
