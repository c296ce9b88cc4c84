import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore

extension PersonPage {
  /// What can be done for somebody, by whoever may.
  var changes: HTML {
    HTML(.div, .class("grid")) {
      if request.may(Self.grant) { Card.html(request.text(.grant)) { granting } }
      if request.may(Self.makeToken) {
        Card.html(request.text(.signInToken)) {
          HTML(.p) { request.text(.signInTokenHow) }
          request.form(Self.makeToken, .inline) {
            HTML(.button, .class("second")) { request.text(.makeToken) }
          }
          HTML(.p) {
            HTML(.a, .href(request.path(["file": "export"])), .download) { request.text(.export) }
          }
        }
      }
      if request.may(Self.merge) { Card.html(request.text(.merge)) { merging } }
      if request.may(Self.erase) { Card.html(request.text(.erase)) { erasing } }
    }
  }

  private var granting: HTML {
    HTML {
      HTML(.p) { request.text(.grantHow) }
      request.form(Self.grant) {
        HTML.input(
          .type("hidden"), .name("grant"),
          .value(request.field("grant") ?? request.call.ambient.secret(prefix: "form")))
        Field(
          "campaign", request.text(.campaign),
          .choice(joined.map { ($0.id.text, $0.name) }),
          value: request.field("campaign") ?? ""
        ).html
        Field(
          "amount", request.text(.amount), .line(bytesMax: 20),
          value: request.field("amount") ?? "", hint: request.text(.amountHint), isRequired: true
        ).html
        if !units.isEmpty {
          Field(
            "unit", request.text(.unit),
            .choice(units.map { ($0, $0) } + [(Self.otherUnit, request.text(.anotherUnit))]),
            value: request.form.value(of: "unit") ?? usualUnit
          ).html
        }
        Field(
          "new_unit", request.text(units.isEmpty ? .unit : .newUnit),
          .line(bytesMax: Limits.wordBytes), value: request.field("new_unit") ?? "",
          hint: request.text(units.isEmpty ? .firstUnitHint : .newUnitHint)
        ).html
        Field(
          "reason", request.text(.reason), .line(bytesMax: Limits.nameBytes),
          value: request.field("reason") ?? "", isRequired: true
        ).html
        HTML(.div) { HTML(.button) { request.text(.grant) } }
      }
    }
  }

  /// The campaigns that the person is in: nobody is given something in another.
  private var joined: [Campaign] {
    let names = Set(
      texts: (person["referrals"]?.elements ?? []).compactMap { $0["campaign"]?.string })
    return (request.app?.campaigns ?? []).filter { names.contains($0.id.text) }
  }

  /// The unit that the rules of the person's campaigns pay in.
  private var usualUnit: String {
    joined.lazy.flatMap(\.rules).first?.rule.unit ?? units.first ?? ""
  }

  private var merging: HTML {
    HTML {
      HTML(.p) { request.text(.mergeHow) }
      request.form(Self.merge) {
        Field(
          "into", request.text(.mergeInto), .line(bytesMax: Limits.wordBytes),
          value: request.field("into") ?? "", isRequired: true
        ).html
        HTML(.div) { HTML(.button, .class("danger")) { request.text(.merge) } }
      }
    }
  }

  private var erasing: HTML {
    HTML {
      HTML(.p) { request.text(.eraseHow, ["letters": Self.letters(of: id)]) }
      request.form(Self.erase) {
        Field(
          "letters", request.text(.lastLetters), .line(bytesMax: 6), isRequired: true
        ).html
        HTML(.div) { HTML(.button, .class("danger")) { request.text(.erase) } }
      }
    }
  }

  /// The page that shows a token, this once.
  static func token(_ request: DashboardRequest, _ made: JSON) -> HTML {
    let time = made["expires_at"]?.string.map(Figures.time) ?? ""
    return Card.html(request.text(.signInToken)) {
      HTML(.p) { request.text(.tokenShown, ["time": time]) }
      HTML(.p) { HTML(.code) { made["token"]?.string ?? "" } }
      HTML(.p) { HTML(.a, .href(request.path())) { request.text(.person) } }
    }
  }
}
