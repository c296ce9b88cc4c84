import BeckonDatabase

extension Migration {
  /// By which rules a campaign pays, and who becomes the referrer of several; the rules that were
  /// replaced. Under what mail addresses of one mailbox are found, and with what people have paid:
  /// both as keyed hashes. Mailboxes of before are filled in by a loop (`Mailboxes`).
  ///
  /// Referrals whose referrer a client has only declared are in no counts any more. A program of an
  /// earlier step would count them, so the two do not work side by side.
  static let settingsOfCampaigns = Migration(
    number: 23, name: "settings of campaigns",
    statements: [
      "ALTER TABLE campaigns ADD COLUMN terms TEXT",
      "ALTER TABLE campaigns ADD COLUMN referrer_choice TEXT",
      """
      CREATE TABLE past_rules (
        app BIGINT NOT NULL,
        campaign UUID NOT NULL,
        until BIGINT NOT NULL,
        rules TEXT NOT NULL,
        PRIMARY KEY (app, campaign, until)
      ) {clustered}
      """,
      "ALTER TABLE identities ADD COLUMN mailbox UUID",
      """
      CREATE INDEX identities_by_mailbox ON identities (app, mailbox) WHERE mailbox IS NOT NULL
      """,
      """
      CREATE INDEX identities_without_mailbox ON identities (app, value)
      WHERE kind = 'email' AND mailbox IS NULL
      """,
      """
      CREATE TABLE instruments (
        app BIGINT NOT NULL,
        digest UUID NOT NULL,
        person UUID NOT NULL,
        PRIMARY KEY (app, digest, person)
      ) {clustered}
      """,
      "CREATE INDEX instruments_by_person ON instruments (app, person)",
      // Trees that were counted with referrals that count no more are counted anew (`RankFill`).
      """
      DELETE FROM rank_counts WHERE (app, campaign) IN (
        SELECT app, campaign FROM referrals WHERE match = 'declared')
      """,
      """
      UPDATE referral_counts SET is_ranked = 0 WHERE (app, campaign) IN (
        SELECT app, campaign FROM referrals WHERE match = 'declared')
      """,
      """
      UPDATE referral_counts SET
        pending = (SELECT COUNT(*) FROM referrals AS r WHERE r.app = referral_counts.app
          AND r.referrer = referral_counts.person AND r.campaign = referral_counts.campaign
          AND r.match <> 'declared' AND r.state = 'pending'),
        unconfirmed = (SELECT COUNT(*) FROM referrals AS r WHERE r.app = referral_counts.app
          AND r.referrer = referral_counts.person AND r.campaign = referral_counts.campaign
          AND r.match <> 'declared' AND r.state = 'unconfirmed'),
        confirmed = (SELECT COUNT(*) FROM referrals AS r WHERE r.app = referral_counts.app
          AND r.referrer = referral_counts.person AND r.campaign = referral_counts.campaign
          AND r.match <> 'declared' AND r.state = 'confirmed')
      WHERE (app, campaign, person) IN (
        SELECT app, campaign, referrer FROM referrals WHERE match = 'declared')
      """,
      // Places in queues, which the step before has filled in, are not in their trees yet.
      """
      UPDATE queue_places SET confirmed = COALESCE((
        SELECT c.confirmed FROM referral_counts AS c WHERE c.app = queue_places.app
          AND c.campaign = queue_places.campaign AND c.person = queue_places.person), 0)
      """,
    ])
}
