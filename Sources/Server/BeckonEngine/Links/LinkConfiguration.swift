import BeckonModel

extension Link {
  /// What can be changed of a link, by the names of the API.
  public var configuration: JSON {
    let own = JSON.object([
      "url": .string(url), "campaign": campaign.map(JSON.id),
      "expires_at": expiresAt.map(JSON.instant),
    ])
    return .object((own.members ?? []) + (options.json.members ?? []))
  }

  /// The link with members of its configuration changed; `null` takes one away.
  public func changed(by members: [JSON.Member]) -> Link {
    let changed = configuration.changed(by: members)
    return Link(
      id: id, app: app, prefix: prefix, code: code, url: changed["url"]?.string ?? url,
      campaign: changed["campaign"]?.string.flatMap { CampaignID($0) }, referrer: referrer,
      options: LinkOptions(json: changed), createdAt: createdAt,
      expiresAt: changed["expires_at"]?.string.flatMap { Instant($0) }, deletedAt: deletedAt,
      changedAt: changedAt, isCodeByClient: isCodeByClient, longLink: longLink)
  }
}

extension JSON {
  /// An object with other members in the place of its own, or behind them; `null` takes one away.
  public func changed(by members: [JSON.Member]) -> JSON {
    let names = Set(texts: members.map(\.name))
    let kept = (self.members ?? []).filter { !names.contains(TextKey($0.name)) }
    return .object(kept + members.filter { $0.value != .null })
  }
}
