import BeckonEngine
import BeckonModel

extension WidgetsPage {
  var html: HTML {
    HTML {
      request.opening(.widgetsLead)
      Card.html { widgetTable.html(request.language) }
      Card.html(request.text(.whatVisitorSees)) {
        request.filter(.show, fields: fields)
        if isWarming { HTML(.p, .class("note")) { request.text(.stillReading) } }
        HTML(shelves.map(shelf))
      }
    }
  }

  private var fields: [Field] {
    request.visitorFields + [
      request.asked("product", .onProduct, bytesMax: ProductLimits.idBytes),
      request.asked("category", .category, bytesMax: ProductLimits.categoryBytes),
      request.asked("language", .languageOfTexts),
    ]
  }

  private var isWarming: Bool { shelves.contains { $0.answer["warming"]?.bool == true } }

  private var widgetTable: DataTable {
    DataTable(
      .widgets,
      [
        .init(.name), .init(.onPage, .short), .init(.fromWhat, .long), .init(.experiment, .short),
        .init(.state, .short),
      ],
      widgets.map { widget in
        let code = widget["code"]?.string ?? ""
        return [
          .init(
            HTML {
              HTML(.a, .href(request.page("widgets", code))) { widget["name"]?.string ?? code }
              HTML(.div) { HTML(.small) { code } }
            }),
          .init(request.text(widget["page"]?["kind"]?.string, of: Words.pageKinds)),
          .init(Self.methods(of: widget, request)),
          .init(widget["experiment"]?["name"]?.string),
          .init(Self.state(of: widget, request)),
        ]
      }
    ).or(EmptyState(.widgetsEmpty, command: "POST /v1/widgets")).paged(request, csv: "widgets")
  }

  /// Where a widget's products come from.
  static func methods(of widget: JSON, _ request: DashboardRequest) -> String {
    let chosen = (widget["static_items"]?.elements ?? []).isEmpty ? [] : [request.text(.byHand)]
    let methods = (widget["methods"]?.elements ?? []).map {
      request.text($0["method"]?.string, of: Words.methods)
    }
    return (chosen + methods).joined(separator: ", ")
  }

  static func state(of widget: JSON, _ request: DashboardRequest) -> HTML {
    let word = widget["state"]?.string
    let tone: Badge.Tone = word == "active" ? .good : word == "test" ? .accent : .plain
    return Badge(request.text(word, of: Words.widgetStates), tone).html
  }

  // MARK: What is shown

  private func shelf(_ shelf: Shelf) -> HTML {
    HTML {
      HTML(.h3) {
        shelf.name
        if let title = shelf.answer["title"]?.string, title != shelf.name { " – " + title }
      }
      if let arm = shelf.answer["arm"]?.string, arm != WidgetArm.mainWord {
        HTML(.p) { Badge(request.text(.armIs, ["arm": arm]), .accent).html }
      }
      table(of: shelf).html(request.language)
    }
  }

  private func table(of shelf: Shelf) -> DataTable {
    var table = DataTable(
      .shownProducts,
      [
        .init(.product), .init(.whyHere, .long), .init(.score, .number), .init(.price, .number),
        .init(.state, .short),
      ], shelf.items.map(row)
    ).or(EmptyState(.nothingShown))
    table.showsCaption = false
    if shelf.widget == nil { table.csv = request.path(with: "csv", "shelves") }
    return table
  }

  private func row(_ item: JSON) -> [DataTable.Cell] {
    [
      .init(request.product(item)),
      .init(request.text(item["reason"]?.string, of: Words.recommendationReasons)),
      .init(score(of: item)), .init(request.price(of: item)),
      .init(ProductsPage.state(of: item, request)),
    ]
  }

  private func score(of item: JSON) -> String {
    item["score"]?.double.map { request.figures.decimal($0, digits: 3) } ?? "–"
  }

  /// Everything that is shown in all places, as CSV has it.
  var allItems: DataTable {
    DataTable(
      .shownProducts,
      [
        .init(.widget, csv: "widget"), .init(.product, csv: "product"),
        .init(.whyHere, csv: "reason"), .init(.score, csv: "score"),
      ],
      shelves.flatMap { shelf in
        shelf.items.map { item in
          [
            .init(shelf.widget), .init(item["product"]?.string), .init(item["reason"]?.string),
            .init(HTML(score(of: item)), value: item["score"] ?? .null),
          ]
        }
      })
  }
}
