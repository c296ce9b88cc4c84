import BeckonModel

/// What was decided as one table: a line for each decision, refusal, transfer, payment and unpaid
/// fact.
extension WhyPage {
  static let table = DashboardTable(name: "why") { request in
    .csv("why", try await WhyPage(request).decisions)
  }

  private var decisions: DataTable {
    DataTable(
      .why,
      [
        .init(.kind, csv: "kind"), .init(.at, csv: "at"), .init(.what, csv: "id"),
        .init(.state, csv: "outcome"), .init(.reason, csv: "reason"),
        .init(.person, csv: "person"), .init(.explanation, csv: "explanation"),
      ], installLines + people.flatMap { lines(of: $0) } + payments.flatMap { lines(of: $0) })
  }

  private var installLines: [[DataTable.Cell]] {
    installs.flatMap { install -> [[DataTable.Cell]] in
      let whose = install["person"]
      let decision = line(
        "install", install["at"], install["install"], install["type"], install["reason"], whose,
        .string(request.explanation(of: install)))
      let candidates = (install["candidates"]?.elements ?? []).map { candidate in
        line(
          "candidate", candidate["at"], candidate["link"], candidate["outcome"], nil, whose, nil)
      }
      return [decision] + candidates
    }
  }

  private func lines(of story: PersonStory) -> [[DataTable.Cell]] {
    let whose = JSON.string(story.id)
    let referrals = story.referrals.map { referral in
      line(
        "referral", referral["joined_at"], referral["id"], referral["state"], referral["match"],
        whose, nil)
    }
    let unpaid = story.unpaid.map { fact in
      line(
        "unpaid", fact["at"], fact["name"], fact["rule_name"], fact["reason"], whose,
        request.explanation(ofUnpaid: fact).map(JSON.string))
    }
    let refusals = story.referrals.flatMap { lines(ofRefusals: $0, whose) }
    return referrals + refusals + story.transfers.map { line(of: $0, whose) } + unpaid
  }

  private func lines(ofRefusals referral: JSON, _ whose: JSON) -> [[DataTable.Cell]] {
    let refused = (referral["refusals"]?.elements ?? []).map { refusal in
      line("refusal", refusal["at"], refusal["rule"], nil, refusal["reason"], whose, nil)
    }
    let uncounted = (referral["not_counted"]?.elements ?? []).map { json in
      line("not_counted", json["at"], json["rule"], nil, json["reason"], whose, nil)
    }
    return refused + uncounted
  }

  private func lines(of story: PaymentStory) -> [[DataTable.Cell]] {
    let whose = story.person.map(JSON.string)
    let payment = line(
      "payment", story.payment["at"], story.payment["payment"], story.payment["status"], nil, whose,
      nil)
    return [payment] + story.transfers.map { line(of: $0, whose) }
  }

  private func line(of transfer: JSON, _ whose: JSON?) -> [DataTable.Cell] {
    let reasons = (transfer["reasons"]?.elements ?? []).compactMap(\.string)
    return line(
      "transfer", transfer["created_at"], transfer["id"], transfer["state"],
      .string(reasons.joined(separator: " ")), whose, nil)
  }

  private func line(_ kind: String, _ values: JSON?...) -> [DataTable.Cell] {
    [DataTable.Cell(kind)] + values.map { DataTable.Cell(HTML([]), value: $0 ?? .null) }
  }
}
