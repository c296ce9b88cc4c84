import BeckonModel

/// Which campaigns somebody joins who signs up.
public enum JoinedCampaigns {
  /// The matched link's campaign, which makes the referral, and the one that was asked for, which
  /// only enrols unless it is the same. Without either, the app's only campaign. Whoever signs up
  /// begins wherever they were enrolled before.
  /// - Parameters:
  ///   - linked: the campaign of the link that led here.
  ///   - asked: the one that the call names.
  ///   - waiting: those in which they wait for their sign-up, if this is it.
  ///   - all: the app's.
  public static func all(
    linked: CampaignID?, asked: Campaign?, waiting: [CampaignID], of all: [Campaign]
  ) -> [Campaign] {
    func campaign(_ id: CampaignID) -> Campaign? { all.first { $0.id == id } }
    var wanted = [linked.flatMap(campaign), asked].compactMap { $0 }
    if wanted.isEmpty, all.count == 1 { wanted = all }
    return (wanted + waiting.compactMap(campaign)).reduce(into: []) { joined, campaign in
      if !joined.contains(campaign) { joined.append(campaign) }
    }
  }
}
