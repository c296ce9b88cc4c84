import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore

/// What can be said of any campaign: its name, where its links lead, and when it runs.
struct CampaignForm {
  let request: DashboardRequest
  /// The campaign as it is; `nil` for a new one.
  let campaign: JSON?

  var html: HTML {
    HTML {
      Field(
        "name", request.text(.name), .line(bytesMax: Limits.nameBytes), value: value("name"),
        isRequired: true
      ).html
      Field(
        "url", request.text(.linksLeadTo), .line(bytesMax: Limits.urlBytes), value: value("url"),
        hint: request.text(.targetHint), isRequired: true
      ).html
      Field("starts_at", request.text(.startsAt), .day, value: value("starts_at")).html
      Field("ends_at", request.text(.endsAt), .day, value: value("ends_at")).html
    }
  }

  /// What was written, if it was this form that was not taken; else what is.
  private func value(_ name: String) -> String {
    let isWritten = ["create", "change"].contains(request.field("action") ?? "")
    return isWritten ? request.field(name) ?? "" : known(name)
  }

  private func known(_ name: String) -> String {
    guard let text = campaign?[name]?.string else { return "" }
    guard name.hasSuffix("_at") else { return text }
    return Instant(text).flatMap { request.app?.day(of: $0) } ?? ""
  }

  /// Where links may lead, as it is for links: vendors' campaigns may lead to `http://`, but who
  /// types it here has most likely mistyped. To this machine it is for trying, as of webhooks.
  private static func check(_ url: String) throws {
    guard (try? WebhookURL(url)) == nil else { return }
    do {
      try Target.check(url, schemes: .deepLink)
    } catch {
      throw FieldError("url", error.remedy)
    }
  }

  /// What the native call is told; what is as it was is left out.
  /// - Throws: `FieldError`.
  func members() throws -> [JSON.Member] {
    let changed = ["name", "url", "starts_at", "ends_at"].filter {
      request.field($0) ?? "" != known($0)
    }
    return try changed.map { name in
      let value = request.field(name)
      if name == "url", let value { try Self.check(value) }
      guard name.hasSuffix("_at"), let value else { return JSON.Member(name, .orNull(value)) }
      guard let instant = request.app?.days.start(of: value) else {
        throw FieldError(name, "must be a day such as 2026-11-21")
      }
      return JSON.Member(name, .instant(instant))
    }
  }
}
