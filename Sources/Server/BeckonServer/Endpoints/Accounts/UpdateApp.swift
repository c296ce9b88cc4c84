import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation

/// `PATCH /v1/app`.
enum UpdateApp {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let shown = ReadApp.describe(call.app, call.app.settings, at: call.now).members ?? []
    try fields.allow(only: AppSettings.names + shown.map(\.name))
    try refuseChanges(of: shown, fields)
    return .reconfigure { scope in
      // As they are in the database now: another change may have come in between.
      let app = try Accounts.context(of: scope.app.number, scope.connection) ?? scope.app
      var settings = try app.settings.changed(by: fields)
      try check(settings, fields)
      if let texts = settings.texts, fields.has("sms") {
        settings.texts = try checked(texts, region: settings.region ?? "", fields)
      }
      if let chosen = settings.defaultCampaign, app.campaign(chosen) == nil {
        throw fields.error("default_campaign", "is none of this app's")
      }
      try checkDomains(settings.linkDomains, fields, scope, call.services[TakenNames.self])
      try Settings(scope).store(settings)
      return .json(ReadApp.describe(app, settings, at: call.now))
    }
  }

  /// What answers show can be sent back as it is, also what is no setting.
  private static func refuseChanges(of shown: [JSON.Member], _ fields: Fields) throws {
    let settings = Set(texts: AppSettings.names)
    for member in shown where !settings.contains(member.name) {
      guard let value = fields.value(member.name), value != member.value else { continue }
      throw fields.error(member.name, "cannot be changed here")
    }
  }

  private static func check(_ settings: AppSettings, _ fields: Fields) throws {
    if let zone = settings.timeZone, LocalDays(zone: zone) == nil {
      throw fields.error("time_zone", "is no time zone such as Europe/Istanbul")
    }
    if let text = settings.android?.certificateFingerprints.first(where: {
      Associations.fingerprint($0) == nil
    }) {
      throw fields.error(
        "android.sha256", "cannot use '\(text)': write 32 bytes in hexadecimal, 14:6D:…")
    }
    if let key = settings.android?.play?.accountKey, RSAPrivateKey(pem: key) == nil {
      throw fields.error(
        "android.play.account_key", "is no RSA key as the service account's file has it, in PEM")
    }
    if let mail = settings.mail { try check(mail, fields) }
    if let region = settings.region, fields.has("region"), !PhoneReader.regions.contains(region) {
      throw fields.error(
        "region",
        "is no country with phone numbers (ISO 3166): write GB for the United Kingdom, DE for "
          + "Germany")
    }
    for origin in settings.origins where fields.has("origins") && !PageOrigin.isOne(origin) {
      throw fields.error(
        "origins",
        "cannot use '\(origin)', which no page has: write https://shop.example, without a path")
    }
    if let cart = settings.cartURL, fields.has("cart_url") {
      do {
        try Target.check(cart)
      } catch {
        throw fields.error("cart_url", error.remedy)
      }
    }
    if let currency = settings.currency, fields.has("currency"),
      !Locale.Currency.isoCurrencies.contains(Locale.Currency(currency))
    {
      throw fields.error("currency", "is no currency (ISO 4217): write EUR, TRY or USD")
    }
    for language in settings.languages where fields.has("languages") {
      guard !ProductLanguage.isCode(language) else { continue }
      throw fields.error(
        "languages", "cannot use '\(language)': write codes such as en or pt-BR (BCP 47)")
    }
    for pattern in settings.allowedTargets where TargetPattern(pattern) == nil {
      throw fields.error("allowed_targets", "cannot use '\(pattern)': write https://host/path*")
    }
  }

  private static func check(_ mail: MailSettings, _ fields: Fields) throws {
    for (name, address) in [("mail.from", mail.from), ("mail.reply_to", mail.replyTo)] {
      guard let address, MailboxAddress(address) == nil else { continue }
      throw fields.error(
        name, "is no address that every mail server takes: write it in ASCII, shop@example.com")
    }
    guard (try? MailSender(mail, appName: "")) != nil else {
      throw fields.error("mail.name", "has a line break or another control character")
    }
  }

  /// The settings with the team's numbers as they are compared, whatever region is set later.
  private static func checked(
    _ texts: TextSettings, region: String, _ fields: Fields
  ) throws -> TextSettings {
    for sender in texts.senders where SMSSender(sender) == nil {
      throw fields.error(
        "sms.senders",
        "cannot use '\(sender.prefix(bytes: 50))': a sender is a number of up to "
          + "\(SMSSender.digitsMax) digits, or a name of up to \(SMSSender.nameBytesMax) "
          + "characters: A to Z, digits, space . - _ &")
    }
    do {
      try Target.check(texts.url)
    } catch {
      throw fields.error("sms.url", error.remedy)
    }
    for country in texts.countries where !PhoneReader.regions.contains(country) {
      throw fields.error(
        "sms.countries", "has '\(country)', which is no country (ISO 3166): write DE for Germany")
    }
    var numbers: [String] = []
    for number in texts.trialNumbers {
      do {
        numbers.append(try PhoneReader.readMobile(number, region: region).e164)
      } catch {
        throw fields.error("sms.trial_numbers", "'\(number)' \(error.advice)")
      }
    }
    return texts.trying(numbers)
  }

  /// A prefix tells whose links are asked for, so it can be one app's only, and not the whole
  /// public host. Its path must leave the server's own paths alone.
  private static func checkDomains(
    _ domains: [String], _ fields: Fields, _ scope: Scope, _ taken: TakenNames
  ) throws {
    let owners = try Accounts.linkDomains(scope.connection)
    for domain in domains {
      guard let prefix = LinkPrefix(domain) else {
        throw fields.error(
          "link_domains",
          "cannot use '\(domain)': write a host, go.example.com, or a host and a path, "
            + "go.example.com/promo")
      }
      if let first = prefix.path.first, (try? taken.check(custom: first)) == nil {
        throw fields.error(
          "link_domains", "cannot use '\(domain)': the server needs the path '/\(first)' itself")
      }
      guard domain != scope.publicHost, owners[domain] ?? scope.app.number == scope.app.number
      else {
        throw fields.error("link_domains", "cannot use '\(domain)': it is not this app's alone")
      }
    }
  }
}
