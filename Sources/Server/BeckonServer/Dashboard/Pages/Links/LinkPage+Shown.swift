import BeckonEngine
import BeckonModel

extension LinkPage {
  private var shortURL: String { link["short_url"]?.string ?? "" }
  private var standing: LinkStanding { LinkStanding(link, at: request.now) }

  var html: HTML {
    HTML {
      request.opening(backTo: "links", .backToLinks)
      figures
      HTML(.div, .class("grid")) {
        Card.html(link["name"]?.string ?? shortURL) {
          facts
          if standing != .gone { stopping }
        }
        Card.html(request.text(.qrCode)) { code }
      }
      Card.html { devices }
      Card.html { chart }
      if !visits.isEmpty { Card.html { visitTable.html(request.language) } }
      if standing != .gone, request.may(Self.change) {
        Card.html(request.text(.editLink)) {
          request.form(Self.change) {
            LinkForm(request: request, link: link).html
            HTML(.div) { HTML(.button) { request.text(.change) } }
          }
        }
      }
    }
  }

  private var figures: HTML {
    func count(_ name: String) -> Int64 { statistics[name]?.integer ?? 0 }
    let shown = request.figures
    let lag = count("not_yet_counted")
    return FigureRow([
      .init(
        request.text(.clicks), shown.whole(count("clicks")),
        note: lag == 0 ? nil : request.text(.notYetCounted, ["count": shown.whole(lag)])),
      .init(request.text(.visitors), shown.whole(count("unique"))),
      .init(
        request.text(.robotsAndPreviews), shown.whole(count("robots")),
        note: request.text(.robotsHow)),
    ]).html
  }

  private var facts: HTML {
    Pairs(
      [
        (request.text(.link), HTML(.code) { shortURL }),
        (request.text(.state), standing.badge(request)),
        (request.text(.target), HTML(link["url"]?.string ?? "–")),
        (
          request.text(.campaign),
          HTML(
            link["campaign"].map { request.campaignName($0.string) } ?? request.text(.noCampaign))
        ),
        (request.text(.person), request.person(link["referrer"]?.string)),
        (request.text(.made), HTML.time(link["created_at"]?.string)),
        (request.text(.expires), HTML.time(link["expires_at"]?.string)),
      ]
    ).html
  }

  private var stopping: HTML {
    HTML {
      if standing == .runs, request.may(Self.stop) {
        HTML(.p) { HTML(.small) { request.text(.stopLinkHow) } }
        request.form(Self.stop, .inline) {
          HTML(.button, .class("danger")) { request.text(.stopLink) }
        }
      }
      if standing == .ended {
        request.form(Self.resume, .inline) { HTML(.button) { request.text(.resumeLink) } }
      }
      request.confirmed(Self.delete, .deleteLink, .deleteLinkHow)
    }
  }

  private var code: HTML {
    let (svg, png) = (request.path(["file": "qr.svg"]), request.path(["file": "qr.png"]))
    return HTML {
      HTML.image(svg, showing: request.text(.qrCodeOf, ["link": shortURL]), .class("code"))
      HTML(.div, .class("pager")) {
        HTML(.a, .href(svg), .download) { request.text(.downloadSVG) }
        HTML(.a, .href(png), .download) { request.text(.downloadPNG) }
      }
    }
  }

  // MARK: Statistics

  private var chart: HTML {
    let table = dayTable
    guard !table.rows.isEmpty else { return table.html(request.language) }
    return HTML {
      HTML(.h2) { request.text(.byDay) }
      Chart(kind: .line, table: table).html(request.language)
      platformTable.html(request.language)
    }
  }

  /// What is counted of the link by day, with robots apart.
  var dayTable: DataTable {
    counts(.byDay, .day, by: "day").or(EmptyState(.noClicks)).kept(request, file: "days")
  }

  /// The same by platform.
  var platformTable: DataTable {
    counts(.byPlatform, .platform, by: "platform").kept(request, file: "platforms")
  }

  private func counts(_ caption: Words, _ first: Words, by name: String) -> DataTable {
    let counts = statistics["days"]?.elements ?? []
    return DataTable(
      caption,
      [
        .init(first, .short, csv: name), .init(.clicks, .number, csv: "clicks"),
        .init(.visitors, .number, csv: "unique"), .init(.robotsAndPreviews, .number, csv: "robots"),
      ],
      Set(texts: counts.compactMap { $0[name]?.string }).sortedTexts.map { value in
        [.init(value)] + cells(counts.filter { $0[name]?.string == value })
      })
  }

  private func cells(_ counts: [JSON]) -> [DataTable.Cell] {
    func sum(_ isMeant: (String) -> Bool) -> Int64 {
      counts.filter { isMeant($0["kind"]?.string ?? "") }
        .reduce(0) { $0 + ($1["count"]?.integer ?? 0) }
    }
    return [
      .init(sum { $0 == "click" }, request.figures), .init(sum { $0 == "unique" }, request.figures),
      .init(sum { $0 != "click" && $0 != "unique" }, request.figures),
    ]
  }

  private var visitTable: DataTable {
    DataTable(
      .lastVisits,
      [.init(.when, .short), .init(.kind, .short), .init(.platform, .short), .init(.device)],
      visits.map { visit in
        [
          .time(visit["at"]?.string),
          .init(request.text(visit["kind"]?.string, of: Words.visitKinds)),
          .init(visit["platform"]?.string),
          .init(visit["device_model"]?.string ?? visit["os_version"]?.string),
        ]
      }
    ).kept(request, file: "visits")
  }
}
