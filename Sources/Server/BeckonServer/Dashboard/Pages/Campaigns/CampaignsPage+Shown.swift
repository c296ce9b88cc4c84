import BeckonEngine
import BeckonModel

extension CampaignsPage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) { request.text(.campaignsLead) }
      request.faultNotice
      Card.html {
        table.html(request.language)
        HTML(.p) {
          HTML(.a, .href(request.path(["archived": "true"]))) { request.text(.showArchived) }
        }
      }
      if request.may(Self.create) {
        Card.html(request.text(.makeCampaign)) {
          request.form(Self.create) {
            CampaignForm(request: request, campaign: nil).html
            ofNewCampaign
            HTML(.div) { HTML(.button) { request.text(.makeCampaign) } }
          }
        }
      }
    }
  }

  private var ofNewCampaign: HTML {
    HTML {
      Field(
        "kind", request.text(.kind),
        .choice(
          CampaignKind.allCases.map {
            ($0.rawValue, request.text($0.rawValue, of: Words.campaignKinds))
          }), value: request.field("kind") ?? ""
      ).html
      Field(
        "goal", request.text(.steps), .choice((1...3).map { ("\($0)", "\($0)") }),
        value: request.field("goal") ?? "1", hint: request.text(.stepsHint)
      ).html
    }
  }

  private var table: DataTable {
    var table = DataTable(
      .campaigns,
      [
        .init(.campaign), .init(.kind, .short), .init(.state, .short), .init(.steps, .number),
        .init(.rules, .number),
      ],
      campaigns.map { campaign in
        [
          .init(
            HTML {
              HTML(.a, .href(request.page("campaigns", campaign["id"]?.string ?? ""))) {
                campaign["name"]?.string ?? "–"
              }
              if campaign["default"]?.bool == true {
                " "
                Badge(request.text(.standardCampaign), .accent).html
              }
            }),
          .init(request.text(campaign["kind"]?.string, of: Words.campaignKinds)),
          .init(Self.standing(request, campaign)),
          .init(campaign["goal"]?.integer ?? 0, request.figures),
          .init(Int64(campaign["rules"]?.elements?.count ?? 0), request.figures),
        ]
      }
    ).or(EmptyState(.campaignsEmpty))
    table.csv = request.path(["csv": "campaigns", "archived": request.query("archived")])
    return table
  }

  /// Whether it takes people and pays now.
  static func standing(_ request: DashboardRequest, _ campaign: JSON) -> HTML {
    let word = campaign["standing"]?.string
    return Badge(
      request.text(word, of: Words.campaignStandings), word == "active" ? .good : .plain
    ).html
  }
}
