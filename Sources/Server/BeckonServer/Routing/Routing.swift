import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel

extension ServedRoute {
  /// Every call of the native API, with who answers it.
  static let native: [ServedRoute] =
    OperationRoute.served + AppRoute.served + LinkRoute.served + InstallRoute.served
    + PersonRoute.served + RecordRoute.served + PasswordRoute.served + EventRoute.served
    + CampaignRoute.served + RewardRoute.served
    + PaymentRoute.served + ReportRoute.served + PostbackRoute.served + WebhookRoute.served
    + MessageRoute.served + MailPageRoute.served + InviteRoute.served
    + MessageTextRoute.served + SMSRoute.served + VisitorRoute.served
    + VisitRoute.served + LinkReportRoute.served + CatalogRoute.served + RecommendationRoute.served
    + WidgetRoute.served + ReminderRoute.served + SearchRoute.served
}

extension Router {
  /// Finds who answers a call of the native API, of vendors' clients, or a visit.
  init(native: [ServedRoute] = ServedRoute.native, vendors: [VendorInterface]) {
    let visit = native.first { $0.route == VisitRoute.follow.route }
    let report = native.first { $0.route == VisitRoute.enrichClick.route }
    let paths = vendors.flatMap { vendor in
      vendor.routes.map { PathPattern($0, under: vendor.base) }
        + vendor.linkPaths.compactMap { path in
          visit.map { PathPattern($0, path: path + "/{code}") }
        }
    }
    let named = vendors.map { vendor -> LinkFinder in
      { request in
        guard let visit, request.isVisit, let code = vendor.linkCode(request) else { return nil }
        return .found(visit, parameters: [code])
      }
    }
    let long = vendors.compactMap(\.longLink).map { form -> LinkFinder in
      { request in
        // Without its parameter a visit need not be written as a URL, and read again.
        guard let visit, request.isVisit, request.hasParameter(form.parameter),
          form.read(request.url(on: VisitHeaders(request.headers).host)) != nil
        else { return nil }
        return .found(visit, parameters: [""])
      }
    }
    let below: LinkFinder = { request in
      guard let served = request.isVisit ? visit : request.method == .post ? report : nil else {
        return nil
      }
      return request.codeAndPrefix.map { .found(served, parameters: $0) }
    }
    let pages = DashboardRoute.served.map { PathPattern($0) }
    self.init(native.map { PathPattern($0) } + pages + paths, links: long + named + [below])
  }
}

extension HTTPRequest {
  /// The whole URL that was asked for, on a host.
  func url(on host: String) -> String {
    guard !query.isEmpty else { return "https://" + host + path }
    let parameters = query.map {
      PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value)
    }
    return "https://" + host + path + "?" + parameters.joined(separator: "&")
  }

  /// Whether the query names a parameter, written so.
  func hasParameter(_ name: String) -> Bool {
    query.contains { $0.name.utf8.elementsEqual(name.utf8) }
  }

  fileprivate var isVisit: Bool { method == .get || method == .head }

  /// The code of a link under a path, and that path. Whether it is some app's is not known here.
  fileprivate var codeAndPrefix: [String]? {
    guard (2...LinkPrefix.segmentsMax + 1).contains(segments.count), let code = segments.last,
      !segments.contains(where: \.isEmpty)
    else { return nil }
    return [code, segments.dropLast().joined(separator: "/")]
  }
}
