import BeckonEngine
import BeckonModel
import BeckonStore

extension CampaignPage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) {
        HTML(.a, .href(request.page("campaigns"))) { request.text(.backToCampaigns) }
      }
      request.faultNotice
      HTML(.div, .class("grid")) {
        Card.html(campaign["name"]?.string) {
          facts
          if request.may(Self.turn) { HTML(.div, .class("pager")) { turns } }
        }
        if request.may(Self.change) {
          Card.html(request.text(.change)) {
            request.form(Self.change) {
              CampaignForm(request: request, campaign: campaign).html
              HTML(.div) { HTML(.button) { request.text(.change) } }
            }
          }
        }
      }
      HTML(.h2) { request.text(.rules) }
      if rules.isEmpty { EmptyState(.noRules).html(request.language) }
      HTML(rules.map(card))
      if !rules.isEmpty {
        request.form(Self.tryRules, .inline) {
          HTML(.button, .class("second")) { request.text(.tryRules) }
        }
      }
      if request.may(Self.saveRule) {
        Card.html(request.text(.addRule)) { form(of: nil) }
      }
    }
  }

  private var facts: HTML {
    Pairs(
      [
        (request.text(.state), CampaignsPage.standing(request, campaign)),
        (
          request.text(.kind),
          HTML(request.text(campaign["kind"]?.string, of: Words.campaignKinds))
        ),
        (request.text(.steps), HTML("\(campaign["goal"]?.integer ?? 0)")),
        (request.text(.linksLeadTo), HTML(campaign["url"]?.string ?? "–")),
        (request.text(.startsAt), HTML.time(campaign["starts_at"]?.string)),
        (request.text(.endsAt), HTML.time(campaign["ends_at"]?.string)),
      ]
    ).html
  }

  /// The states into which it can go from its own.
  private var turns: HTML {
    let words: [(CampaignState, Words)] = [
      (.active, .resumeCampaign), (.paused, .pauseCampaign), (.ended, .endCampaign),
      (.archived, .archiveCampaign),
    ]
    return HTML(
      words.filter { $0.0.rawValue != campaign["state"]?.string ?? "" }.map { state, text in
        let hidden: KeyValuePairs<String, String> = ["state": state.rawValue]
        switch state {
        case .active, .paused: return request.button(Self.turn, text, hidden: hidden)
        case .ended: return request.confirmed(Self.turn, text, .endCampaignHow, hidden: hidden)
        case .archived:
          return request.confirmed(Self.turn, text, .archiveCampaignHow, hidden: hidden)
        }
      })
  }

  // MARK: Rules

  private func card(_ rule: JSON) -> HTML {
    Card.html(rule["name"]?.string) {
      HTML(.p) { sentence(rule) }
      if let budget = rule["id"]?.string.flatMap({ RuleID($0) }).flatMap({ budgets[$0] }) {
        spent(budget, unit: rule["unit"]?.string ?? "")
      }
      if request.may(Self.saveRule) {
        HTML(.details) {
          HTML(.summary) { request.text(.changeRule) }
          form(of: rule)
          request.confirmed(
            Self.removeRule, .removeRule, .removeRuleHow,
            hidden: ["rule": rule["id"]?.string ?? ""])
        }
      }
    }
  }

  /// What is spent of what the rule may pay in all.
  private func spent(_ budget: RuleBudget, unit: String) -> HTML {
    let figures = request.figures
    return HTML(.p) {
      request.text(
        .ruleBudget,
        [
          "spent": figures.whole(budget.spent), "total": figures.whole(budget.total),
          "left": figures.whole(max(0, budget.left)), "unit": unit,
        ]) + " "
      if budget.left <= 0 {
        Badge(request.text(.budgetUsedUp), .bad).html
      } else if budget.isNearEnd {
        Badge(request.text(.budgetNearEnd), .warn).html
      }
    }
  }

  private func sentence(_ json: JSON) -> String {
    guard let rule = try? RewardRule(Fields(json)) else { return json.text }
    return RuleSentence(rule: rule, figures: request.figures).text
  }

  private func form(of rule: JSON?) -> HTML {
    request.form(Self.saveRule) {
      RuleForm(request: request, rule: rule).html
      HTML(.div, .class("pager")) {
        HTML(.button) { request.text(.saveRule) }
        HTML(.button, .name("try"), .value("yes"), .class("second")) { request.text(.tryRule) }
      }
    }
  }
}
