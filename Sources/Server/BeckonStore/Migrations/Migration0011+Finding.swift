import BeckonDatabase

extension Migration {
  /// What lists, newest first, and the funnel go along.
  static let finding: [StaticString] = [
    "CREATE INDEX transfers_by_campaign ON transfers (app, campaign, created_at, id)",
    "CREATE INDEX transfers_waiting ON transfers (app, created_at, id) WHERE settled_at IS NULL",
    "DROP INDEX transfers_held",
    "CREATE INDEX transfers_by_referral ON transfers (app, referral)",
    "DROP INDEX transfers_by_giver",
    """
    CREATE INDEX transfers_by_giver ON transfers (app, from_owner, created_at)
      WHERE from_account = 'person'
    """,
    "CREATE INDEX referrals_by_campaign ON referrals (app, campaign, id)",
    """
    CREATE INDEX referrals_of_referrer ON referrals (app, referrer, id)
      WHERE referrer IS NOT NULL
    """,
    "CREATE INDEX clicks_by_link ON clicks (app, link, id)",
    "CREATE INDEX conversions_by_time ON conversions (app, at)",
    // Of people who were there before the time was kept, it is when they were created.
    """
    CREATE INDEX people_by_sign_up ON people (app, COALESCE(signed_up_at, created_at))
      WHERE awaits_sign_up IS NULL
    """,
  ]
}
