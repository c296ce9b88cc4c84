import BeckonEngine
import BeckonModel
import BeckonStore

extension OverviewPage {
  var html: HTML {
    let language = request.language
    return HTML {
      HTML(.p, .class("lead")) {
        request.text(.overviewLead, ["time": Figures.time(asOf ?? "")])
      }
      filters
      Self.notices(request, unusual)
      if sum.isEmpty {
        Card.html { empty.html(language) }
      } else {
        figures.html
        HTML(.p, .class("note")) { request.text(.kNote) }
        HTML(.div, .class("grid")) {
          Card.html(request.text(.byDay)) {
            Chart(kind: .line, table: table(.byDay)).html(language)
          }
          if let revenue = revenueTable {
            Card.html(request.text(.revenueByDay)) {
              Chart(kind: .bar, table: revenue).html(language)
            }
          }
        }
        Card.html { table(.byCampaign).html(language) }
        Card.html { table(.byLink).html(language) }
        HTML(.div, .class("grid")) {
          Card.html { table(.byPlatform).html(language) }
          if !cohorts.isEmpty { Card.html { cohortTable.html(language) } }
        }
        if matches.count > 0 { Card.html { matches.html(request) } }
      }
      live
    }
  }

  private var empty: EmptyState {
    EmptyState(
      .emptyFunnel,
      command:
        "curl -H \"Authorization: Bearer sk_…\" \(request.surroundings.publicURL())/v1/links "
        + "-d '{\"url\": \"https://shop.example\"}'")
  }

  private var filters: HTML {
    HTML(.form, .action(request.path()), .class("filter")) {
      Field("from", request.text(.from), .day, value: request.query("from") ?? "").html
      Field("until", request.text(.untilDay), .day, value: request.query("until") ?? "").html
      Field(
        "campaign", request.text(.campaign),
        .choice(
          [("", request.text(.anyOf))]
            + (request.app?.campaigns ?? []).map { ($0.id.text, $0.name) }),
        value: request.query("campaign") ?? ""
      ).html
      Field(
        "platform", request.text(.platform),
        .choice(
          [("", request.text(.anyOf))] + Platform.allCases.map { ($0.rawValue, $0.rawValue) }),
        value: request.query("platform") ?? ""
      ).html
      HTML(.button, .class("second")) { request.text(.show) }
    }
  }

  /// What is unusual, where anything is.
  static func notices(_ request: DashboardRequest, _ unusual: [Unusual]) -> HTML {
    guard !unusual.isEmpty else { return HTML([]) }
    return HTML(.section, .class("notice unusual"), .label(request.text(.unusual))) {
      HTML(.strong) { request.text(.unusual) }
      HTML(.ul) {
        HTML(
          unusual.map { one in
            HTML(.li) {
              if let link = one.link { HTML(.a, .href(link)) { one.text } } else { one.text }
            }
          })
      }
    }
  }

  private var figures: FigureRow {
    let (figures, sum) = (request.figures, sum)
    func share(_ part: Int64, of whole: Int64, _ words: Words) -> String? {
      whole == 0 ? nil : request.text(words, ["share": figures.share(part, of: whole)])
    }
    var all: [FigureRow.Figure] = [
      .init(request.text(.clicks), figures.whole(sum.clicks)),
      .init(
        request.text(.installs), figures.whole(sum.installs),
        note: share(sum.installs, of: sum.clicks, .ofClicks)),
      .init(
        request.text(.signUps), figures.whole(sum.signUps),
        note: share(sum.signUps, of: sum.installs, .ofInstalls)),
      .init(
        request.text(.conversions), figures.whole(sum.conversions),
        note: share(sum.conversions, of: sum.signUps, .ofSignUps)),
      .init(request.text(.rewards), figures.whole(sum.rewards)),
    ]
    all += sum.revenue.map { money in
      .init(
        request.text(.revenue), figures.money(money.decimal, money.currency),
        note: request.text(.payments, ["count": figures.whole(money.payments)]))
    }
    if let growth {
      let note = request.text(
        .kFormula,
        [
          "opens": figures.decimal(growth.opensPerPerson, digits: 2),
          "rate": figures.decimal(growth.signUpsPerOpen, digits: 2),
        ])
      all.append(
        .init(request.text(.kFactor), figures.decimal(growth.factor, digits: 2), note: note))
    }
    return FigureRow(all)
  }

  private var live: HTML {
    let figures = recent.map { fact -> [DataTable.Cell] in
      [
        .time(fact.at), .init(request.text(fact.what)),
        .init(
          fact.link.map { link in
            HTML(.a, .href(link)) { fact.details.isEmpty ? "…" : fact.details }
          }
            ?? HTML(fact.details)),
      ]
    }
    let table = DataTable(
      .lastMinutes, [.init(.when, .short), .init(.happened, .short), .init(.details, .long)],
      figures
    ).or(EmptyState(.noFacts))
    return HTML(.section, .class("card live"), .id("live"), .data("every", "10")) {
      table.html(request.language)
    }
  }
}
