import BeckonDatabase

extension Migration {
  /// Every step, in order.
  public static let all: [Migration] = [
    referralLoop, advertising, webhooks, postbacks, capShares, storePayments, webKeys,
    knownPeople, nothingToSteal, leasesAndExports, nothingSilent, imports, linkPrefixes,
    wordsOfClients, leftovers, longLinks, passwords, members, messages, ranks, points, optIn,
    settingsOfCampaigns, promotions, catalog, shopVisitors, widgets,
    search, invites, reserved(30), reserved(31), unconfirmedTexts,
  ]

  /// The number of a step that is on its way on another branch: steps have no gap between them.
  /// Whoever merges that branch puts its step in this place.
  private static func reserved(_ number: Int) -> Migration {
    Migration(number: number, name: "reserved", statements: [], oldestCompatible: 29)
  }
}
