import BeckonDatabase
import BeckonModel
import BeckonStore

extension HealthPage {
  var html: HTML {
    let language = request.language
    return HTML {
      HTML(.p, .class("lead")) { request.text(.healthLead) }
      standing
      figures.html
      HTML(.div, .class("grid")) {
        Card.html { followersTable.kept(request, as: "followers").html(language) }
        Card.html { queues.kept(request, as: "queues").html(language) }
      }
      Card.html {
        rejectedTable.kept(request, as: "rejected").html(language)
        HTML(.p, .class("note")) { request.text(.rejectedLead) }
      }
      Card.html { loops.kept(request, as: "loops").html(language) }
    }
  }

  private var standing: HTML {
    let problems = (health["problems"]?.elements ?? []).compactMap(\.string)
    let warnings = (health["warnings"]?.elements ?? []).compactMap(\.string)
    guard !problems.isEmpty || !warnings.isEmpty else {
      return HTML(.div, .class("notice")) { HTML(.p) { request.text(.allWell) } }
    }
    return HTML(.div, .class("notice fault")) {
      HTML(.strong) { request.text(.unwell) }
      HTML(.ul) { HTML((problems + warnings).map { text in HTML(.li) { text } }) }
    }
  }

  private var figures: FigureRow {
    FigureRow([
      .init(request.text(.version), request.surroundings.version),
      .init(request.text(.runningSince), Figures.time(request.surroundings.startedAt.text)),
      .init(request.text(.database), request.figures.bytes(databaseBytes)),
      .init(request.text(.schema), "\(Schema.beckon.version)"),
    ])
  }

  var followersTable: DataTable {
    DataTable(
      .followers,
      [
        .init(.name, csv: "name"), .init(.waitingRows, .number, csv: "rows"),
        .init(.oldest, .short, csv: "oldest"),
      ],
      followers.map { follower in
        [
          .init(follower.name), .init(follower.lag.rows, request.figures),
          .time(follower.lag.oldest?.text),
        ]
      })
  }

  var queues: DataTable {
    DataTable(
      .queues,
      [
        .init(.app, csv: "app"), .init(.to, .long, csv: "url"), .init(.state, .short, csv: "state"),
        .init(.waiting, .number, csv: "waiting"),
      ],
      webhooks.map { app, json in
        [
          .init(app),
          .init(
            HTML {
              request.webhookURL(json)
              if let warning = json["warning"]?.string {
                HTML(.div) { HTML(.small) { warning } }
              }
            }, value: .string(request.webhookURL(json))),
          .init(Badge.state(json["state"]?.string).html, value: json["state"] ?? .null),
          .init(json["waiting"]?.integer ?? 0, request.figures),
        ]
      }
    ).or(EmptyState(.noQueues))
  }

  var rejectedTable: DataTable {
    DataTable(
      .rejected,
      [
        .init(.when, .short, csv: "at"), .init(.app, csv: "app"),
        .init(.reason, .long, csv: "reason"), .init(.body, .long, csv: "body"),
      ],
      rejected.map { app, entry in
        [
          .time(entry.at.text), .init(app), .init(entry.reason),
          .init(HTML(.code) { entry.body.text }, value: .string(entry.body.text)),
        ]
      }
    ).or(EmptyState(.nothingRejected))
  }

  var loops: DataTable {
    DataTable(
      .loops,
      [
        .init(.name, csv: "name"), .init(.lastSuccess, .short, csv: "last_success"),
        .init(.left, .number, csv: "left"),
      ],
      (health["loops"]?.elements ?? []).map { json in
        [
          .init(json["name"]?.string ?? ""), .time(json["last_success"]?.string),
          .init(json["lag"]?.integer ?? 0, request.figures),
        ]
      })
  }
}
