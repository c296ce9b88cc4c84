import BeckonModel

/// What led to an install, as far as is known.
public struct InstallOrigin: Sendable {
  /// The link.
  public let link: Link?
  /// When it was clicked.
  public let clickedAt: Instant?
  /// What ad networks said: in the query of the click or of the link that was opened first, then by
  /// Meta and Google Play to the app, then by the link's own UTM parameters. Of advertising in the
  /// App Store what Apple said.
  public let parameters: AdParameters
  /// What people call the campaign: the network's name of it, the link's, the campaign's, or the
  /// link's code.
  public let name: String?

  /// The click to which an install was matched.
  public struct MatchedClick: Sendable {
    /// When it was; `nil` when it is no longer kept.
    public let at: Instant?
    /// What an ad network said about it.
    public let parameters: JSON?

    /// Makes a click.
    public init(at: Instant?, parameters: JSON?) {
      self.at = at
      self.parameters = parameters
    }
  }

  /// Puts together what is known.
  /// - Parameters:
  ///   - link: the matched link.
  ///   - click: the matched click; `nil` when the link was opened, or nothing matched.
  ///   - device: the device as the app described it, with Play's referrer.
  ///   - appleAds: Apple's record of its own advertising, if that led to the install.
  ///   - campaign: what people call the link's campaign.
  public init(
    link: Link?, click: MatchedClick?, device: JSON?, appleAds: JSON?, campaign: String?
  ) {
    self.link = link
    clickedAt = click?.at
    let opened = link == nil ? nil : device?[AdParameters.linkMember]
    parameters = AdParameters(json: click.map(\.parameters) ?? opened)
      .filled(by: appleAds.map(AdParameters.init(appleAds:)) ?? AdParameters([]))
      .filled(by: AdParameters(device: device))
      .filled(by: link?.options.parameters ?? AdParameters([]))
    name =
      parameters["campaign_name", "utm_campaign"] ?? link?.options.name ?? campaign ?? link?.code
  }
}

extension JSON {
  /// An advertising identifier among what is known of a device: the first word on it, and none
  /// where tracking is not allowed, which the systems say in zeros.
  public func advertisingID(_ name: String) -> String? {
    (members ?? []).lazy.filter { $0.name == name }.compactMap(\.value.string)
      .first { $0.utf8.contains { $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: "-") } }
  }
}

extension LinkOptions {
  /// The UTM parameters, as an ad network would say them.
  public var parameters: AdParameters {
    AdParameters(
      (utm?.members ?? []).compactMap { member in
        member.value.string.map { (name: "utm_" + member.name, value: $0) }
      })
  }
}

extension Link {
  /// The UTM parameters of a visit that led to the app: each as the URL has it that was clicked or
  /// opened, else as the link has it.
  /// - Parameter said: the parameters of that URL.
  public func utm(visited said: AdParameters) -> UTM {
    let all = said.filled(by: options.parameters)
    return UTM { all["utm_" + $0] }
  }
}
