import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// The clicks of a slot, which go into the database in bulk, as those of one turn of an event
/// thread do: they are the most.
struct FillClicks {
  let app: FilledApp
  let from: Instant
  /// How long they take to come in.
  let milliseconds: Int64
  /// Whether the last campaign's mails go to people behind one gateway by now.
  let isOfLate: Bool

  /// Clicks of which an install may still come.
  private static let waitingMax = 500
  private static let robots = 40
  private static let platforms: [(Platform, String?, Int)] = [
    (.ios, "18.6", 47), (.android, "15", 38), (.windows, nil, 9), (.macos, "15.5", 6),
  ]

  /// Draws the clicks.
  func draw(_ count: Int) -> [(app: Int64, click: Click)] {
    let drawn = (0..<count).map { place in
      click(at: from.adding(milliseconds: milliseconds * Int64(place) / Int64(max(1, count))))
    }
    app.clicks = Array(app.clicks.suffix(Self.waitingMax))
    return drawn.map { (app.context.number, $0) }
  }

  private func click(at time: Instant) -> Click {
    let (link, campaign) = followedLink()
    let isMail = campaign == app.theme.campaigns.count - 1
    let isRobot = app.chance.happens(isMail ? 350 : Self.robots)
    let (platform, version) = device()
    // A company's gateway: all who read the mail at work come from one network.
    let address = isMail && isOfLate ? "198.51.100.20" : app.anyAddress()
    let id = ClickID(Identifier(at: time, random: (app.chance.next(), app.chance.next())))
    let network = app.context.digest(ofNetwork: address)
    if !isRobot, platform == .ios || platform == .android {
      app.clicks.append(
        .init(id: id, address: address, platform: platform, campaign: campaign))
    }
    return Click(
      id: id, link: link, at: time, kind: isRobot ? .robot : .click, network: network,
      visitor: Identifier(hashing: address, platform.rawValue, key: app.context.pepper),
      signals: Signals(
        network: nil, networkClass: .ordinary, platform: platform, osVersion: version,
        language: app.chance.pick(["en-US", "de-DE", "fr-FR", "tr-TR"])))
  }

  /// A link of a person, which is of the first campaign, or one of a campaign.
  private func followedLink() -> (id: LinkID, campaign: Int) {
    if app.chance.happens(300), !app.personalLinks.isEmpty {
      return (app.chance.pick(app.personalLinks), 0)
    }
    let link = app.links[app.chance.place(below: app.links.count)]
    return (link.id, link.campaign)
  }

  private func device() -> (Platform, String?) {
    var left = Int.random(in: 0..<100, using: &app.chance)
    for (platform, version, share) in Self.platforms {
      left -= share
      if left < 0 { return (platform, version) }
    }
    return (.ios, "18.6")
  }
}
