import BeckonEngine
import BeckonModel

extension WidgetReportPage {
  var html: HTML {
    HTML {
      request.opening(backTo: "widgets", .backToWidgets)
      figures
      Card.html(widget["name"]?.string ?? widget["code"]?.string) {
        facts
        HTML(.div, .class("pager")) {
          widget["state"]?.string == "active"
            ? request.button(Self.pause, .pauseWidget) : request.button(Self.resume, .resumeWidget)
        }
      }
      Card.html {
        armTable.html(request.language)
        HTML(.p, .class("note")) { request.text(.intervalHow) }
      }
      Card.html {
        dayTable.rows.isEmpty
          ? dayTable.html(request.language)
          : HTML {
            HTML(.h2) { request.text(.byDay) }
            Chart(kind: .line, table: dayTable).html(request.language)
          }
      }
      Card.html { soldTable.html(request.language) }
    }
  }

  private var days: [JSON] { report["rows"]?.elements ?? [] }
  private var arms: [JSON] { report["arms"]?.elements ?? [] }

  private var figures: HTML {
    func sum(_ name: String) -> Int64 { days.reduce(0) { $0 + ($1[name]?.integer ?? 0) } }
    let (shown, views, clicks) = (request.figures, sum("views"), sum("clicks"))
    return FigureRow([
      .init(request.text(.impressions), shown.whole(sum("impressions"))),
      .init(request.text(.widgetViews), shown.whole(views)),
      .init(
        request.text(.clicks), shown.whole(clicks),
        note: request.text(.ofViews, ["share": shown.share(clicks, of: views)])),
      .init(
        request.text(.purchases), shown.whole(sum("conversions")),
        note: request.text(.ofClicks, ["share": shown.share(sum("conversions"), of: clicks)])),
    ]).html
  }

  private var facts: HTML {
    Pairs(
      [
        (request.text(.linkCode), HTML(.code) { widget["code"]?.string ?? "" }),
        (request.text(.state), WidgetsPage.state(of: widget, request)),
        (
          request.text(.onPage),
          HTML(request.text(widget["page"]?["kind"]?.string, of: Words.pageKinds))
        ),
        (request.text(.fromWhat), HTML(WidgetsPage.methods(of: widget, request))),
        (request.text(.experiment), HTML(widget["experiment"]?["name"]?.string ?? "–")),
      ]
    ).html
  }

  // MARK: The experiment

  /// Each arm with how many of its visitors bought, and how sure that is.
  var armTable: DataTable {
    var table = DataTable(
      .arms,
      [
        .init(.arm, .short, csv: "arm"), .init(.visitors, .number, csv: "visitors"),
        .init(.buyers, .number, csv: "buyers"), .init(.buying, .short, csv: "buying"),
        .init(.aboveHoldOut, .short, csv: "above_hold_out"),
        .init(.spending, .short, csv: "spending"),
      ], arms.map(row)
    ).or(EmptyState(.noArms))
    table.csv = request.path(["file": "arms"])
    return table
  }

  private func row(_ arm: JSON) -> [DataTable.Cell] {
    let word = arm["arm"]?.string ?? ""
    let above = arm["buying"]?["above_hold_out"]
    return [
      .init(HTML(request.text(word, of: Words.armNames)), value: .string(word)),
      .init(arm["visitors"]?.integer ?? 0, request.figures),
      .init(arm["buyers"]?.integer ?? 0, request.figures),
      .init(HTML(share(arm["buying"])), value: .string(share(arm["buying"]))),
      .init(
        HTML {
          share(above)
          if let verdict = verdict(on: above) { HTML(.div) { verdict.html } }
        }, value: .string(share(above))),
      .init(spending(of: arm)),
    ]
  }

  /// A share with its interval: `3.2 % (2.8 – 3.7)`.
  private func share(_ estimate: JSON?) -> String {
    interval(estimate, scale: 100, digits: 1, unit: " %")
  }

  private func interval(_ estimate: JSON?, scale: Double, digits: Int, unit: String) -> String {
    guard let value = estimate?["value"]?.double else { return "–" }
    func text(_ number: Double) -> String {
      request.figures.decimal(number * scale, digits: digits)
    }
    guard let low = estimate?["low"]?.double, let high = estimate?["high"]?.double else {
      return text(value) + unit
    }
    return text(value) + unit + " (" + text(low) + " … " + text(high) + ")"
  }

  /// Whether a difference is more than chance: its interval is on one side of 0.
  private func verdict(on difference: JSON?) -> Badge? {
    guard let low = difference?["low"]?.double, let high = difference?["high"]?.double else {
      return nil
    }
    if low > 0 { return Badge(request.text(.surelyMore), .good) }
    if high < 0 { return Badge(request.text(.surelyLess), .bad) }
    return Badge(request.text(.maybeChance), .plain)
  }

  private func spending(of arm: JSON) -> String {
    let sums = (arm["spending"]?.elements ?? []).map {
      interval($0, scale: 1, digits: 2, unit: " " + ($0["currency"]?.string ?? ""))
    }
    return sums.isEmpty ? "–" : sums.joined(separator: "; ")
  }

  // MARK: What came of it

  private static let counts = ["impressions", "views", "clicks", "conversions"]

  private var columns: [DataTable.Column] {
    [
      .init(.impressions, .number), .init(.widgetViews, .number), .init(.clicks, .number),
      .init(.purchases, .number),
    ]
  }

  private func cells(_ row: JSON) -> [DataTable.Cell] {
    Self.counts.map { .init(row[$0]?.integer ?? 0, request.figures) }
  }

  private var dayTable: DataTable {
    var table = DataTable(
      .byDay, [.init(.day, .short)] + columns, days.map { [.init($0["day"]?.string)] + cells($0) }
    ).or(EmptyState(.noInteractions))
    table.csv = request.path(["file": "days"])
    return table
  }

  private var soldTable: DataTable {
    var table = DataTable(
      .byProduct, [.init(.product)] + columns + [.init(.revenue, .number)],
      sold.map { row in
        let name = row["product"]?.string
        let product =
          name.map { id in HTML(.a, .href(request.page("products", id))) { id } }
          ?? HTML(request.text(.unknown))
        return [.init(product)] + cells(row) + [.init(revenue(of: row))]
      }
    ).or(EmptyState(.noInteractions))
    table.csv = request.path(["file": "products"])
    return table
  }

  private func revenue(of row: JSON) -> String {
    let sums = (row["revenue"]?.elements ?? []).map {
      request.figures.money($0["decimal"]?.string ?? "0", $0["currency"]?.string ?? "")
    }
    return sums.isEmpty ? "–" : sums.joined(separator: " + ")
  }
}
