import BeckonContract

extension LinkRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .create: .keyed(CreateLinkEndpoint.prepare)
    case .list: .keyed(ListLinks.prepare)
    case .read: .keyed(ReadLink.prepare)
    case .update: .keyed(UpdateLink.prepare)
    case .delete: .keyed(DeleteLink.prepare)
    case .statistics: .keyed(LinkStatisticsEndpoint.prepare)
    case .qrCodeSVG: .keyed(LinkQRCode.prepareSVG)
    case .qrCodePNG: .keyed(LinkQRCode.preparePNG)
    case .open: .keyed(OpenLinkEndpoint.prepare)
    case .listClicks: .keyed(ListClicks.prepare)
    }
  }
}

extension LinkReportRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .ask: .open(ServeLinkReportPage.question)
    case .send: .open(ServeLinkReportPage.take)
    }
  }
}
