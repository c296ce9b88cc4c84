import BeckonEngine
import BeckonModel
import BeckonStore

/// What the vendor's answers say of a campaign.
struct LinkrunnerCampaignRow {
  private let link: Link
  private let call: Call

  init(_ link: Link, _ call: Call) {
    self.link = link
    self.call = call
  }

  private var network: AdNetwork? { link.options.parameters.network }

  /// The vendor's number of a campaign: the part of the link's id that is chance, as far as every
  /// client's numbers are exact. Nothing is looked up by it.
  var number: Int64 { Int64(link.id.identifier.low & (1 << 53 - 1)) }

  var name: String { link.options.name ?? link.options.utm?["campaign"]?.string ?? link.code }

  /// The host of the link, with the path in front of its code, if there is one.
  var domain: String {
    link.prefix.isEmpty ? OpenedLink(call.publicURL)?.host ?? "" : link.prefix
  }

  /// The page for desktop users; `null` when the link leads them to a store.
  var website: JSON {
    link.options.storeVisitors == .everyone ? .null : .string(link.url)
  }

  /// A campaign that was just made.
  var made: JSON {
    [
      "id": .integer(number), "name": .string(name), "link": .string(call.shortURL(link)),
      "website": website, "display_id": .string(link.code),
      "created_at": .instant(link.createdAt), "domain": .string(domain),
      "android_web_redirect": .orNull(link.options.android),
      "ios_web_redirect": .orNull(link.options.ios), "store_listings": .array([]),
    ]
  }

  /// A row of the list.
  /// - Throws: `DatabaseError`.
  func listed(_ scope: Scope) throws -> JSON {
    let users = try Performance(scope).installs(of: link.id, in: ReportPeriod()).signedUp
    return [
      "display_id": .string(link.code), "name": .string(name),
      "created_at": .instant(link.createdAt), "update_at": .instant(link.createdAt),
      "google": .bool(network == .google), "meta": .bool(network == .meta),
      "meta_campaign_id": .null, "meta_web_to_app": false,
      "active": .bool(link.isAlive(at: scope.now)), "default_link": false,
      "attributed_users": .integer(users), "link": .string(call.shortURL(link)),
      "shareable_link": .string(call.shortURL(link)), "website": website,
      "domain": .string(domain), "store_listings": .array([]),
    ]
  }

  /// A row of the report, without its figures.
  func reported(_ scope: Scope) -> [JSON.Member] {
    let targets = link.targets(scope.app.settings)
    let source = link.options.parameters["utm_source"]?.lowercased()
    let json: JSON = [
      "id": .integer(number), "display_id": .string(link.code), "name": .string(name),
      "link": .string(call.shortURL(link)), "active": .bool(link.isAlive(at: scope.now)),
      "created_at": .instant(link.createdAt), "meta": .bool(network == .meta),
      "meta_web_to_app": false, "google": .bool(network == .google), "google_web_to_app": false,
      "tiktok": .bool(source == "tiktok"), "snapchat": .bool(source == "snapchat"),
      "linkedin": .bool(source == "linkedin"), "ios": .bool(targets.ios != nil),
      "android": .bool(targets.android != nil), "website": website,
      "domain": reportedDomain(scope.app.settings), "custom_store_listing": .null,
      "network_account": .null,
    ]
    return json.members ?? []
  }

  /// `{id, name}`: the app's own domains are numbered in their order from 1, the server's is 0.
  private func reportedDomain(_ settings: AppSettings) -> JSON {
    let place = settings.linkDomains.firstIndex(of: link.prefix).map { $0 + 1 }
    return ["id": .integer(place ?? 0), "name": .string(domain)]
  }
}
