import BeckonDatabase

extension Migration {
  /// Every step, in order.
  public static let all: [Migration] = [
    referralLoop, advertising, webhooks, postbacks, capShares, storePayments, webKeys,
    knownPeople, nothingToSteal, leasesAndExports, nothingSilent, imports, linkPrefixes,
    wordsOfClients, leftovers, longLinks, passwords, members, messages, ranks, points, optIn,
    settingsOfCampaigns, promotions, catalog, shopVisitors, widgets,
    search, invites, unnamedInvites, reminders,
    unconfirmedTexts, shopUpkeep, dashboard, sendingsAndStock, linkReports, heldReminders,
    clicksOfLinksByDay, changedProducts, rareVisitors, clickRuns,
    provenVisitors, clickZones,
  ]
}
