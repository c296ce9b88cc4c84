import BeckonEngine
import BeckonModel

extension LinksPage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) { request.text(.linksLead) }
      request.faultNotice
      HTML(.form, .action(request.path()), .class("filter")) {
        Field(
          "code", request.text(.findLink), .line(bytesMax: Limits.urlBytes),
          value: request.query("code") ?? ""
        ).html
        Field(
          "person", request.text(.ofPerson), .line(bytesMax: Limits.wordBytes),
          value: request.query("person") ?? ""
        ).html
        HTML(.button, .class("second")) { request.text(.find) }
      }
      Card.html { table.html(request.language) }
      if request.may(Self.create) {
        Card.html(request.text(.makeLink)) {
          request.form(Self.create) {
            LinkForm(request: request, link: nil).html
            HTML(.div) { HTML(.button) { request.text(.makeLink) } }
          }
        }
      }
    }
  }

  private var table: DataTable {
    var table = DataTable(
      .links,
      [
        .init(.link), .init(.target, .long), .init(.campaign), .init(.state, .short),
        .init(.made, .short),
      ],
      links.map { link in
        [
          .init(name(of: link)), .init(link["url"]?.string),
          .init(request.campaignName(link["campaign"]?.string)),
          .init(LinkStanding(link, at: request.now).badge(request)),
          .time(link["created_at"]?.string),
        ]
      }
    ).or(EmptyState(.linksEmpty))
    table.csv = request.path(with: "csv", "links")
    table.next = next.map { request.path(with: "cursor", $0) }
    table.first = request.query("cursor").map { _ in request.path(with: "cursor", nil) }
    return table
  }

  private func name(of link: JSON) -> HTML {
    let (id, url) = (link["id"]?.string ?? "", link["short_url"]?.string ?? "")
    return HTML {
      HTML(.a, .href(request.page("links", id))) { link["name"]?.string ?? url }
      if link["name"] != nil { HTML(.div) { HTML(.small) { url } } }
    }
  }
}

/// Whether a link leads on.
enum LinkStanding {
  case runs, ended, gone

  init(_ link: JSON, at now: Instant) {
    if link["deleted_at"]?.string != nil {
      self = .gone
    } else if let end = link["expires_at"]?.string.flatMap({ Instant($0) }), end <= now {
      self = .ended
    } else {
      self = .runs
    }
  }

  func badge(_ request: DashboardRequest) -> HTML {
    switch self {
    case .runs: Badge(request.text(.linkRuns), .good).html
    case .ended: Badge(request.text(.linkEnded), .warn).html
    case .gone: Badge(request.text(.linkGone), .plain).html
    }
  }
}
