import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// The fields of a link: what the form shows, and what of it the native call is told. What is as it
/// was is left out, so that a form changes nothing that it does not show.
struct LinkForm {
  let request: DashboardRequest
  /// The link as it is; `nil` for a new one.
  let link: JSON?

  /// The fields, with what was written, or what the link has.
  var html: HTML {
    HTML {
      line("url", .target, .targetHint, isRequired: true)
      line("name", .name, .linkNameHint)
      if link == nil { ofNewLink }
      Field(
        "campaign", request.text(.campaign),
        .choice(
          [("", request.text(.noCampaign))]
            + (request.app?.campaigns ?? []).map { ($0.id.text, $0.name) }),
        value: value("campaign")
      ).html
      Field("expires_at", request.text(.expires), .day, value: value("expires_at")).html
      HTML(.details) {
        HTML(.summary) { request.text(.more) }
        HTML(.div, .class("fields")) {
          line("ios", .iosTarget)
          line("android", .androidTarget)
          line("deep_link", .deepLink)
          HTML(.fieldset) {
            HTML(.legend) { request.text(.preview) }
            line("title", .previewTitle)
            line("description", .previewText)
            line("image", .previewImage)
          }
        }
      }
    }
  }

  private var ofNewLink: HTML {
    let domains = request.app?.settings.linkDomains ?? []
    return HTML {
      line("code", .linkCode, .linkCodeHint)
      if domains.count > 1 {
        Field(
          "domain", request.text(.linkDomain), .choice(domains.map { ($0, $0) }),
          value: value("domain")
        ).html
      }
    }
  }

  private func line(
    _ name: String, _ label: Words, _ hint: Words? = nil, isRequired: Bool = false
  ) -> HTML {
    Field(
      name, request.text(label), .line(bytesMax: Limits.urlBytes), value: value(name),
      hint: hint.map { request.text($0) }, isRequired: isRequired
    ).html
  }

  private func value(_ name: String) -> String {
    let isWritten = ["create", "change"].contains(request.field("action") ?? "")
    return isWritten ? request.field(name) ?? "" : known(name)
  }

  // MARK: What the link has

  /// A field as the link has it now; empty for none.
  private func known(_ name: String) -> String {
    switch TextKey(name) {
    case "ios", "android": link?[name]?.string ?? link?[name]?["url"]?.string ?? ""
    case "title", "description", "image": link?["social"]?[name]?.string ?? ""
    case "expires_at": (link?[name]?.string).map(day) ?? ""
    default: link?[name]?.string ?? ""
    }
  }

  /// The day of the app's time zone at whose beginning something ends.
  private func day(_ instant: String) -> String {
    guard let app = request.app, let instant = Instant(instant) else { return "" }
    return app.day(of: instant)
  }

  // MARK: What the native call is told

  /// The body of the call that makes or changes the link.
  /// - Throws: `FieldError`.
  func body() throws -> JSON {
    var members: [JSON.Member] = []
    let own = ["url", "name", "campaign", "deep_link"] + (link == nil ? ["code", "domain"] : [])
    for name in own where isChanged(name) { members.append(member(name, request.field(name))) }
    for name in ["ios", "android"] where isChanged(name) { members.append(platform(name)) }
    if isChanged("expires_at") {
      members.append(JSON.Member("expires_at", .orNull(try request.field("expires_at").map(start))))
    }
    let preview = ["title", "description", "image"]
    if preview.contains(where: { isChanged($0) }) {
      let social = preview.compactMap { name in
        request.field(name).map { JSON.Member(name, .string($0)) }
      }
      members.append(JSON.Member("social", social.isEmpty ? .null : .object(social)))
    }
    if link == nil, request.field("code") == nil { members.append(JSON.Member("short", true)) }
    return .object(members)
  }

  private func isChanged(_ name: String) -> Bool { request.field(name) ?? "" != known(name) }

  private func member(_ name: String, _ value: String?) -> JSON.Member {
    JSON.Member(name, .orNull(value))
  }

  /// What else is said of a platform stays.
  private func platform(_ name: String) -> JSON.Member {
    let value = JSON.orNull(request.field(name))
    guard let members = link?[name]?.members else { return JSON.Member(name, value) }
    let others = members.filter { $0.name != "url" }
    return JSON.Member(
      name, .object(others + (value == .null ? [] : [JSON.Member("url", value)])))
  }

  private func start(of day: String) throws -> String {
    guard let instant = request.app?.days.start(of: day) else {
      throw FieldError("expires_at", "must be a day such as 2026-11-21")
    }
    return instant.text
  }
}
