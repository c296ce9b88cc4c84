import BeckonModel

/// A link, as the page "Why" shows it: whose it is, how often it was opened, and by whom last.
struct LinkView {
  let request: DashboardRequest
  let story: LinkStory

  var html: HTML {
    let (figures, link) = (request.figures, story.link)
    func count(_ name: String) -> String { figures.whole(story.statistics[name]?.integer ?? 0) }
    return Card.html(request.text(.link) + " " + (link["short_url"]?.string ?? "")) {
      Pairs([
        (request.text(.target), HTML(link["url"]?.string ?? "–")),
        (
          request.text(.owner),
          link["referrer"].map { request.why($0.string) } ?? HTML(request.text(.noOwner))
        ),
        (request.text(.campaign), HTML(request.campaignName(link["campaign"]?.string))),
        (request.text(.created), .time(link["created_at"]?.string)),
        (request.text(.clicks), HTML(count("clicks"))),
        (request.text(.unique), HTML(count("unique"))),
        (request.text(.robots), HTML(count("robots"))),
      ]).html
      HTML(.div) { clicks.html(request.language) }
    }
  }

  private var clicks: DataTable {
    DataTable(
      .lastClicks,
      [
        .init(.when, .short), .init(.kind, .short), .init(.platform, .short),
        .init(.details, .long),
        .init(.install, .short),
      ],
      story.clicks.map { json in
        let details = ["os_version", "device_model", "language", "network_class"]
          .compactMap { json[$0]?.string }
        return [
          .time(json["at"]?.string), .init(json["kind"]?.string ?? ""),
          .init(json["platform"]?.string), .init(details.joined(separator: " · ")),
          .init(request.why(json["install"]?.string)),
        ]
      }
    ).or(EmptyState(.notOpened))
  }
}

/// A payment, as the page "Why" shows it: what it was, whose, and what was paid for it.
struct PaymentView {
  let request: DashboardRequest
  let story: PaymentStory

  var html: HTML {
    let json = story.payment
    return Card.html(request.text(.payment) + " " + (json["payment"]?.string ?? "")) {
      Pairs([
        (
          request.text(.amount),
          HTML(
            request.figures.money(
              json["decimal"]?.string ?? "", json["currency"]?.string ?? ""))
        ),
        (request.text(.kind), HTML(json["type"]?.string ?? "–")),
        (request.text(.state), Badge.state(json["status"]?.string).html),
        (request.text(.told), HTML(json["trust"]?.string ?? "–")),
        (request.text(.at), .time(json["at"]?.string)),
        (request.text(.person), request.why(story.person)),
        (request.text(.install), request.why(json["install"]?.string)),
        (request.text(.link), request.why(json["link"]?.string)),
      ]).html
      HTML(.div) { request.transfers(story.transfers).html(request.language) }
    }
  }
}
