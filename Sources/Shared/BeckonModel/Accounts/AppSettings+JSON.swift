extension AppSettings {
  private static let listMax = 100

  /// The names that `changed(by:)` knows.
  public static let names = [
    "link_domains", "allowed_targets", "origins", "languages", "region", "currency", "time_zone",
    "cart_url", "status", "ios", "android", metaReferrerKeyName, "match_by_device_on_ios",
    "default_match_minutes", "weak_match_minutes", "attribution_since", "default_campaign",
    "pass_parameters", "fill_pasteboard", "retention_days", "request_signing",
    "invite_parameter", "referrer_attribute", "record_rules",
    "record_inventory", "open_members", "mail", "sms", "hold_same_mailbox", "session_minutes",
    UnnamedInviteSettings.name,
    "reminders",
  ]

  /// What is not named stays, so that who mends an address does not end the trial.
  private func texts(changedBy fields: Fields) throws(FieldError) -> TextSettings? {
    guard let given = try fields.fields("sms") else { return nil }
    let named = Set(texts: given.all.map(\.name))
    let kept = (texts?.json.members ?? []).filter { !named.contains(TextKey($0.name)) }
    return try TextSettings(fields.inner(.object(kept + given.all), at: "sms"))
  }

  private func unnamedInvites(
    changedBy fields: Fields
  ) throws(FieldError) -> UnnamedInviteSettings {
    guard let given = try fields.fields(UnnamedInviteSettings.name) else {
      return UnnamedInviteSettings()
    }
    return try UnnamedInviteSettings(unnamedInvites, changedBy: given)
  }

  /// The settings with those fields changed that stand in `fields`; `null` makes one what it is in
  /// a new app.
  /// - Throws: `FieldError`.
  public func changed(by fields: Fields) throws(FieldError) -> AppSettings {
    var new = self
    func list(_ name: String, _ old: [String]) throws(FieldError) -> [String] {
      guard fields.has(name) else { return old }
      return try fields.strings(name, max: Self.listMax, each: Limits.urlBytes) ?? []
    }
    func text(_ name: String, _ old: String?) throws(FieldError) -> String? {
      fields.has(name) ? try fields.string(name, max: Limits.urlBytes) : old
    }
    new.linkDomains = try list("link_domains", linkDomains).map(Self.linkDomain)
    new.allowedTargets = try list("allowed_targets", allowedTargets)
    new.origins = try list("origins", origins).map { PageOrigin.normal($0) }
    new.languages = try list("languages", languages)
    new.region = try Self.letters("region", 2, "TR (ISO 3166)", fields, region)
    new.currency = try Self.letters("currency", 3, "EUR (ISO 4217)", fields, currency)
    new.timeZone = try text("time_zone", timeZone)
    new.cartURL = try text("cart_url", cartURL)
    new.status = try text("status", status)
    if fields.has("attribution_since") {
      new.attributionSince = try fields.instant("attribution_since")
    }
    if fields.has("ios") { new.ios = try IOSApp(fields.fields("ios")) }
    if fields.has("android") { new.android = try AndroidApp(fields.fields("android")) }
    try new.changeMetaKey(by: fields)
    try new.changeMatching(by: fields)
    try new.changeRetention(by: fields)
    try new.changeSigning(by: fields)
    try new.changeRecord(by: fields)
    if fields.has("default_campaign") {
      new.defaultCampaign = try fields.id("default_campaign", CampaignID.self)
    }
    try new.changeInviteParameter(by: fields)
    if fields.has("mail") { new.mail = try MailSettings(fields.fields("mail")) }
    if fields.has("sms") { new.texts = try texts(changedBy: fields) }
    if fields.has(UnnamedInviteSettings.name) {
      new.unnamedInvites = try unnamedInvites(changedBy: fields)
    }
    if fields.has("reminders") {
      new.reminders = try reminders.changed(by: fields.fields("reminders"))
    }
    let passed = "pass_parameters"
    new.change(
      \.passParameters, by: passed, of: fields, to: try PassedParameters(passed, of: fields))
    let fills = "fill_pasteboard"
    new.change(\.fillsPasteboard, by: fills, of: fields, to: try fields.bool(fills))
    let opens = "open_members"
    new.change(\.opensMembers, by: opens, of: fields, to: try fields.bool(opens))
    let holds = "hold_same_mailbox"
    new.change(\.holdsSameMailbox, by: holds, of: fields, to: try fields.bool(holds))
    let minutes = "session_minutes"
    new.change(
      \.sessionMinutes, by: minutes, of: fields,
      to: try fields.integer(minutes, in: Self.sessionMinutesRange))
    return new
  }

  /// Hosts are the same in either case, paths are not.
  private static func linkDomain(_ text: String) -> String {
    let parts = text.split(on: "/", maxSplits: 1, keepsEmpty: true)
    return ([parts[0].lowercased()] + parts.dropFirst()).joined(separator: "/")
  }

  private static func letters(
    _ name: String, _ count: Int, _ example: String, _ fields: Fields, _ old: String?
  ) throws(FieldError) -> String? {
    guard fields.has(name) else { return old }
    guard let text = try fields.string(name, max: Limits.wordBytes) else { return nil }
    guard text.utf8.count == count, text.utf8.allSatisfy({ (65...90).contains($0) }) else {
      throw fields.error(name, "must be \(count) capital letters, such as \(example)")
    }
    return text
  }

  private mutating func changeInviteParameter(by fields: Fields) throws(FieldError) {
    let name = "invite_parameter"
    guard fields.has(name) else { return }
    // An empty one is a choice: links name nobody.
    if fields.value(name)?.string?.isEmpty == true { return inviteParameter = "" }
    inviteParameter =
      try fields.string(name, max: Limits.wordBytes) ?? Self.usualInviteParameter
  }

  private mutating func changeMetaKey(by fields: Fields) throws(FieldError) {
    guard fields.has(Self.metaReferrerKeyName) else { return }
    let text = try fields.string(Self.metaReferrerKeyName, max: Limits.wordBytes)
    guard text.map({ Hexadecimal.decode($0)?.count == 32 }) ?? true else {
      throw fields.error(
        Self.metaReferrerKeyName,
        "must be 64 hexadecimal digits, as Meta's dashboard shows them under Settings, Basic, "
          + "Android")
    }
    metaReferrerKey = text
  }

  private static let metaReferrerKeyName = "meta_install_referrer_key"

  /// Sets what stands in `fields`, be it `null`.
  private mutating func change<Value>(
    _ setting: WritableKeyPath<AppSettings, Value>, by name: String, of fields: Fields,
    to value: Value?
  ) {
    guard fields.has(name) else { return }
    self[keyPath: setting] = value ?? AppSettings()[keyPath: setting]
  }

  private mutating func changeMatching(by fields: Fields) throws(FieldError) {
    let minutes = Self.matchMinutes
    let (device, weak, sure) = (
      "match_by_device_on_ios", "weak_match_minutes", "default_match_minutes"
    )
    change(\.matchesByDeviceOnIOS, by: device, of: fields, to: try fields.bool(device))
    change(\.weakMatchMinutes, by: weak, of: fields, to: try fields.integer(weak, in: minutes))
    change(\.defaultMatchMinutes, by: sure, of: fields, to: try fields.integer(sure, in: minutes))
    guard defaultMatchMinutes <= weakMatchMinutes else {
      throw fields.error("default_match_minutes", "must not pass weak_match_minutes")
    }
  }

  private mutating func changeRetention(by fields: Fields) throws(FieldError) {
    guard fields.has("retention_days") else { return }
    guard let retention = try fields.fields("retention_days") else {
      return retentionDays = RetentionDays()
    }
    try retention.allow(only: ["clicks", "events"])
    let range = RetentionDays.least...36_500
    let (clicks, events) = ("clicks", "events")
    change(
      \.retentionDays.clicks, by: clicks, of: retention,
      to: try retention.integer(clicks, in: range))
    change(
      \.retentionDays.events, by: events, of: retention,
      to: try retention.integer(events, in: range))
  }

  private mutating func changeSigning(by fields: Fields) throws(FieldError) {
    guard fields.has("request_signing") else { return }
    guard let signing = try fields.fields("request_signing") else {
      return requestSigning = RequestSigning()
    }
    try signing.allow(only: ["required", "unsigned_native", "keys"])
    let (required, unsigned) = ("required", "unsigned_native")
    change(\.requestSigning.isRequired, by: required, of: signing, to: try signing.bool(required))
    change(
      \.requestSigning.allowsUnsignedNative, by: unsigned, of: signing,
      to: try signing.bool(unsigned))
    change(\.requestSigning.keys, by: "keys", of: signing, to: try Self.signingKeys(signing))
    guard !requestSigning.isRequired || !requestSigning.keys.isEmpty else {
      throw signing.error("keys", "are missing: without one no request could be signed")
    }
  }

  private static func signingKeys(_ signing: Fields) throws(FieldError) -> [TextKey: String]? {
    guard let keys = try signing.object("keys", maxBytes: Limits.attributesBytes)?.members else {
      return nil
    }
    guard keys.count <= RequestSigning.keysMax else {
      throw signing.error("keys", "are more than \(RequestSigning.keysMax)")
    }
    var secrets: [TextKey: String] = [:]
    for key in keys {
      guard let secret = key.value.string, !secret.isEmpty else {
        throw signing.error("keys", "must be secrets by key id")
      }
      secrets[key.name] = secret
    }
    return secrets
  }

  /// The settings as answers show them: in place of Meta's key, whether it is set.
  public var shown: JSON {
    let members = (json.members ?? []).filter { $0.name != Self.metaReferrerKeyName }
    let isSet = JSON.Member(Self.metaReferrerKeyName + "_set", .bool(metaReferrerKey != nil))
    return .object(members + [isSet])
  }

  /// The settings as they are stored.
  public var json: JSON {
    func list(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
    return .object([
      "link_domains": list(linkDomains), "allowed_targets": list(allowedTargets),
      "origins": list(origins), "region": region.map(JSON.string),
      "currency": currency.map(JSON.string), "time_zone": timeZone.map(JSON.string),
      "cart_url": cartURL.map(JSON.string), "languages": list(languages),
      "status": status.map(JSON.string), "ios": ios?.json, "android": android?.json,
      Self.metaReferrerKeyName: metaReferrerKey.map(JSON.string),
      "match_by_device_on_ios": .bool(matchesByDeviceOnIOS),
      "default_match_minutes": .integer(defaultMatchMinutes),
      "weak_match_minutes": .integer(weakMatchMinutes),
      "attribution_since": attributionSince.map(JSON.instant),
      "default_campaign": defaultCampaign.map(JSON.id), "pass_parameters": passParameters.json,
      "invite_parameter": .string(inviteParameter),
      "fill_pasteboard": .bool(fillsPasteboard),
      "retention_days": [
        "clicks": .integer(retentionDays.clicks), "events": .integer(retentionDays.events),
      ],
      "request_signing": [
        "required": .bool(requestSigning.isRequired),
        "unsigned_native": .bool(requestSigning.allowsUnsignedNative),
        "keys": .object(
          requestSigning.keys.sorted { $0.key < $1.key }
            .map { JSON.Member($0.key.text, .string($0.value)) }),
      ],
      "referrer_attribute": referrerAttribute.map(JSON.string),
      "record_rules": recordRules.map { .array($0.map(\.json)) },
      "record_inventory": .string(recordInventory), "open_members": .bool(opensMembers),
      "mail": mail?.json, "sms": texts?.json, "hold_same_mailbox": .bool(holdsSameMailbox),
      "session_minutes": .integer(sessionMinutes),
      UnnamedInviteSettings.name: unnamedInvites.json, "reminders": reminders.json,
    ])
  }
}

extension IOSApp {
  init?(_ fields: Fields?) throws(FieldError) {
    guard let fields else { return nil }
    try fields.allow(only: [
      "bundle_id", "team_id", "app_store_id", "development_postbacks", "sandbox_payments",
    ])
    bundleID = try fields.require("bundle_id", fields.string("bundle_id", max: 255))
    teamID = try fields.string("team_id", max: 20)
    appStoreID = try fields.string("app_store_id", max: 20)
    acceptsDevelopmentPostbacks = try fields.bool("development_postbacks") ?? false
    acceptsSandboxPayments = try fields.bool("sandbox_payments") ?? false
  }

  var json: JSON {
    .object([
      "bundle_id": .string(bundleID), "team_id": teamID.map(JSON.string),
      "app_store_id": appStoreID.map(JSON.string),
      "development_postbacks": acceptsDevelopmentPostbacks ? true : nil,
      "sandbox_payments": acceptsSandboxPayments ? true : nil,
    ])
  }
}

extension AndroidApp {
  init?(_ fields: Fields?) throws(FieldError) {
    guard let fields else { return nil }
    try fields.allow(only: ["package", "sha256", "play"])
    package = try fields.require("package", fields.string("package", max: 255))
    certificateFingerprints = try fields.strings("sha256", max: 20, each: 100) ?? []
    play = try PlayStore(fields.fields("play"))
  }

  var json: JSON {
    .object([
      "package": .string(package), "sha256": .array(certificateFingerprints.map(JSON.string)),
      "play": play?.json,
    ])
  }
}

extension PlayStore {
  init?(_ fields: Fields?) throws(FieldError) {
    guard let fields else { return nil }
    try fields.allow(only: [
      "push_audience", "push_email", "account_email", "account_key", "test_payments",
    ])
    func text(_ name: String, _ max: Int) throws(FieldError) -> String {
      try fields.require(name, fields.string(name, max: max))
    }
    pushAudience = try text("push_audience", Limits.urlBytes)
    pushEmail = try text("push_email", Limits.identityBytes)
    accountEmail = try text("account_email", Limits.identityBytes)
    accountKey = try text("account_key", Self.keyBytes)
    acceptsTestPayments = try fields.bool("test_payments") ?? false
  }

  var json: JSON {
    .object([
      "push_audience": .string(pushAudience), "push_email": .string(pushEmail),
      "account_email": .string(accountEmail), "account_key": .string(accountKey),
      "test_payments": acceptsTestPayments ? true : nil,
    ])
  }
}
