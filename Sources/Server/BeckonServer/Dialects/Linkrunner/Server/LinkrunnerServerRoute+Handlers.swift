import BeckonContract
import BeckonContractLinkrunner

extension LinkrunnerServerRoute: ServedRoutes {
  var dialect: Dialect { .linkrunnerServer }

  var handler: Handler {
    switch self {
    case .createCampaign: .keyed(LinkrunnerCampaigns.prepareCreate)
    case .listCampaigns: .keyed(LinkrunnerListCampaigns.prepare)
    case .patchCampaign, .putCampaign: .keyed(LinkrunnerCampaigns.prepareUpdate)
    case .deleteCampaign: .keyed(LinkrunnerCampaigns.prepareDelete)
    case .attributedUsers: .keyed(LinkrunnerAttributedUsers.prepare)
    case .attributionResult: .keyed(LinkrunnerAttributionResult.prepare)
    case .captureEvent: .keyed(LinkrunnerServerEvent.prepare)
    case .capturePayment: .keyed(LinkrunnerServerPayment.prepare)
    case .removePayment: .keyed(LinkrunnerServerRemovePayment.prepare)
    case .reporting: .keyed(LinkrunnerReporting.prepare)
    }
  }
}
