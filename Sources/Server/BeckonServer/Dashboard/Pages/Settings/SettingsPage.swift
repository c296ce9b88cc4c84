import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// How the app is set up. Secrets are never shown.
  static let settings = DashboardPage(
    "settings", .settings, .app, in: .setup,
    actions: SettingForm.all.map(\.action) + [
      ConversionSchemaPart.preview, ConversionSchemaPart.save,
    ],
    tables: [SettingsPage.domainTable, SettingsPage.importTable, ConversionSchemaPart.table]
  ) { try await SettingsPage($0).html }
}

/// What the page of the settings reads.
struct SettingsPage {
  let request: DashboardRequest
  /// As `GET /v1/app` tells it.
  let app: JSON
  let schema: ConversionSchemaPart
  let imports: [ImportOverview]
  /// Names of the gateways that this server has, without what opens them.
  let textGateways: [String]
  let hasMailGateway: Bool

  init(_ request: DashboardRequest) async throws {
    self.request = request
    app = try await request.ask(AppRoute.read)
    schema = try await ConversionSchemaPart(request)
    imports = try await request.read { try ImportOverview.latest($0) }
    textGateways = request.call.services[SMSGateways.self].all.map(\.name)
    hasMailGateway = request.call.services[MailReach.self].hasGateway
  }

  static let domainTable = DashboardTable(name: "domains") { request in
    .csv("domains", try await SettingsPage(request).domains)
  }

  static let importTable = DashboardTable(name: "imports") { request in
    .csv("imports", try await SettingsPage(request).importList)
  }
}
