import BeckonContract
import BeckonEngine
import BeckonModel

extension PersonPage {
  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) {
        HTML(.a, .href(request.page("people"))) { request.text(.backToPeople) }
      }
      request.faultNotice
      HTML(.div, .class("grid")) {
        Card.html(request.text(.person)) { who }
        Card.html { balanceTable.html(request.language) }
      }
      Card.html { referralTable.html(request.language) }
      Card.html {
        transferTable.html(request.language)
        HTML(.p) {
          HTML(.a, .href(request.page("ledger", query: ["person": id]))) {
            request.text(.allOfThem)
          }
        }
      }
      HTML(.div, .class("grid")) {
        Card.html { installTable.html(request.language) }
        Card.html { linkTable.html(request.language) }
      }
      changes
    }
  }

  private var who: HTML {
    let identities = person["identities"]?.elements ?? []
    return Pairs(
      [
        (request.text(.person), HTML(.code) { id }),
        (request.text(.since), HTML.time(person["created_at"]?.string)),
        (request.text(.signedUp), HTML.time(person["signed_up_at"]?.string)),
        (request.text(.consent), HTML(person["consent"]?.string ?? "–")),
        (request.text(.knownBy), HTML(identities.map(identity))),
        (request.text(.attributes), attributes),
      ]
    ).html
  }

  private func identity(_ identity: JSON) -> HTML {
    let value = identity["value"]?.string
    let isLost = (person["undeliverable"]?.elements ?? []).contains {
      value != nil && $0["email"]?.string == value
    }
    return HTML(.div) {
      HTML(.small) { request.text(identity["kind"]?.string, of: Words.wayNames) + ": " }
      (request.shown(identity) ?? "–") + " "
      if identity["confirmed"]?.bool == true {
        Badge(request.text(.confirmed), .good).html
      } else {
        Badge(request.text(.onlyClaimed), .plain).html
      }
      if identity["verified_at"] != nil { Badge(request.text(.verified), .good).html }
      if isLost { Badge(request.text(.undeliverable), .bad).html }
    }
  }

  private var attributes: HTML {
    let members = person["attributes"]?.members ?? []
    guard request.seesPeople else {
      return HTML(request.text(.attributesMasked, ["count": "\(members.count)"]))
    }
    guard !members.isEmpty else { return HTML("–") }
    return HTML(
      members.map { member in HTML(.div) { HTML(.code) { member.name + ": " + member.value.text } }
      }
    )
  }

  // MARK: Tables

  /// The tables as CSV. Of what there may be many of, it has all.
  static let tables = [
    DashboardFile(name: "balances") { .csv("balances", try await PersonPage($0).balanceTable) },
    DashboardFile(name: "referrals") { .csv("referrals", try await PersonPage($0).referralTable) },
    // As in the ledger: the codes of coupons are in it.
    DashboardFile(name: "transfers") { request in
      try request.needs(.edit)
      return try await request.csv(RewardRoute.listTransfers, query: ["person": shown(request)])
    },
    DashboardFile(name: "installs") { request in
      try await request.csv(InstallRoute.list, query: ["person": shown(request)])
    },
    DashboardFile(name: "links") { request in
      try await request.csv(LinkRoute.list, query: ["person": shown(request)])
    },
  ]

  private static func shown(_ request: DashboardRequest) throws -> String {
    try request.id(PersonID.self).text
  }

  private var transferTable: DataTable {
    let table = request.transfers(transfers)
    return request.holder.role >= .edit ? table.kept(request, file: "transfers") : table
  }

  private var balanceTable: DataTable {
    DataTable(
      .balances,
      [
        .init(.unit, csv: "unit"), .init(.onHand, .number, csv: "posted"),
        .init(.pending, .number, csv: "pending"), .init(.inReview, .number, csv: "in_review"),
      ],
      balances.map { balance in
        [.init(balance["unit"]?.string)]
          + ["posted", "pending", "in_review"].map {
            .init(balance[$0]?.integer ?? 0, request.figures)
          }
      }
    ).or(EmptyState(.noBalances)).kept(request, file: "balances")
  }

  private var referralTable: DataTable {
    DataTable(
      .referrals,
      [
        .init(.campaign, csv: "campaign"), .init(.state, .short, csv: "state"),
        .init(.referrer, .short, csv: "referrer"), .init(.matched, .short, csv: "match"),
        .init(.risk, .short, csv: "risk"), .init(.joined, .short, csv: "joined_at"),
      ],
      (person["referrals"]?.elements ?? []).map { referral in
        [
          .init(request.campaignName(referral["campaign"]?.string)),
          .init(request.text(referral["state"]?.string, of: Words.referralStates)),
          .init(
            request.person(referral["referrer"]?.string), value: referral["referrer"] ?? .null),
          .init(request.text(referral["match"]?.string, of: Words.matchTypes)),
          .init(request.text(referral["risk"]?["level"]?.string, of: Words.riskLevels)),
          .time(referral["joined_at"]?.string),
        ]
      }
    ).or(EmptyState(.noReferrals)).kept(request, file: "referrals")
  }

  private var installTable: DataTable {
    DataTable(
      .installs,
      [.init(.install, .short), .init(.platform, .short), .init(.matched), .init(.since, .short)],
      installs.map { install in
        [
          .init(install["install"]?.string.map(DashboardRequest.brief)),
          .init(install["platform"]?.string),
          .init(request.text(install["match"]?["type"]?.string, of: Words.matchTypes)),
          .time(install["created_at"]?.string),
        ]
      }
    ).or(EmptyState(.noInstalls)).kept(request, file: "installs")
  }

  private var linkTable: DataTable {
    DataTable(
      .links, [.init(.link), .init(.campaign), .init(.state, .short)],
      links.map { link in
        [
          .init(
            HTML(.a, .href(request.page("links", link["id"]?.string ?? ""))) {
              link["short_url"]?.string ?? "–"
            }),
          .init(request.campaignName(link["campaign"]?.string)),
          .init(LinkStanding(link, at: request.now).badge(request)),
        ]
      }
    ).or(EmptyState(.noLinks)).kept(request, file: "links")
  }
}
