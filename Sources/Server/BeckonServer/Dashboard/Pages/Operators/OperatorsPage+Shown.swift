import BeckonEngine
import BeckonModel

extension OperatorsPage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) { request.text(.operatorsLead) }
      request.faultNotice
      Card.html { operators.html(request.language) }
      if !links.isEmpty { Card.html { invitations.html(request.language) } }
      if request.holder.invites {
        Card.html(request.text(.inviteSomebody)) {
          request.form(Self.invite) {
            Field(
              "name", request.text(.name), .line(bytesMax: Limits.nameBytes),
              value: request.field("name") ?? "", isRequired: true
            ).html
            Self.rights(request, role: .read, apps: nil)
            HTML(.div) { HTML(.button) { request.text(.invite) } }
          }
        }
      }
    }
  }

  /// The fields for what somebody may do.
  private static func rights(
    _ request: DashboardRequest, role: OperatorRole, apps: [AppID]?
  ) -> HTML {
    HTML {
      Field(
        "role", request.text(.role),
        .choice(OperatorRole.allCases.map { ($0.rawValue, request.text($0.words)) }),
        value: role.rawValue
      ).html
      if request.apps.count > 1 {
        Field(
          "apps", request.text(.inviteApps),
          .choices(request.apps.prefix(Operator.appsMax).map { ($0.id.text, $0.name) }),
          value: (apps ?? []).map(\.text).joined(separator: ",")
        ).html
      }
    }
  }

  var operators: DataTable {
    var table = DataTable(
      .operators,
      [
        .init(.name, csv: "name"), .init(.role, .short, csv: "role"), .init(.apps, csv: "apps"),
        .init(.since, .short, csv: "since"), .init(.change, .short),
      ],
      known.map { one in
        [
          .init(
            HTML {
              one.name
              if one.id == request.holder.id { HTML(.small) { " (" + request.text(.you) + ")" } }
            }, value: .string(one.name)),
          .init(role(one.role), value: .string(one.role.rawValue)), .init(apps(one.apps)),
          .time(one.createdAt.text), .init(changes(of: one)),
        ]
      })
    table.csv = request.path(["csv": "operators"])
    return table
  }

  private func changes(of one: Operator) -> HTML {
    guard request.holder.invites, one.id != request.holder.id else { return HTML([]) }
    return HTML(.details) {
      HTML(.summary) { request.text(.change) }
      request.form(Self.alter) {
        HTML.input(.type("hidden"), .name("operator"), .value(one.id.text))
        Self.rights(request, role: one.role, apps: one.apps)
        HTML(.div) { HTML(.button, .class("small")) { request.text(.change) } }
      }
      request.confirmed(Self.remove, .remove, .removeHow, hidden: ["operator": one.id.text])
    }
  }

  private var invitations: DataTable {
    DataTable(
      .openInvitations,
      [
        .init(.name), .init(.role, .short), .init(.apps), .init(.until, .short),
        .init(.takeBack, .short),
      ],
      links.map { link in
        [
          .init(link.holder.name), .init(role(link.holder.role)), .init(apps(link.holder.apps)),
          .time(link.expiresAt.text),
          .init(
            request.form(Self.takeBack, .inline) {
              HTML.input(.type("hidden"), .name("link"), .value(link.id.text))
              HTML(.button, .class("second small")) { request.text(.takeBack) }
            }),
        ]
      })
  }

  private func role(_ role: OperatorRole) -> HTML {
    Badge(request.text(role.words), role == .read ? .plain : role == .edit ? .accent : .warn).html
  }

  private func apps(_ apps: [AppID]?) -> String {
    guard let apps else { return request.text(.allApps) }
    return apps.map { id in request.apps.first { $0.id == id }?.name ?? id.text }
      .joined(separator: ", ")
  }

  /// The page that shows an invitation's link, this once.
  static func invitation(_ request: DashboardRequest, _ name: String, _ url: String) -> HTML {
    Card.html(request.text(.inviteSomebody)) {
      HTML(.p) { request.text(.invitationLink, ["name": name]) }
      HTML(.p) { HTML(.code) { url } }
      HTML(.p) { HTML(.a, .href(request.path())) { request.text(.operators) } }
    }
  }
}
