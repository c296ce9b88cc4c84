import BeckonDatabase

extension Migration {
  /// Every step, in order.
  public static let all: [Migration] = [
    referralLoop, advertising, webhooks, postbacks, capShares, storePayments, webKeys,
    knownPeople, nothingToSteal, leasesAndExports, nothingSilent, imports, linkPrefixes,
    wordsOfClients, leftovers, longLinks, passwords, members, messages, ranks, points, optIn,
    settingsOfCampaigns, promotions, catalog, shopVisitors, widgets,
    search, invites, unnamedInvites, reminders,
    unconfirmedTexts, reserved(33), reserved(34), dashboard,
  ]

  /// A step that another branch fills, so that this one's number stands.
  private static func reserved(_ number: Int) -> Migration {
    Migration(number: number, name: "reserved-\(number)", statements: [])
  }
}
