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
          if !cohorts.isEmpty {
            Card.html { Self.table(of: cohorts, request).html(language) }
          }
        }
        if !matches.rows.isEmpty { Card.html { matches.html(request) } }
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
      Field("from", request.text(.from), .day, value: request.written("from") ?? "").html
      Field("until", request.text(.untilDay), .day, value: request.written("until") ?? "").html
      request.campaignFilter.html
      Field(
        "platform", request.text(.platform),
        .choice(
          [("", request.text(.anyOf))] + Platform.allCases.map { ($0.rawValue, $0.rawValue) }),
        value: request.written("platform") ?? ""
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
    HTML(.section, .class("card live"), .id("live"), .data("every", "10")) {
      Self.table(of: recent, request).html(request.language)
      if isNarrowed { HTML(.p, .class("note")) { request.text(.notNarrowed) } }
    }
  }

  /// Whether only some of what there is was asked for.
  private var isNarrowed: Bool {
    ["campaign", "platform", "link", "from", "until"].contains { request.query($0) != nil }
  }
}
