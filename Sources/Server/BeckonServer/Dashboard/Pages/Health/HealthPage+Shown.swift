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
        Card.html { followersTable.html(language) }
        Card.html { queues.html(language) }
      }
      Card.html {
        rejectedTable.html(language)
        HTML(.p, .class("note")) { request.text(.rejectedLead) }
      }
      Card.html { loops.html(language) }
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

  private var followersTable: DataTable {
    DataTable(
      .followers,
      [.init(.name), .init(.waitingRows, .number), .init(.oldest, .short)],
      followers.map { follower in
        [
          .init(follower.name), .init(follower.lag.rows, request.figures),
          .time(follower.lag.oldest?.text),
        ]
      })
  }

  private var queues: DataTable {
    DataTable(
      .queues,
      [.init(.app), .init(.to, .long), .init(.state, .short), .init(.waiting, .number)],
      webhooks.map { app, json in
        [
          .init(app),
          .init(
            HTML {
              json["url"]?.string ?? ""
              if let warning = json["warning"]?.string {
                HTML(.div) { HTML(.small) { warning } }
              }
            }),
          .init(Badge.state(json["state"]?.string).html),
          .init(json["waiting"]?.integer ?? 0, request.figures),
        ]
      }
    ).or(EmptyState(.noQueues))
  }

  private var rejectedTable: DataTable {
    DataTable(
      .rejected,
      [.init(.when, .short), .init(.app), .init(.reason, .long), .init(.body, .long)],
      rejected.map { app, entry in
        [
          .time(entry.at.text), .init(app), .init(entry.reason),
          .init(HTML(.code) { entry.body.text }),
        ]
      }
    ).or(EmptyState(.nothingRejected))
  }

  private var loops: DataTable {
    DataTable(
      .loops,
      [.init(.name), .init(.lastSuccess, .short), .init(.left, .number)],
      (health["loops"]?.elements ?? []).map { json in
        [
          .init(json["name"]?.string ?? ""), .time(json["last_success"]?.string),
          .init(json["lag"]?.integer ?? 0, request.figures),
        ]
      })
  }
}
