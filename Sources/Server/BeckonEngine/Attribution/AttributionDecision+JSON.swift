import BeckonModel

extension AttributionReason {
  /// One sentence for a person who runs a campaign and knows no networks.
  public var explanation: String {
    switch self {
    case .clickID: "The app passed on the id of the click, so the match is certain."
    case .openedLink: "The app was opened by this link, so the match is certain."
    case .installReferrer: "Google Play passed on the id of the click, so the match is certain."
    case .pasteboardLink: "The link was in the device's pasteboard, so the match is certain."
    case .appleAds:
      "Apple says that an advertisement in the App Store led to the install, so it is certain."
    case .networkAndDevice:
      "Shortly before the first launch somebody opened this link from the same network, on a device "
        + "that differs in nothing we can see, and no other link was opened like that."
    case .noCandidates: "Nobody opened a link from this network before the first launch."
    case .ambiguous:
      "Different links were opened from this network on devices that all look like this one. We "
        + "don't guess which was this person's."
    case .tooManyCandidates:
      "So many links were opened from this network that not all could be compared. We don't guess."
    case .onlyDiffering:
      "Links were opened from this network, but on other devices: see which signals differ."
    case .onlyClaimed:
      "A link was opened from this network on a device like this one, but that click already "
        + "belongs to another install."
    case .onlyTooOld:
      "A link was opened from this network on a device like this one, but too long before the "
        + "first launch."
    case .onlyLater:
      "A link was opened from this network on a device like this one, but only after the first "
        + "launch."
    case .clickClaimed:
      "The app passed on a click that already belongs to another install, so this person is not "
        + "the one who clicked."
    case .clickExpired: "The app passed on a click that is too old to count, and no other fits."
    case .clickUnknown: "The app passed on a click or link that we don't know, and no other fits."
    case .switchedOffOnIOS:
      "Matching by network and device is switched off for iOS, and the app passed on no click."
    case .waitsForDevice:
      "The app has not told what device it is on, so nothing is decided yet. It is at the first call "
        + "that tells, at the sign-up, or after a day."
    case .noDevice:
      "The app did not tell within a day what device it is on, so no click was compared with it."
    case .oldInstall:
      "The app had been on the device before its attribution began ('attribution_since'), so no link "
        + "led to this install."
    }
  }
}

extension AttributionLimit {
  /// Why this makes a match weak, as a sentence.
  public var explanation: String {
    switch self {
    case .age: "The click was a while before the first launch, so the match counts as weak."
    case .carrierNAT:
      "Many customers of the carrier share this network, so the match counts as weak."
    case .relay: "Many users of a privacy relay share this network, so the match counts as weak."
    case .hiddenByProxy:
      "A proxy that the server does not trust hides who connects, so the match counts as weak. "
        + "If the proxy is your own, name it with --trusted-proxy."
    case .platform:
      "The browser did not say for certain what kind of device it runs on, so the match counts as "
        + "weak."
    case .fewTraits:
      "The click told neither screen nor model nor the system's full version, so other devices may "
        + "look the same, and the match counts as weak."
    case .otherDevices:
      "Other devices opened links from this network within the day, so the match counts as weak."
    case .organicReferrer:
      "The link's page leads to Play, but Play says that nobody sent this person, so the match "
        + "counts as weak."
    case .withoutToken:
      "The app named the link only in a further call, which did not show the install's token, so "
        + "the match counts as weak."
    }
  }
}

extension AttributionDecision {
  /// The whole decision in plain sentences. Holds no address.
  public var explanation: String {
    let own = isOwn ? ["The install is the referrer's own, so no referral comes of it."] : []
    return ([reason.explanation] + limits.map(\.explanation) + own).joined(separator: " ")
  }

  /// The whole decision as it is stored and shown. Holds no address.
  public var json: JSON {
    .object([
      "type": .string(type.rawValue), "reason": .string(reason.rawValue),
      "explanation": .string(explanation), "method": method.map { .string($0.rawValue) },
      "link": link.map(JSON.id), "click": click.map(JSON.id),
      "limits": .array(limits.map { .string($0.rawValue) }), "own": .bool(isOwn),
      "named": .array(named.map(\.json)), "candidates": .array(candidates.map(\.json)),
    ])
  }
}

extension AttributionDecision {
  /// A stored decision as whoever uses the install may read it. The candidates are clicks of other
  /// people on the same network, and a click that was found by the device may be another's too:
  /// whoever knows its id could claim it. What the app named itself it knows.
  public static func shownToPerson(_ stored: JSON) -> JSON {
    let named = stored["named"]?.elements?.compactMap { $0["click"] } ?? []
    return .object(
      (stored.members ?? []).filter { member in
        member.name != "candidates" && (member.name != "click" || named.contains(member.value))
      })
  }
}

extension NamedClick {
  fileprivate var json: JSON {
    .object([
      "method": .string(method.rawValue), "link": link.map(JSON.id), "click": click.map(JSON.id),
      "at": at.map(JSON.instant), "claimed": .bool(isClaimed),
    ])
  }
}

extension JudgedCandidate {
  fileprivate var json: JSON {
    .object([
      "click": .id(click), "link": .id(link), "at": .instant(at),
      "age_milliseconds": .integer(ageMilliseconds), "outcome": .string(outcome.rawValue),
      "signals": .object(
        signals.map { JSON.Member($0.name.rawValue, .string($0.comparison.rawValue)) }),
    ])
  }
}
