import BeckonModel

/// Which campaigns somebody joins who signs up.
public enum JoinedCampaigns {
  /// The matched link's campaign, which makes the referral, and the one that was asked for, which
  /// only enrols unless it is the same. Without either the app's default campaign; also beside a
  /// link's campaign that takes nobody, so that somebody who came too late is a member like one who
  /// came by no link. Whoever signs up begins wherever they were enrolled before.
  /// - Parameters:
  ///   - linked: the campaign of the link that led here.
  ///   - asked: the one that the call names.
  ///   - waiting: those in which they wait for their sign-up, if this is it.
  ///   - usual: the app's default campaign.
  ///   - all: the app's.
  ///   - takes: whether a campaign takes them, or has them already.
  public static func all(
    linked: CampaignID?, asked: Campaign?, waiting: [CampaignID], usual: Campaign?,
    of all: [Campaign], takes: (Campaign) -> Bool
  ) -> [Campaign] {
    func campaign(_ id: CampaignID) -> Campaign? { all.first { $0.id == id } }
    var wanted = [linked.flatMap(campaign), asked].compactMap { $0 }
    let isTaken = asked != nil || wanted.contains(where: takes)
    if !isTaken, let usual { wanted.append(usual) }
    return (wanted + waiting.compactMap(campaign)).reduce(into: []) { joined, campaign in
      if !joined.contains(campaign) { joined.append(campaign) }
    }
  }
}
