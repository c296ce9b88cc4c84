import BeckonContract
import BeckonContractLinkrunner

extension LinkrunnerClientRoute: ServedRoutes {
  var dialect: Dialect { .linkrunnerClient }

  var handler: Handler {
    switch self {
    case .initialize: .keyed(LinkrunnerInit.prepare)
    case .attributionData: .keyed(LinkrunnerAttribution.prepare)
    case .trigger: .keyed(LinkrunnerTrigger.prepare)
    case .setUserData: .keyed(LinkrunnerSetUserData.prepare)
    case .customerUserID: .keyed(LinkrunnerSetUserData.prepareCustomerUserID)
    case .captureEvent: .keyed(LinkrunnerCaptureEvent.prepare)
    case .capturePayment: .keyed(LinkrunnerCapturePayment.prepare)
    case .removePayment: .keyed(LinkrunnerRemovePayment.prepare)
    case .updatePushToken, .oldPushToken, .rootOldPushToken:
      .keyed(LinkrunnerSetUserData.preparePushToken)
    case .integrations: .keyed(LinkrunnerSetUserData.prepareIntegrations)
    case .handleDeepLink: .keyed(LinkrunnerHandleDeeplink.prepare)
    case .deepLinkTriggered, .rootDeepLinkTriggered:
      .keyed(LinkrunnerWebIngest.prepareDeeplinkTriggered)
    case .profile, .rootProfile: .keyed(LinkrunnerLegacy.prepareProfile)
    case .log, .rootLog: .keyed(LinkrunnerLegacy.prepareLog)
    }
  }
}
