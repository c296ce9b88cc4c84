import BeckonEngine
import BeckonModel

extension LinksPage {
  var html: HTML {
    HTML {
      request.opening(.linksLead)
      if !reported.isEmpty { Card.html { reports.html(request.language) } }
      request.filter(
        fields: [
          request.asked("code", .findLink, bytesMax: Limits.urlBytes),
          request.asked("name", .name, bytesMax: Limits.nameBytes),
          request.campaignFilter, request.asked("person", .ofPerson),
        ])
      Card.html { table.html(request.language) }
      request.making(Self.create, .makeLink) { LinkForm(request: request, link: nil).html }
    }
  }

  private var table: DataTable {
    DataTable(
      .links,
      [
        .init(.link), .init(.target, .long), .init(.campaign), .init(.state, .short),
        .init(.made, .short),
      ],
      links.rows.map { link in
        [
          .init(name(of: link)), .init(link["url"]?.string),
          .init(request.campaignName(link["campaign"]?.string)),
          .init(LinkStanding(link, at: request.now).badge(request)),
          .time(link["created_at"]?.string),
        ]
      }
    ).or(EmptyState(.linksEmpty)).paged(request, csv: "links", next: links.next)
  }

  func name(of link: JSON) -> HTML {
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
