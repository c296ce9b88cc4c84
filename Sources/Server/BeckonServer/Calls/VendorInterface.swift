import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// A vendor's protocol: all that the server has to know of it to answer its clients.
struct VendorInterface: Sendable {
  /// Whose protocol it is, as keys and installs are marked with it.
  let vendor: Vendor
  /// The path under which its clients find its routes: `/growth`; empty for the root.
  let base: String
  /// What its clients call, and who answers.
  let routes: [ServedRoute]
  /// Paths under which its links have their codes, as `/l` in `https://host/l/CODE`.
  let linkPaths: [String]
  /// The code of the link that a visit is for whose path is none of a link's; `nil` when it is for
  /// none.
  let linkCode: @Sendable (HTTPRequest) -> String?
  /// Reads a link of its own that says all about itself and needs no row, from a whole URL; `nil`
  /// when it has none such.
  let longLink: LongLinkReader?
  /// How its receivers expect webhooks; `nil` when it has none.
  let webhook: WebhookForm?
  /// What its lists can be imported as; `nil` when it has none.
  let imports: (@Sendable (ImportChoices) -> any ImportKind)?
  /// Headers of its own that pages may send.
  let pageHeaders: [String]

  init(
    vendor: Vendor, base: String = "", routes: [ServedRoute], linkPaths: [String] = [],
    linkCode: @escaping @Sendable (HTTPRequest) -> String? = { _ in nil },
    longLink: LongLinkReader? = nil, webhook: WebhookForm? = nil,
    imports: (@Sendable (ImportChoices) -> any ImportKind)? = nil, pageHeaders: [String] = []
  ) {
    self.longLink = longLink
    self.imports = imports
    self.pageHeaders = pageHeaders
    self.vendor = vendor
    self.base = base
    self.routes = routes
    self.linkPaths = linkPaths
    self.linkCode = linkCode
    self.webhook = webhook
  }

  /// Every path that it takes, with parameters in braces.
  var paths: [String] {
    routes.map { base + $0.route.path } + linkPaths.map { $0 + "/{code}" }
  }
}

extension VendorForms {
  /// Beckon's own and those of these vendors.
  init(vendors: [VendorInterface]) {
    self.init(
      webhooks: WebhookForms(vendors: vendors.compactMap(\.webhook)),
      links: LinkForms(
        paths: vendors.flatMap(\.linkPaths).flatMap { $0.split(on: "/").prefix(1) },
        readers: vendors.compactMap(\.longLink)))
  }
}
