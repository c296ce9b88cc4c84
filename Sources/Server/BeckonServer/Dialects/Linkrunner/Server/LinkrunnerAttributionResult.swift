import BeckonContract
import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /api/v1/get-attribution-result?user_id=…`, `device_identifier=…` or, besides the vendor's,
/// `install_instance_id=…`: 204 when nothing led to the install.
enum LinkrunnerAttributionResult {
  /// Who is asked about.
  private struct Subject: Sendable {
    let userID: String?
    let installID: String?
    let deviceID: String?

    init(_ call: Call) throws {
      func text(_ name: String) -> String? {
        call.query(name).flatMap { $0.isEmpty ? nil : $0 }
      }
      userID = text("user_id")
      installID = text("install_instance_id")
      deviceID = text("device_identifier")
      guard userID ?? installID ?? deviceID != nil else {
        throw Problem(
          .invalidField, "Either device_identifier or user_id is required.", field: "user_id")
      }
    }

    /// The surest name that is known counts: an install's own, then the user, then the device.
    func install(_ scope: Scope) throws -> Install? {
      let installs = Installs(scope)
      if let install = try installID.flatMap(installs.find(client:)) { return install }
      let identity = userID.map { Identity(kind: .userID, value: $0) }
      if let install = try identity.flatMap(People(scope).find).flatMap(installs.first(of:)) {
        return install
      }
      guard let deviceID else { return nil }
      switch try DeviceLookup(scope).find(deviceID) {
      case .found(let install): return install
      case .none: return nil
      case .notAmongLatest:
        throw Problem(
          .invalidField,
          "'device_identifier' is not among the latest \(DeviceLookup.installsMax) installs, and "
            + "older ones are not looked through; ask by user_id or install_instance_id.",
          field: "device_identifier")
      }
    }
  }

  static func prepare(_ call: Call) throws -> Work {
    let subject = try Subject(call)
    return .read { scope in
      guard let install = try subject.install(scope) else { return Reply(status: 204) }
      let decision = try Decisions(scope).find(install.id)
      let device = try Installs(scope).device(of: install.id) ?? .object([])
      guard let campaign = try LinkrunnerCampaign(install, decision, device: device, scope) else {
        return Reply(status: 204)
      }
      let origin = try InstallOrigin(decision, of: install.id, device: device, scope)
      return .linkrunner(
        "Attribution result retrieved successfully.", data: describe(campaign, origin, call))
    }
  }

  private static func describe(
    _ campaign: LinkrunnerCampaign, _ origin: InstallOrigin, _ call: Call
  ) -> JSON {
    let link = origin.link
    let data = campaign.campaign
    func detail(_ detail: Linkrunner.Campaign.Detail) -> JSON { .orNull(data.details[detail]) }
    return [
      "campaign_name": .string(data.name), "display_id": .orNull(link?.code),
      "deeplink": .orNull(link?.deepLink),
      "domain_name": .orNull(link.map { LinkrunnerCampaignRow($0, call).domain }),
      "ad_set_id": detail(.adSetID), "ad_set_name": detail(.adSetName),
      "ad_creative_id": detail(.adCreativeID), "ad_creative_name": detail(.adCreativeName),
      "keyword_id": .orNull(origin.parameters["keyword_id"]), "keyword_name": .null,
      "ad_network": .orNull(campaign.network),
      "attribution_type": .string(data.kind.rawValue),
      "attribution_source": .string(campaign.source), "campaign_data": data.json,
    ]
  }
}

extension LinkrunnerCampaign {
  /// The network as the vendor's lists name it; `nil` when no network is known.
  var network: String? {
    source == Linkrunner.Campaign.Kind.inorganic.rawValue ? nil : source
  }
}
