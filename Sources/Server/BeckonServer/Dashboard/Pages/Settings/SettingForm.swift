import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// Some settings of an app that are changed together: a form whose fields are members of
/// `PATCH /v1/app`. What the native call refuses is told above the form.
struct SettingForm: Sendable {
  /// A setting.
  struct Setting: Sendable {
    /// How it is written and read.
    enum Kind: Hashable, Sendable {
      case text
      case whole
      /// Several, a line for each.
      case lines
      /// Yes or no; of nothing set it is what the native call makes of that.
      case flag(usually: Bool)
      case campaign

      static let flag = flag(usually: false)
    }

    /// Its member, `retention_days.clicks` for one of an object.
    let path: String
    let label: Words
    let kind: Kind
    var hint: Words?

    init(_ path: String, _ label: Words, _ kind: Kind, hint: Words? = nil) {
      self.path = path
      self.label = label
      self.kind = kind
      self.hint = hint
    }

    /// The name of its field.
    var name: String { path.split(on: ".").joined(separator: "-") }
    fileprivate var parts: [String] { path.split(on: ".") }
  }

  /// Its word in the action.
  let name: String
  let title: Words
  let settings: [Setting]
  /// An object of which more is set than the form shows, such as a secret: what is not in the form
  /// stays as it is stored.
  var object: String?

  /// What its form does.
  var action: DashboardAction {
    DashboardAction("save-" + name, .edit, done: .settingsSaved) { request in
      let known = request.app?.settings.json ?? .null
      _ = try await request.ask(AppRoute.update, body: try self.body(request, known))
      return .done()
    }
  }

  // MARK: Reading a form

  private func body(_ request: DashboardRequest, _ known: JSON) throws -> JSON {
    let simple = settings.filter { $0.parts.count == 1 }.map { setting in
      JSON.Member(setting.path, value(of: setting, request))
    }
    let names = Set(texts: settings.filter { $0.parts.count == 2 }.map { $0.parts[0] })
    return .object(
      simple + names.sortedTexts.map { JSON.Member($0, inner($0, request, known)) })
  }

  /// An object's members as the form has them, before those that it does not show. Without its
  /// first member there is none.
  private func inner(_ name: String, _ request: DashboardRequest, _ known: JSON) -> JSON {
    let own = settings.filter { $0.parts.count == 2 && $0.parts[0] == name }
    let members = own.map { JSON.Member($0.parts[1], value(of: $0, request)) }
    if object == name, members.first?.value == .null { return .null }
    let shown = Set(texts: members.map(\.name))
    let kept =
      object == name ? (known[name]?.members ?? []).filter { !shown.contains($0.name) } : []
    return .object(members.filter { $0.value != .null || object != name } + kept)
  }

  /// What was not filled in is `null`: what it is in a new app.
  private func value(of setting: Setting, _ request: DashboardRequest) -> JSON {
    let text = request.field(setting.name)
    switch setting.kind {
    case .flag: return .bool(text == "true")
    case .lines:
      let lines = (text ?? "").split(on: "\n").map { $0.split(on: "\r").joined() }
        .map { $0.split(on: " ").joined(separator: " ") }
      return .array(lines.filter { !$0.isEmpty }.map(JSON.string))
    case .whole: return text.map { Int64($0).map(JSON.integer) ?? .string($0) } ?? .null
    case .text, .campaign: return .orNull(text)
    }
  }

  // MARK: Showing it

  /// The form for who may change it, what is set for all others.
  func html(_ request: DashboardRequest, _ app: JSON) -> HTML {
    Card.html(request.text(title)) {
      if request.may(action) {
        request.form(action) {
          HTML(settings.map { field($0, request, app).html })
          HTML(.div) { HTML(.button) { request.text(.save) } }
        }
      } else {
        Pairs(
          settings.map { setting in
            (request.text(setting.label), HTML(shown(setting, request, app)))
          }
        ).html
      }
    }
  }

  private func field(_ setting: Setting, _ request: DashboardRequest, _ app: JSON) -> Field {
    // Only the form that was refused keeps what was written.
    let isMine = request.fault != nil && request.field("action") == action.name
    let value = isMine ? request.field(setting.name) ?? "" : text(of: setting, request, app)
    let kind: Field.Kind =
      switch setting.kind {
      case .text: .line(bytesMax: Limits.urlBytes)
      case .whole: .line(bytesMax: 20)
      case .lines: .lines(rows: 3)
      case .flag: .choice(request.yesOrNo)
      case .campaign:
        .choice(
          [("", request.text(.theOldestCampaign))]
            + (request.app?.campaigns ?? []).map { ($0.id.text, $0.name) })
      }
    return Field(
      setting.name, request.text(setting.label), kind, value: value,
      hint: setting.hint.map { request.text($0) })
  }

  /// What is set. Where no campaign is, the native call tells which one takes its place today; to
  /// save that would choose it for good.
  private func json(of setting: Setting, _ request: DashboardRequest, _ app: JSON) -> JSON? {
    if setting.kind == .campaign { return request.app?.settings.defaultCampaign.map(JSON.id) }
    return setting.parts.reduce(app as JSON?) { $0?[$1] }
  }

  private func text(of setting: Setting, _ request: DashboardRequest, _ app: JSON) -> String {
    switch json(of: setting, request, app) {
    case .array(let elements)?: elements.compactMap(\.string).joined(separator: "\n")
    case .bool(let flag)?: flag ? "true" : "false"
    case .string(let text)?: text
    case .number(let text)?: text
    default:
      if case .flag(let usually) = setting.kind { usually ? "true" : "false" } else { "" }
    }
  }

  private func shown(_ setting: Setting, _ request: DashboardRequest, _ app: JSON) -> String {
    let text = text(of: setting, request, app)
    switch setting.kind {
    case .flag: return request.text(text == "true" ? .yes : .no)
    case .campaign: return request.campaignName(text.isEmpty ? nil : text)
    case .lines: return text.isEmpty ? "–" : text.split(on: "\n").joined(separator: ", ")
    case .text, .whole: return text.isEmpty ? "–" : text
    }
  }
}

extension SettingForm {
  /// All that the page has.
  static let all = [general, domains, ios, android, matching, mail, texts, retention]

  private static let general = SettingForm(
    name: "general", title: .generalSettings,
    settings: [
      .init("default_campaign", .defaultCampaign, .campaign),
      .init("region", .region, .text, hint: .regionHint),
      .init("currency", .currencyOfApp, .text, hint: .currencyHint),
      .init("time_zone", .timeZone, .text, hint: .timeZoneHint),
      .init("languages", .searchLanguages, .lines), .init("cart_url", .cartAddress, .text),
    ])

  private static let domains = SettingForm(
    name: "domains", title: .linkDomains,
    settings: [
      .init("link_domains", .linkDomains, .lines, hint: .linkDomainsHint),
      .init("allowed_targets", .allowedTargets, .lines, hint: .allowedTargetsHint),
      .init("origins", .origins, .lines, hint: .originsHint),
    ])

  private static let ios = SettingForm(
    name: "ios", title: .iosApp,
    settings: [
      .init("ios.bundle_id", .bundleID, .text), .init("ios.team_id", .teamID, .text),
      .init("ios.app_store_id", .appStoreID, .text),
      .init("ios.development_postbacks", .developmentPostbacks, .flag),
      .init("ios.sandbox_payments", .sandboxPayments, .flag),
    ], object: "ios")

  private static let android = SettingForm(
    name: "android", title: .androidApp,
    settings: [
      .init("android.package", .packageName, .text),
      .init("android.sha256", .fingerprints, .lines, hint: .fingerprintsHint),
    ], object: "android")

  private static let matching = SettingForm(
    name: "matching", title: .matching,
    settings: [
      .init("match_by_device_on_ios", .matchByDevice, .flag),
      .init("default_match_minutes", .sureMinutes, .whole),
      .init("weak_match_minutes", .weakMinutes, .whole, hint: .minutesHint),
      .init("fill_pasteboard", .fillPasteboard, .flag),
      .init("hold_same_mailbox", .holdSameMailbox, .flag),
    ])

  private static let mail = SettingForm(
    name: "mail", title: .mails,
    settings: [
      .init("mail.from", .sender, .text, hint: .mailFromHint),
      .init("mail.name", .senderName, .text), .init("mail.reply_to", .replyTo, .text),
      .init("mail.per_day", .perDay, .whole),
    ], object: "mail")

  private static let texts = SettingForm(
    name: "texts", title: .textMessages,
    settings: [
      .init("sms.senders", .senders, .lines, hint: .sendersHint),
      .init("sms.url", .target, .text, hint: .targetHint), .init("sms.per_day", .perDay, .whole),
      .init("sms.per_person_day", .perPersonDay, .whole),
      .init("sms.countries", .countries, .lines, hint: .countriesHint),
      .init("sms.quiet_hours", .quietHours, .flag(usually: true)),
    ])

  private static let retention = SettingForm(
    name: "retention", title: .retention,
    settings: [
      .init("retention_days.clicks", .daysOfClicks, .whole, hint: .retentionHint),
      .init("retention_days.events", .daysOfEvents, .whole),
    ])
}
