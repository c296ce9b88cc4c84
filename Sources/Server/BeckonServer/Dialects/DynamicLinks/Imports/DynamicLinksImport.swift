import BeckonContractDynamicLinks
import BeckonEngine
import BeckonModel
import BeckonStore

/// Short links that the app had with Dynamic Links, with their codes: the list that the vendor's
/// console exported, or one of the app's own.
struct DynamicLinksImport: ImportKind {
  let name = Vendor.dynamicLinks.name
  let mergedMeans = "rows about links that were here, or in an earlier row; they stay as they are"
  let passes = 1
  var choices: [String] { [options.domain ?? ""] }
  private let options: ImportChoices

  init(_ options: ImportChoices) {
    self.options = options
  }

  /// What a column may be called: as in the console, and as a program writes it.
  private enum Column: CaseIterable {
    case short, long, link, name

    var names: [String] {
      switch self {
      case .short:
        ["short_link", "Short Dynamic Link", "Short link", "shortLink", "short_dynamic_link"]
      case .long: ["long_link", "Long Dynamic Link", "Long link", "longLink", "long_dynamic_link"]
      case .link: ["link", "Deep link", "deep_link", "deepLink"]
      case .name: ["name", "Link name", "link_name", "linkName"]
      }
    }

    func value(_ row: Fields) throws(FieldError) -> (column: String, text: String)? {
      for name in names {
        if let text = try row.string(name, max: Limits.openedURLBytes) { return (name, text) }
      }
      return nil
    }
  }

  var columns: [String] { Column.allCases.flatMap(\.names) }

  func check(_ columns: Set<TextKey>, _ app: AppContext, _ now: Instant) throws -> [String] {
    func has(_ column: Column) -> Bool { column.names.contains { columns.contains(TextKey($0)) } }
    guard options.campaign == nil, options.rewards == .settled else {
      throw ImportRefused(
        "links join no campaign and earn nothing", "leave --campaign and --pay-later out")
    }
    guard has(.short), has(.long) || has(.link) else {
      throw ImportRefused(
        "the file needs a column with short links, and one with what they lead to",
        "name them short_link and long_link (or link, the deep link alone)")
    }
    let domains = app.settings.linkDomains
    if let domain = options.domain, !domains.contains(where: { $0 == domain }) {
      throw ImportRefused(
        "'\(NameSuggestion.shown(domain))' is none of the app's link_domains",
        "add it: PATCH /v1/app; now there are: \(domains.joined(separator: ", "))")
    }
    guard !domains.isEmpty else {
      throw ImportRefused(
        "the app has no domain for its links", "set link_domains: PATCH /v1/app")
    }
    return []
  }

  func apply(
    _ row: Fields, line: Int, pass: Int, _ log: ImportLog, _ scope: Scope
  ) throws {
    guard let (column, short) = try Column.short.value(row) else {
      return try log.note(
        .rejected(ImportRejection(.invalid, "there is no short link")), nil, line: line)
    }
    guard let place = address(of: short, scope) else {
      return try log.note(
        .rejected(
          ImportRejection(
            .invalid,
            "'\(column)' is under none of the app's link_domains: import it again with --domain "
              + "and one of these, under which it keeps its code; or, if its own domain leads to "
              + "this server, add that to link_domains (PATCH /v1/app)")),
        nil, line: line)
    }
    guard let long = try long(row, under: place.prefix), let link = LongLink(long) else {
      return try log.note(.rejected(try Self.leadsNowhere(row)), nil, line: line)
    }
    let name = try Column.name.value(row).map { $0.text.prefix(bytes: Limits.nameBytes) }
    let verdict = try verdict(place, link, name, scope)
    try log.note(verdict, nil, Self.remark(on: long, scope.app.settings), line: line)
  }

  private static func leadsNowhere(_ row: Fields) throws -> ImportRejection {
    guard let (column, _) = try Column.long.value(row) else {
      return ImportRejection(
        .invalid,
        "there is no page to which it leads: give the deep link, https://…, or the long link")
    }
    return ImportRejection(
      .invalid,
      "'\(column)' is no long link whose 'link' is a page of the web: give it as "
        + "https://…?link=https%3A%2F%2F…, or leave the cell empty and give the deep link alone")
  }

  /// What the author of a link would be told who shortens it here.
  private static func remark(on long: LongDynamicLink, _ settings: AppSettings) -> String? {
    let warnings = DynamicLinkWarnings.all(long, settings).map(\.message)
    return warnings.isEmpty ? nil : warnings.joined(separator: " ")
  }

  private func verdict(
    _ place: LinkAddress, _ long: LongLink, _ name: String?, _ scope: Scope
  ) throws -> ImportVerdict {
    do throws(CodeError) {
      try Code.check(custom: place.code)
      try Code.check(place.code, under: place.prefix, among: scope.app.settings.linkDomains)
    } catch {
      let isReserved = error == .reserved || error == .prefix
      let reason: ImportRejection.Reason = isReserved ? .codeReserved : .codeMalformed
      return .rejected(ImportRejection(reason, "the code " + error.remedy))
    }
    switch try ShortenedLinks(scope).take(long, at: place, name: name) {
    case .made: return .accepted
    case .known: return .merged(nil)
    case .taken:
      return .rejected(ImportRejection(.codeTaken, "the code is another link's, or was"))
    }
  }

  /// Where the short link is to stand.
  private func address(of short: String, _ scope: Scope) -> LinkAddress? {
    let url = URLText(short)?.isWeb == true ? short : "https://" + short
    guard let opened = OpenedLink(url, forms: scope.app.forms.links) else { return nil }
    if let domain = options.domain, let code = opened.addresses.first?.code {
      return LinkAddress(prefix: domain, code: code)
    }
    return opened.addresses.first { address in
      scope.app.settings.linkDomains.contains { $0 == address.prefix }
    }
  }

  /// What it leads to, as a long link under its new place.
  private func long(_ row: Fields, under prefix: String) throws -> LongDynamicLink? {
    if let (_, text) = try Column.long.value(row) {
      return LongDynamicLink(url: text).map { link in
        LongDynamicLink(prefix: prefix, values: link.values, unknown: link.unknown)
      }
    }
    return try Column.link.value(row).map { link in
      LongDynamicLink(prefix: prefix, values: [.link: link.text])
    }
  }
}
