import BeckonDatabase

extension Migration {
  /// Every step, in order.
  public static let all: [Migration] =
    [
      referralLoop, advertising, webhooks, postbacks, capShares, storePayments, webKeys,
      knownPeople, nothingToSteal, leasesAndExports, nothingSilent, imports, linkPrefixes,
      wordsOfClients, leftovers, longLinks, passwords, members, messages, ranks, points, optIn,
      settingsOfCampaigns, promotions, catalog, shopVisitors, widgets,
      search, invites, unnamedInvites, reminders,
      unconfirmedTexts, shopUpkeep, dashboard,
    ] + keptFree + [linkReports]

  /// Numbers of steps that others are writing; each gives way to its step.
  private static let keptFree = (35...37).map { number in
    Migration(number: number, name: "kept free", statements: [], oldestCompatible: 33)
  }
}
